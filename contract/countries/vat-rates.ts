import { z } from 'zod';
import { word } from '../kernel/text.ts';
import type { Country } from './list.ts';
import { COUNTRIES, countries } from './list.ts';

/**
 * Standard rates of VAT in the European Union, in percent, which apply to services that are supplied electronically.
 * As public overviews had them in December 2025, with the last changes of Finland (September 2024), Slovakia (January 2025),
 * Estonia (July 2025) and Romania (August 2025). The authority is the Commission's Taxes in Europe Database: to be
 * compared with it before a brand uses the one-stop shop, and every January and July.
 */
export const standardVatPercent = {
  at: 20,
  be: 21,
  bg: 20,
  cy: 19,
  cz: 21,
  de: 19,
  dk: 25,
  ee: 24,
  es: 21,
  fi: 25.5,
  fr: 20,
  gr: 24,
  hr: 25,
  hu: 27,
  ie: 23,
  it: 22,
  lt: 21,
  lu: 17,
  lv: 21,
  mt: 18,
  nl: 21,
  pl: 23,
  pt: 23,
  ro: 21,
  se: 25,
  si: 22,
  sk: 23,
} as const satisfies Record<string, number>;

export type VatCountry = keyof typeof standardVatPercent;

export const countryCode = word(2, /^[a-z]{2}$/);

/** What ISO 3166 leaves to its users, for "unknown" and the like, and what is a region but no country. Kosovo has one of them. */
const noCountry = /^(?:aa|ap|eu|q[m-z]|un|x[a-jl-z]|zz)$/;
/** As tax offices and mail addresses write them. */
const otherCodes: Readonly<Record<string, string>> = { el: 'gr', uk: 'gb' };

/** The country that two letters name, as ISO writes it; undefined where it is none. */
export function readCountryCode(given: unknown): string | undefined {
  const { data } = countryCode.safeParse(typeof given === 'string' ? given.trim().toLowerCase() : undefined);
  if (data === undefined || noCountry.test(data)) return undefined;
  return Object.hasOwn(otherCodes, data) ? otherCodes[data] : data;
}

/** What speaks for where a buyer lives (Regulation 282/2011, article 24f), as ISO codes in small letters. What is not known is missing. */
export const vatEvidence = z.object({
  /** The country of the place where the buyer says they live (f: other information of the trade). */
  place: z.enum(COUNTRIES),
  /** By the network address (b). */
  address: countryCode.optional(),
  /** Of the card that they paid with, or of their account at PayPal (c: details of the bank). */
  card: countryCode.optional(),
});
export type VatEvidence = z.output<typeof vatEvidence>;

export interface Tax {
  country: VatCountry;
  basisPoints: number;
  evidence: VatEvidence;
}

/**
 * The tax of a purchase. Two pieces of evidence that do not contradict each other decide (Regulation 282/2011, article
 * 24b, d): the chosen place with any other, or the other two against it. Where fewer agree, or they name a country
 * outside the Union, it is the chosen place. Without the one-stop shop, which traders may leave alone below 10 000
 * euros a year (Directive 2006/112, article 59c), it is the trader's own country. The price stays the same for all.
 */
export function taxOf({
  brandCountry,
  oneStopShop,
  evidence,
}: {
  brandCountry: Country;
  oneStopShop: boolean;
  /** Null where none was written down. */
  evidence: VatEvidence | null;
}): Tax {
  const known = evidence ?? { place: brandCountry };
  const { place, address, card } = known;
  const elsewhere = address !== undefined && address === card ? address : place;
  const lives = isVatCountry(elsewhere) ? elsewhere : place;
  const country = oneStopShop ? lives : brandCountry;
  const percent = country === brandCountry ? countries[brandCountry].vatPercent : standardVatPercent[country];
  return { country, basisPoints: Math.round(percent * 100), evidence: known };
}

/** Whether some of it speaks for one country and some for another. Then an accountant may want to look. */
export function isContradictory({ place, address, card }: VatEvidence): boolean {
  return [address, card].some((code) => code !== undefined && code !== place);
}

function isVatCountry(code: string): code is VatCountry {
  return Object.hasOwn(standardVatPercent, code);
}
