import { expect, test } from 'vitest';
import { timeAgo } from './dates.ts';

const now = new Date(2026, 4, 20, 21, 30).getTime();
const at = (day: number, hour: number, minute = 0, month = 4, year = 2026) =>
  new Date(year, month, day, hour, minute).getTime();

test.each([
  ['a moment ago', now - 5_000, 'ora'],
  ['ahead of our clock', now + 5_000, 'ora'],
  ['minutes ago', at(20, 21, 18), '12 minuti fa'],
  ['hours ago', at(20, 18), '3 ore fa'],
  ['this morning', at(20, 8), '13 ore fa'],
  ['yesterday', at(19, 8), 'ieri'],
  ['the day before', at(18, 23, 59), 'l’altro ieri'],
  ['some days ago', at(15, 12), '5 giorni fa'],
  ['weeks ago', at(2, 12), '2 maggio'],
  ['in another year', at(2, 12, 0, 11, 2025), '2 dicembre 2025'],
])('%s', (_, when, words) => {
  expect(timeAgo(when, now, 'it').replaceAll("'", '’')).toBe(words);
});

test('after midnight the evening before is still some hours ago', () => {
  expect(timeAgo(at(19, 23), at(20, 1), 'en')).toBe('2 hours ago');
});
