import { COUNTRIES } from '../../contract/countries/list.ts';
import type { Country } from '../../contract/countries/list.ts';
import { italy } from './italy.ts';
import { portugal } from './portugal.ts';
import { spain } from './spain.ts';

/** What the server knows of a country besides the facts of the contract. */
export interface CountryData {
  /** Where members can complain about what is done with their data. */
  dataProtectionAuthority: string;
  /** Whom somebody in need can call, the likeliest to help first. */
  helpLines: { self_harm: readonly HelpLine[]; minor: readonly HelpLine[] };
  /** GeoNames' codes of the first level, and the regions they stand for. */
  regions: Readonly<Record<string, string>>;
  /** What is wrong in the package that its towns come from. */
  towns: {
    /** Foreign, clipped or doubled names, and the name the town itself uses. */
    names: readonly Rename[];
    dropped: readonly Dropped[];
    populations: ReadonlyMap<number, number>;
    /** Spells a name as people there do. */
    spell?(name: string): string;
    /** From this id on the package lists the localities of a census again. */
    firstCensusId?: number;
  };
}

/** What a help line is for is told in the member's language; its name is its own. */
export interface HelpLine {
  number: string;
  name?: string;
  purpose?: 'under_18' | 'young_people' | 'suicide' | 'child_emergency' | 'emergency';
}

/** Every mend names what the package said, so that a new version of it cannot be mended blindly. */
export type Rename = readonly [id: number, was: string, name: string];
export type Dropped = readonly [id: number, was: string];

export const countryData: Record<Country, CountryData> = { it: italy, es: spain, pt: portugal };

function regionsIn(country: Country): readonly string[] {
  return Object.values(countryData[country].regions).toSorted((a, b) => a.localeCompare(b, country));
}

/** The regions of each country, in the order of its alphabet. */
export const regionsOf = Object.fromEntries(
  COUNTRIES.map((country) => [country, regionsIn(country)]),
) as Record<Country, readonly string[]>;
