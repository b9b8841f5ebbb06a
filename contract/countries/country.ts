import type { Language } from '../kernel/constants.ts';

/** What browser and server both know of a country. What the server alone knows stands in `server/countries/`. */
export interface CountryFacts {
  /** The code by which payment providers know it, of three letters. */
  isoThree: string;
  /** What its people are spoken to in where nothing else is known. */
  language: Language;
  /** Periods, notices and documents go by this clock. */
  timeZone: string;
  /** What every price there contains, in percent. */
  vatPercent: number;
  /** How many days before a renewal its law wants the member told. */
  noticeDays: number;
}
