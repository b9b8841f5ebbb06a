import { CITY_SEARCH_MAX_RESULTS, CITY_SEARCH_MIN_LETTERS } from '../../contract/constants.ts';
import type { Country } from '../../contract/constants.ts';
import type { App, VisitorContext } from '../core/app.ts';
import { searchNameOf } from './place-data.ts';
import { readCities, readCitiesByPrefix, readRegions, readRegionsOfTown } from './queries.ts';

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
