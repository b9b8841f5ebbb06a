import type { CountryFacts } from './country.ts';

export const spain: CountryFacts = {
  isoThree: 'ESP',
  language: 'es',
  timeZone: 'Europe/Madrid',
  vatPercent: 21,
  noticeDays: 15,
};
