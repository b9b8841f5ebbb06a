/**
 * Languages that people speak, by their codes, which every browser can name. Each has a number of its own, by which it is
 * stored and compared: a number is never used again, and a new language takes the next one.
 */

export const SPOKEN_MOST = 8;

export const spokenNumbers = {
  it: 1,
  es: 2,
  en: 3,
  fr: 4,
  de: 5,
  pt: 6,
  ca: 7,
  gl: 8,
  eu: 9,
  sc: 10,
  fur: 11,
  ro: 12,
  sq: 13,
  ar: 14,
  zh: 15,
  uk: 16,
  pl: 17,
  ru: 18,
  bg: 19,
  nl: 20,
  el: 21,
  hr: 22,
  sl: 23,
  sr: 24,
  tr: 25,
  hi: 26,
  ur: 27,
  bn: 28,
  tl: 29,
  ja: 30,
  wo: 31,
  hu: 32,
  cs: 33,
  sv: 34,
} as const;
