import { searchCities } from '#contract/discovery/places.ts';
import { call } from './api.ts';
import { shellStore } from './boot.ts';

export interface Town {
  city: string;
  region: string;
}

const LONGEST = 120;

/** Towns of the brand's country that begin so. */
export async function findTowns(text: string, signal: AbortSignal): Promise<readonly Town[]> {
  const country = shellStore.get()?.brand.country;
  if (!country) throw new Error('The page has not started.');
  return call(searchCities, { country, text: text.slice(0, LONGEST) }, { signal });
}
