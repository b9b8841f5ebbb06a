import type { Language } from '../kernel/constants.ts';
import type { RuleName } from './european-union.ts';

/** What browser and server both know of a country. */
export interface CountryFacts {
  /** The code by which payment providers know it, of three letters. */
  isoThree: string;
  /** What its people are spoken to in where nothing else is known. */
  language: Language;
  /** Periods, notices and documents go by this clock. */
  timeZone: string;
  /** Regions whose clocks show another time. */
  regionTimeZones?: Readonly<Record<string, string>>;
  /** What every price there contains, in percent. */
  vatPercent: number;
  /** How many days before a renewal its law wants the member notified. */
  noticeDays: number;
}

/** What the server alone reads. It is a constant of its own, so that a browser's bundle leaves it out. */
export interface CountryData {
  /** The country inside a sentence, in every language of the product. */
  words: Readonly<Record<Language, CountryWords>>;
  /** Where members can complain about what is done with their data. */
  dataProtectionAuthority: string;
  /** Where they can complain about how contents are moderated. */
  digitalServicesCoordinator: string;
  /** Who helps consumers for nothing. */
  consumerHelp: string;
  /** Where its own law says what a rule of the Union asks for. */
  sources: Readonly<Partial<Record<RuleName, string>>>;
  /** Whom a person in need can call, the likeliest to help first. */
  helpLines: {
    self_harm: readonly HelpLine[];
    minor: readonly HelpLine[];
    /** Advice for those who spend more than they want. */
    spending: readonly (HelpLine & { name: string })[];
  };
  /** GeoNames' codes of the first level, and the regions they stand for. */
  regions: Readonly<Record<string, string>>;
}

export interface CountryWords {
  /** “all of Italy”. */
  whole: string;
  /** “in Italy”. */
  within: string;
}

/** What a help line is for is said in the member's language; its name is its own. */
export interface HelpLine {
  number: string;
  name?: string;
  purpose?: 'under_18' | 'young_people' | 'suicide' | 'child_emergency' | 'emergency';
}
