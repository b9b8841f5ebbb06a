import { COUNTRIES } from '../../contract/kernel/constants.ts';
import type { Country } from '../../contract/kernel/constants.ts';
import { italy } from './italy.ts';
import { spain } from './spain.ts';

/** What the server knows of a country besides the facts of the contract. */
export interface CountryData {
  /** Where members can complain about what is done with their data. */
  dataProtectionAuthority: string;
  /** GeoNames' codes of the first level, and the regions they stand for. */
  regions: Readonly<Record<string, string>>;
  /** What is wrong in the package that its towns come from. */
  towns: {
    /** Foreign, clipped or doubled names, and the name the town itself uses. */
    names: readonly Rename[];
    dropped: readonly Dropped[];
    populations: ReadonlyMap<number, number>;
    /** Spells a name as people there do. */
    spell(name: string): string;
  };
}

/** Every mend names what the package said, so that a new version of it cannot be mended blindly. */
export type Rename = readonly [id: number, was: string, name: string];
export type Dropped = readonly [id: number, was: string];

export const countryData: Record<Country, CountryData> = { it: italy, es: spain };

function regionsIn(country: Country): readonly string[] {
  return Object.values(countryData[country].regions).toSorted((a, b) => a.localeCompare(b, country));
}

/** The regions of each country, in the order of its alphabet. */
export const regionsOf = Object.fromEntries(
  COUNTRIES.map((country) => [country, regionsIn(country)]),
) as Record<Country, readonly string[]>;
