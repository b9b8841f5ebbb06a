import type { Country } from '../../contract/constants.ts';
import type { DbOrTx } from '../core/database.ts';
import { findRegion } from './queries.ts';

/** Whether the region exists in the country, and the town in that region where one is named. */
export async function isPlace(
  db: DbOrTx,
  country: Country,
  { region, city }: { region: string; city?: string | null },
): Promise<boolean> {
  const found = await findRegion(db, country, region, city ?? '');
  return found !== undefined && (!city || Boolean(found.hasCity));
}
