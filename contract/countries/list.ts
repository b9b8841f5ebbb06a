import type { CountryFacts } from './country.ts';
import { italy } from './italy.ts';
import { portugal } from './portugal.ts';
import { spain } from './spain.ts';

/** Where brands can be at home. Whoever adds one is led on by the compiler to `server/countries/`. */
export const countries = { it: italy, es: spain, pt: portugal } as const satisfies Record<
  string,
  CountryFacts
>;

export type Country = keyof typeof countries;
export const COUNTRIES = Object.keys(countries) as [Country, ...Country[]];
