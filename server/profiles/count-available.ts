import type { Gender } from '../../contract/fields.ts';
import type { VisitorContext } from '../core/app.ts';
import { countListed } from '../search/count-listed.ts';

export interface CountAvailable {
  country: 'it' | 'es';
  region?: string | undefined;
  seeks?: Gender | undefined;
}

/** The true number of people one can meet in a region, or in the brand's country where none is named. */
export async function countAvailable(
  context: VisitorContext,
  { region, seeks = 'female' }: CountAvailable,
): Promise<{ total: number }> {
  return { total: await countListed(context, seeks, region || null) };
}
