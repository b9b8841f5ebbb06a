import type { Country } from '../../../contract/countries/list.ts';
import type { Period } from '../../../contract/kernel/money.ts';
import { addDays, daysBetween, there } from '../../countries/local-time.ts';

const lengths: Record<Period, { days: number } | { months: number }> = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { months: 12 },
};

/**
 * When a period ends that begins at `start`, by the calendar and the clock of the brand's country: at the same time of
 * day there, also where clocks change in between. Calendar months keep the day on which the first period began: from 31
 * January to 28 February, and then to 31 March. A start that has left that day, after a late payment, makes its own.
 */
export function addPeriod(start: Date, period: Period, country: Country, first: Date = start): Date {
  const length = lengths[period];
  if ('days' in length) return addDays(start, length.days, country);
  const [from, anchor] = [there(start, country), there(first, country)];
  const keepsDay = from.day === Math.min(anchor.day, from.daysInMonth);
  const { day } = keepsDay ? anchor : from;
  const month = from.with({ day: 1 }).add({ months: length.months });
  return new Date(month.with({ day: Math.min(day, month.daysInMonth) }).epochMilliseconds);
}

export interface Span {
  start: Date;
  end: Date;
  /** By whose clock and calendar its days are counted. */
  country: Country;
}

/** What the days are worth that are left of a period. A day that has begun is used. */
export function unusedDaysCents(paidCents: number, { start, end, country }: Span, at: Date): number {
  const days = Math.round(daysBetween(start, end, country));
  const used = Math.ceil(daysBetween(start, at, country));
  const left = Math.min(days, Math.max(0, days - used));
  return days > 0 ? Math.round((paidCents * left) / days) : 0;
}

/** How a plan compares with one of another period: its price over the average length. */
export function pricePerDay(plan: { price_cents: number; every: Period }): number {
  const length = lengths[plan.every];
  return plan.price_cents / ('days' in length ? length.days : (length.months * 365) / 12);
}
