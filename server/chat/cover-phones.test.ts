import { expect, test } from 'vitest';
import { coverPhones, holdsPhone } from './cover-phones.ts';

test.for([
  '3331234567',
  '+39 333 123 45 67',
  '0039-333-1234567',
  '(06) 1234567',
  '06/1234567',
  '333.123.4567',
  '600 11 22 33',
])('%s could be called', (number) => {
  const text = `Scrivimi: ${number}, ciao`;
  expect(holdsPhone(text)).toBe(true);
  expect(coverPhones(text)).toBe(`Scrivimi: ${number.replaceAll(/\d/g, '•')}, ciao`);
});

test.for([
  'alle 19:30',
  'ho 33 anni',
  'nel 2026',
  'via Roma 12',
  '100000',
  'a1b2c3d4e5f6g7',
  '1,2,3,4,5,6,7',
])('%s could not', (text) => {
  expect(holdsPhone(text)).toBe(false);
  expect(coverPhones(text)).toBe(text);
});
