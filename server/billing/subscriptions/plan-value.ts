import { unusedDaysCents } from './periods.ts';
import type { Span } from './periods.ts';

/** What was paid for a plan's period or for a pack, and how its price is made up. */
export interface Paid {
  /** Really paid and not given back yet, by money or by what was carried over. */
  paidCents: number;
  /** The price, and the part of it that is for the credits: the rest is for the days. */
  totalCents: number;
  creditsPriceCents: number;
  /** Credits that came with it. */
  credits: number;
  /** The days that it pays for; a pack pays for none. */
  span: Span | null;
}

export interface Unused {
  daysCents: number;
  /** What the credits are worth that are given back. */
  creditsCents: number;
}

/**
 * What of a payment is unused: the days that have not begun, and the credits that are handed back. Both parts together
 * never exceed what was paid, and credits that are kept or spent are worth nothing.
 */
export function unusedValue(paid: Paid, at: Date, returnedCredits: number): Unused {
  const { paidCents, totalCents, creditsPriceCents, credits, span } = paid;
  const creditsPaid = totalCents > 0 ? Math.round((paidCents * creditsPriceCents) / totalCents) : 0;
  const returned = Math.min(Math.max(0, returnedCredits), credits);
  return {
    daysCents: span ? unusedDaysCents(paidCents - creditsPaid, span, at) : 0,
    creditsCents: credits > 0 ? Math.floor((creditsPaid * returned) / credits) : 0,
  };
}
