import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localTime } from '#server/countries/local-time.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { addPeriod, pricePerDay } from '../terms/plan-terms.ts';
import { unusedDaysCents } from '../terms/unused-value.ts';

/** Half past six in the evening in Rome, summer or winter. */
const date = (text: string) => {
  const local = Temporal.PlainDateTime.from(`${text}T18:30`).toZonedDateTime('Europe/Rome');
  return new Date(local.epochMilliseconds);
};
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
    expect(addPeriod(start, 'month', 'it', first)).toEqual(end);
    start = end;
  }
  expect(addPeriod(date('2028-01-31'), 'month', 'it')).toEqual(date('2028-02-29'));
  expect(addPeriod(date('2026-11-30'), 'quarter', 'it')).toEqual(date('2027-02-28'));
  expect(addPeriod(date('2027-02-28'), 'quarter', 'it', date('2026-11-30'))).toEqual(date('2027-05-30'));
  expect(addPeriod(date('2028-02-29'), 'year', 'it')).toEqual(date('2029-02-28'));
  expect(addPeriod(date('2031-02-28'), 'year', 'it', date('2028-02-29'))).toEqual(date('2032-02-29'));
});

test('a period that began late makes its own day', () => {
  expect(addPeriod(date('2026-03-17'), 'month', 'it', date('2026-01-31'))).toEqual(date('2026-04-17'));
});

test('days and weeks are as long as they are', () => {
  expect(addPeriod(date('2026-03-28'), 'day', 'it')).toEqual(date('2026-03-29'));
  expect(addPeriod(date('2026-03-28'), 'week', 'it')).toEqual(date('2026-04-04'));
});

test('periods follow one another without gap or overlap, at the same time of day, for years', () => {
  fc.assert(
    fc.property(anyDate, anyPeriod, fc.integer({ min: 1, max: 40 }), (first, period, count) => {
      let start = first;
      for (let number = 0; number < count; number += 1) {
        const end = addPeriod(start, period, 'it', first);
        // Clocks change: the day is an hour shorter or longer, or its time does not exist.
        const hours = (end.getTime() - start.getTime()) / HOUR;
        const days = Math.round(hours / 24);
        expect(Math.abs(hours - days * 24)).toBeLessThanOrEqual(1);
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
      const drift = keepsDay ? localTime(first, 'it').day - localTime(start, 'it').day : 0;
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
        const end = addPeriod(start, period, 'it');
        const at = (share: number) => new Date(start.getTime() + share * (end.getTime() - start.getTime()));
        const values = shares
          .toSorted((a, b) => a - b)
          .map((share) => unusedDaysCents(paid, { start, end, country: 'it' }, at(share)));
        for (const value of values) {
          expect(Number.isInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(paid);
        }
        expect(values).toEqual(values.toSorted((a, b) => b - a));
        expect(unusedDaysCents(paid, { start, end, country: 'it' }, start)).toBe(paid);
        expect(unusedDaysCents(paid, { start, end, country: 'it' }, end)).toBe(0);
      },
    ),
  );
});

test('a day that has begun is used', () => {
  const span = { start: date('2026-06-01'), end: date('2026-07-01'), country: 'it' } as const;
  expect(unusedDaysCents(3000, span, new Date(span.start.getTime() + 1))).toBe(2900);
  expect(unusedDaysCents(3000, span, new Date(span.start.getTime() + DAY))).toBe(2900);
  expect(unusedDaysCents(2990, span, date('2026-06-11'))).toBe(1993);
  expect(unusedDaysCents(3000, span, new Date(span.end.getTime() - 1))).toBe(0);
});

test('a day is a day where clocks change: of 23 hours in March, of 25 in October', () => {
  const rome = (text: string) => new Date(text);
  const march = {
    start: rome('2026-03-28T12:00:00+01:00'),
    end: rome('2026-04-04T12:00:00+02:00'),
    country: 'it',
  } as const;
  expect(unusedDaysCents(700, march, rome('2026-03-29T12:00:00+02:00'))).toBe(600);
  expect(unusedDaysCents(700, march, rome('2026-03-29T12:00:01+02:00'))).toBe(500);
  expect(unusedDaysCents(700, march, rome('2026-03-31T12:00:00+02:00'))).toBe(400);
  const october = {
    start: rome('2026-10-24T12:00:00+02:00'),
    end: rome('2026-10-31T12:00:00+01:00'),
    country: 'it',
  } as const;
  expect(unusedDaysCents(700, october, rome('2026-10-25T11:30:00+01:00'))).toBe(600);
  expect(unusedDaysCents(700, october, rome('2026-10-25T12:00:00+01:00'))).toBe(600);
  expect(unusedDaysCents(700, october, rome('2026-10-28T12:00:00+01:00'))).toBe(300);
  // A period of a single day is used as soon as it has begun, and not before.
  const short = { ...march, end: rome('2026-03-29T12:00:00+02:00') };
  expect(unusedDaysCents(100, short, short.start)).toBe(100);
  expect(unusedDaysCents(100, short, rome('2026-03-28T12:00:01+01:00'))).toBe(0);
});

test('plans of different periods compare by the day', () => {
  const week = pricePerDay({ price_cents: 990, every: 'week' });
  const month = pricePerDay({ price_cents: 2990, every: 'month' });
  const year = pricePerDay({ price_cents: 19_080, every: 'year' });
  expect(week).toBeGreaterThan(month);
  expect(month).toBeGreaterThan(year);
});

test('a period ends at the same time of day, whatever the clocks do', () => {
  const rome = (text: string) => new Date(text);
  // Clocks go forward on 29 March and back on 25 October 2026.
  expect(addPeriod(rome('2026-03-20T12:00:00+01:00'), 'month', 'it')).toEqual(
    rome('2026-04-20T12:00:00+02:00'),
  );
  expect(addPeriod(rome('2026-03-28T12:00:00+01:00'), 'day', 'it')).toEqual(
    rome('2026-03-29T12:00:00+02:00'),
  );
  expect(addPeriod(rome('2026-10-20T12:00:00+02:00'), 'week', 'es')).toEqual(
    rome('2026-10-27T12:00:00+01:00'),
  );
  // Half past midnight in Rome is still the day before in Greenwich, and in no month of its own.
  expect(addPeriod(rome('2026-01-31T00:30:00+01:00'), 'month', 'it')).toEqual(
    rome('2026-02-28T00:30:00+01:00'),
  );
  expect(addPeriod(rome('2026-07-01T00:30:00+02:00'), 'month', 'it')).toEqual(
    rome('2026-08-01T00:30:00+02:00'),
  );
});
