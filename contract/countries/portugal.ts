import type { CountryFacts } from './country.ts';

export const portugal: CountryFacts = {
  isoThree: 'PRT',
  // Until the product speaks Portuguese.
  language: 'en',
  timeZone: 'Europe/Lisbon',
  vatPercent: 23,
  // The longest of all countries, as no law there is known to us that asks for less.
  noticeDays: 30,
};
