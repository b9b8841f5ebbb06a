import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '../core/clock.ts';
import { addPeriod, pricePerDay, unusedOf } from './periods.ts';

const date = (text: string) => new Date(`${text}T18:30:00Z`);
const anyDate = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const anyPeriod = fc.constantFrom('day', 'week', 'month', 'quarter', 'year');

test('months keep the day of the first period, as far as they have it', () => {
  const first = date('2026-01-31');
  const ends = ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'].map(date);
  let start = first;
  for (const end of ends) {
    expect(addPeriod(start, 'month', first)).toEqual(end);
    start = end;
  }
  expect(addPeriod(date('2028-01-31'), 'month')).toEqual(date('2028-02-29'));
  expect(addPeriod(date('2026-11-30'), 'quarter')).toEqual(date('2027-02-28'));
  expect(addPeriod(date('2027-02-28'), 'quarter', date('2026-11-30'))).toEqual(date('2027-05-30'));
  expect(addPeriod(date('2028-02-29'), 'year')).toEqual(date('2029-02-28'));
  expect(addPeriod(date('2031-02-28'), 'year', date('2028-02-29'))).toEqual(date('2032-02-29'));
});

test('a period that began late makes its own day', () => {
  expect(addPeriod(date('2026-03-17'), 'month', date('2026-01-31'))).toEqual(date('2026-04-17'));
});

test('days and weeks are as long as they are', () => {
  expect(addPeriod(date('2026-03-28'), 'day')).toEqual(date('2026-03-29'));
  expect(addPeriod(date('2026-03-28'), 'week')).toEqual(date('2026-04-04'));
});

test('periods follow one another without gap or overlap, at the same time of day, for years', () => {
  fc.assert(
    fc.property(anyDate, anyPeriod, fc.integer({ min: 1, max: 40 }), (first, period, count) => {
      let start = first;
      for (let number = 0; number < count; number += 1) {
        const end = addPeriod(start, period, first);
        const days = (end.getTime() - start.getTime()) / DAY;
        expect(Number.isInteger(days)).toBe(true);
        const [least, most] = {
          day: [1, 1],
          week: [7, 7],
          month: [28, 31],
          quarter: [89, 92],
          year: [365, 366],
        }[period] as [number, number];
        expect(days).toBeGreaterThanOrEqual(least);
        expect(days).toBeLessThanOrEqual(most);
        start = end;
      }
      const keepsDay = period === 'month' || period === 'quarter' || period === 'year';
      const drift = keepsDay ? first.getUTCDate() - start.getUTCDate() : 0;
      expect(drift).toBeGreaterThanOrEqual(0);
      expect(drift).toBeLessThanOrEqual(3);
    }),
  );
});

test('what is unused shrinks day by day, from all to nothing', () => {
  fc.assert(
    fc.property(
      anyDate,
      anyPeriod,
      fc.integer({ min: 0, max: 100_000 }),
      fc.array(fc.double({ min: -0.1, max: 1.1, noNaN: true }), { minLength: 2, maxLength: 10 }),
      (start, period, paid, shares) => {
        const end = addPeriod(start, period);
        const at = (share: number) => new Date(start.getTime() + share * (end.getTime() - start.getTime()));
        const values = shares
          .toSorted((a, b) => a - b)
          .map((share) => unusedOf(paid, { start, end }, at(share)));
        for (const value of values) {
          expect(Number.isInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(paid);
        }
        expect(values).toEqual(values.toSorted((a, b) => b - a));
        expect(unusedOf(paid, { start, end }, start)).toBe(paid);
        expect(unusedOf(paid, { start, end }, end)).toBe(0);
      },
    ),
  );
});

test('a day that has begun is used', () => {
  const span = { start: date('2026-06-01'), end: date('2026-07-01') };
  expect(unusedOf(3000, span, new Date(span.start.getTime() + 1))).toBe(2900);
  expect(unusedOf(3000, span, new Date(span.start.getTime() + DAY))).toBe(2900);
  expect(unusedOf(2990, span, date('2026-06-11'))).toBe(1993);
  expect(unusedOf(3000, span, new Date(span.end.getTime() - 1))).toBe(0);
});

test('plans of different periods compare by the day', () => {
  const week = pricePerDay({ totalCents: 990, period: 'week' });
  const month = pricePerDay({ totalCents: 2990, period: 'month' });
  const year = pricePerDay({ totalCents: 19_080, period: 'year' });
  expect(week).toBeGreaterThan(month);
  expect(month).toBeGreaterThan(year);
});
