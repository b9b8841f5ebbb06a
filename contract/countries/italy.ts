import type { CountryFacts } from './country.ts';

export const italy: CountryFacts = {
  isoThree: 'ITA',
  language: 'it',
  timeZone: 'Europe/Rome',
  vatPercent: 22,
  noticeDays: 30,
};
