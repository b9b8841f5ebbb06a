import { expect, test } from 'vitest';
import { cutPreview, rowTime } from './row-words.ts';

test('a preview has 25 letters and says that there is more', () => {
  expect(cutPreview('Buonasera Beatrice, che fai?')).toBe('Buonasera Beatrice, che f…');
  expect(cutPreview('a'.repeat(25))).toBe('a'.repeat(25));
  expect(cutPreview('Ciao')).toBe('Ciao');
});

test('what looks like one letter is not cut in two', () => {
  const family = '👩‍👩‍👧';
  expect(cutPreview(family.repeat(25))).toBe(family.repeat(25));
  expect(cutPreview(family.repeat(26))).toBe(`${family.repeat(25)}…`);
  expect(cutPreview('è'.normalize('NFD').repeat(30))).toBe(`${'è'.normalize('NFD').repeat(25)}…`);
});

test('it is one line, and no space stands before the dots', () => {
  expect(cutPreview('Ciao,\n\n  come   stai?')).toBe('Ciao, come stai?');
  expect(cutPreview(`${'a'.repeat(24)} e poi`)).toBe(`${'a'.repeat(24)}…`);
});

const now = new Date(2026, 10, 15, 18, 30).getTime();
const at = (day: number, month = 10, year = 2026) => new Date(year, month, day, 9, 5).getTime();

test.each([
  [at(15), '09:05'],
  [at(14), 'ieri'],
  [at(12), 'gio'],
  [at(9), 'lun'],
  [at(8), '8 nov'],
  [at(8, 2), '8 mar'],
  [at(8, 2, 2025), '8 mar 2025'],
])('a message of %i came %s', (when, said) => {
  expect(rowTime(when, now, 'it')).toBe(said);
});

test('a clock that is behind the server’s still shows a time', () => {
  expect(rowTime(now + 60_000, now, 'it')).toBe('18:31');
});
