import { expect, test } from 'vitest';
import { monthsAfter } from './clock.ts';

test.each([
  ['2026-01-15T10:30:00.000Z', 1, '2026-02-15T10:30:00.000Z'],
  ['2026-01-31T10:30:00.000Z', 1, '2026-02-28T10:30:00.000Z'],
  ['2026-08-31T23:59:59.999Z', 6, '2027-02-28T23:59:59.999Z'],
  ['2026-11-30T00:00:00.000Z', 3, '2027-02-28T00:00:00.000Z'],
  // Back, too.
  ['2028-02-29T03:00:00.000Z', -24, '2026-02-28T03:00:00.000Z'],
  ['2026-03-31T03:00:00.000Z', -1, '2026-02-28T03:00:00.000Z'],
  ['2026-01-31T03:00:00.000Z', -2, '2025-11-30T03:00:00.000Z'],
])('%s and %i months is %s, on a day that the month has', (at, months, then) => {
  expect(monthsAfter(new Date(at), months).toISOString()).toBe(then);
});
