import type { Country } from '../kernel/constants.ts';
import type { CountryFacts } from './country.ts';
import { italy } from './italy.ts';
import { spain } from './spain.ts';

/** Where brands can be at home. */
export const countries: Record<Country, CountryFacts> = { it: italy, es: spain };
