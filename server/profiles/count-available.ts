import type { Gender } from '../../contract/fields.ts';
import type { VisitorContext } from '../core/app.ts';
import { countVisible } from './queries.ts';

export interface CountAvailable {
  country: 'it' | 'es';
  region?: string | undefined;
  seeks?: Gender | undefined;
}

/** The true number of people one can meet in a region, or in the country where none is named. */
export async function countAvailable(
  context: VisitorContext,
  input: CountAvailable,
): Promise<{ total: number }> {
  const { country, region, seeks = 'female' } = input;
  return { total: await countVisible(context.replica, context.brandId, { country, region, gender: seeks }) };
}
