import type { CountryData, CountryFacts } from './country.ts';
import { italy, italyData } from './italy.ts';
import { portugal, portugalData } from './portugal.ts';
import { spain, spainData } from './spain.ts';

/** Where brands can be at home: a file a country, and a line of it in each of these two lists. */
export const countries = { it: italy, es: spain, pt: portugal } as const satisfies Record<
  string,
  CountryFacts
>;

export type Country = keyof typeof countries;
export const COUNTRIES = Object.keys(countries) as [Country, ...Country[]];

export const countryData: Readonly<Record<Country, CountryData>> = {
  it: italyData,
  es: spainData,
  pt: portugalData,
};
