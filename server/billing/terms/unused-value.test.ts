import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#server/countries/local-time.ts';
import { DAY } from '#server/platform/clock.ts';
import { unusedValue } from './unused-value.ts';

const start = new Date('2026-06-01T18:00:00Z');
const anyPaid = fc
  .record({
    totalCents: fc.integer({ min: 0, max: 50_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    paidShare: fc.double({ min: 0, max: 1, noNaN: true }),
    credits: fc.integer({ min: 0, max: 5_000 }),
    days: fc.option(fc.integer({ min: 1, max: 366 })),
  })
  .map(({ totalCents, share, paidShare, credits, days }) => ({
    totalCents,
    creditsPriceCents: credits > 0 ? Math.round(totalCents * (days === null ? 1 : share)) : 0,
    paidCents: Math.round(totalCents * paidShare),
    credits,
    span: days === null ? null : { start, end: addDays(start, days, 'it'), country: 'it' as const },
  }));
const anyDay = fc
  .double({ min: -1, max: 400, noNaN: true })
  .map((days) => new Date(start.getTime() + days * DAY));
const anyCount = fc.integer({ min: -10, max: 6_000 });

test('never more than was paid, nothing for credits that are kept, and whole cents', () => {
  fc.assert(
    fc.property(anyPaid, anyDay, anyCount, (paid, at, returned) => {
      const { daysCents, creditsCents } = unusedValue(paid, at, returned);
      for (const cents of [daysCents, creditsCents]) {
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(0);
      }
      expect(daysCents + creditsCents).toBeLessThanOrEqual(paid.paidCents);
      expect(unusedValue(paid, at, 0).creditsCents).toBe(0);
    }),
  );
});

test('it shrinks with time and with every credit that is not handed back', () => {
  fc.assert(
    fc.property(anyPaid, fc.tuple(anyDay, anyDay), fc.tuple(anyCount, anyCount), (paid, days, counts) => {
      const [early, late] = days.toSorted((a, b) => a.getTime() - b.getTime()) as [Date, Date];
      const [few, many] = counts.toSorted((a, b) => a - b) as [number, number];
      expect(unusedValue(paid, late, 0).daysCents).toBeLessThanOrEqual(unusedValue(paid, early, 0).daysCents);
      expect(unusedValue(paid, early, few).creditsCents).toBeLessThanOrEqual(
        unusedValue(paid, early, many).creditsCents,
      );
    }),
  );
});

test('a member who buys a plan, keeps its credits and leaves has paid their price, however often they do it', () => {
  fc.assert(
    fc.property(anyPaid, anyDay, fc.integer({ min: 1, max: 5 }), (paid, at, times) => {
      const whole = { ...paid, paidCents: paid.totalCents };
      const kept = whole.paidCents - unusedValue(whole, at, 0).daysCents;
      expect(times * kept).toBeGreaterThanOrEqual(times * whole.creditsPriceCents);
    }),
  );
});

test('a year of 190,80 € with 1 000 credits for 50,00 €', () => {
  const span = { start, end: addDays(start, 365, 'it'), country: 'it' } as const;
  const year = { paidCents: 19_080, totalCents: 19_080, creditsPriceCents: 5_000, credits: 1_000 };
  const soon = new Date(start.getTime() + 1_000);
  expect(unusedValue({ ...year, span }, soon, 0)).toEqual({
    daysCents: 14_041,
    creditsCents: 0,
  });
  expect(unusedValue({ ...year, span }, soon, 1_000)).toEqual({
    daysCents: 14_041,
    creditsCents: 5_000,
  });
  expect(unusedValue({ ...year, span }, soon, 400).creditsCents).toBe(2_000);
});
