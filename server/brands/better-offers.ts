/** Which offers leave no reason to choose another one. */

import type { PlanSettings } from '#contract/brand/flow.ts';

type Offer = Pick<
  PlanSettings,
  'productId' | 'visible' | 'totalCents' | 'credits' | 'promoCredits' | 'level' | 'period'
>;

/** No month is longer, so that the payments of a shorter period are never counted too few. */
const DAYS_OF_MONTH = 31;
const daysOf = {
  day: 1,
  week: 7,
  month: DAYS_OF_MONTH,
  quarter: 3 * DAYS_OF_MONTH,
  year: 12 * DAYS_OF_MONTH,
} as const;

/** The product ids of those that are on sale and better than this one in something, and worse in nothing. */
export function betterOffers(offer: Offer, others: readonly Offer[]): string[] {
  return others.filter((other) => other.visible && isBetter(other, offer)).map(({ productId }) => productId);
}

/**
 * Compared is what both cost and bring until the period of the one is over. A pack is compared with packs alone, and a
 * plan with those that ask for no more time in advance.
 */
function isBetter(other: Offer, offer: Offer): boolean {
  const payments = paymentsFor(other, offer);
  if (payments === undefined || other.level < offer.level) return false;
  const cents = payments * other.totalCents;
  const credits = payments * other.credits + other.promoCredits;
  const ownCredits = offer.credits + offer.promoCredits;
  if (cents > offer.totalCents || credits < ownCredits) return false;
  return payments > 1 || cents < offer.totalCents || credits > ownCredits || other.level > offer.level;
}

/** How often the other is paid until the period of the one is over. */
function paymentsFor(other: Offer, offer: Offer): number | undefined {
  if (offer.period === undefined || other.period === undefined) {
    return offer.period === other.period ? 1 : undefined;
  }
  const payments = daysOf[offer.period] / daysOf[other.period];
  return payments < 1 ? undefined : Math.ceil(payments);
}
