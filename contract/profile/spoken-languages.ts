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
  ro: 10,
  sq: 11,
  ar: 12,
  zh: 13,
  uk: 14,
  pl: 15,
  ru: 16,
  bg: 17,
  nl: 18,
  el: 19,
  hr: 20,
  sl: 21,
  sr: 22,
  tr: 23,
  hi: 24,
  ur: 25,
  bn: 26,
  tl: 27,
  ja: 28,
  wo: 29,
  hu: 30,
  cs: 31,
  sv: 32,
} as const;
