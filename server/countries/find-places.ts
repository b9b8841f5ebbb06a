import { CITY_SEARCH_MAX_RESULTS, CITY_SEARCH_MIN_LETTERS } from '../../contract/kernel/constants.ts';
import type { Country } from '../../contract/countries/list.ts';
import type { App, VisitorContext } from '../app.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { searchNameOf } from './place-data.ts';
import { findRegion, readCities, readCitiesByPrefix, readRegions, readRegionsOfTown } from './queries.ts';

export function listRegions({ replica }: App, { country }: { country: Country }) {
  return readRegions(replica, country);
}

export function listCities({ replica }: App, { country }: { country: Country }) {
  return readCities(replica, country);
}

/** Towns one of whose names begins with what was typed, whatever its case and accents, largest first. */
export async function searchCities({ replica }: App, { country, text }: { country: Country; text: string }) {
  const prefix = searchNameOf(text);
  if (prefix.length < CITY_SEARCH_MIN_LETTERS) return [];
  return readCitiesByPrefix(replica, country, prefix, CITY_SEARCH_MAX_RESULTS);
}

/** The regions of the brand's country that have a town of exactly this name, the largest town's first. */
export function regionsOfTown({ replica, brand }: VisitorContext, city: string): Promise<string[]> {
  return readRegionsOfTown(replica, brand.settings.country, city);
}

/** Whether the region exists in the country, and the town in that region where one is named. */
export async function isPlace(
  db: DbOrTx,
  country: Country,
  { region, city }: { region: string; city?: string | null },
): Promise<boolean> {
  const found = await findRegion(db, country, region, city ?? '');
  return found !== undefined && (!city || Boolean(found.hasCity));
}
