import type { InputOf } from '../../contract/kernel/endpoint.ts';
import type { countRegion } from '../../contract/discovery/places.ts';
import type { VisitorContext } from '../app.ts';
import { flowOfVisitor } from '../brands/flows/resolve-flow.ts';
import { countListed } from '../discovery/search/count-listed.ts';

/** The true number of profiles this visitor could find in a region, or in the brand's country where none is named. */
export async function countAvailable(
  context: VisitorContext,
  { region, seeks = 'female', flowId }: Omit<InputOf<typeof countRegion>, 'country'>,
): Promise<{ total: number }> {
  const flow = flowOfVisitor(context.brand, flowId);
  return { total: await countListed(context, { gender: seeks, region: region || null, flow }) };
}
