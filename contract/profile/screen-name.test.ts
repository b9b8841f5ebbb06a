import { expect, test } from 'vitest';
import { LANGUAGES } from '../kernel/constants.ts';
import { isScreenName, makeUpScreenName } from './screen-name.ts';

test.each([
  'Marco',
  'Anna Maria',
  'J. R.',
  'Niccolò 70',
  'Лена',
  '小雨',
  "D'Amico",
  'Cometa 123',
  'x'.repeat(60),
])('%s is a name', (name) => {
  expect(isScreenName(name)).toBe(true);
});

test.each([
  '',
  '   ',
  '...',
  '\u200B',
  'x'.repeat(61),
  'Marco 3331234567',
  'Marco 333 12 34',
  'Marco ３３３１２３４',
  'marco@posta.it',
  'marco at posta.it',
  'https://evil',
  'www evil',
  'evil.example',
])('%j is none', (name) => {
  expect(isScreenName(name)).toBe(false);
});

test.each(LANGUAGES)('a made-up name in %s is a good one, and seldom the same', (language) => {
  const names = Array.from({ length: 200 }, () => makeUpScreenName(language));
  expect(names.filter((name) => !isScreenName(name))).toEqual([]);
  expect(new Set(names).size).toBeGreaterThan(150);
  expect(isScreenName(makeUpScreenName(language, () => 0.999_999))).toBe(true);
});
