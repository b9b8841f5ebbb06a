import type { RatePlan } from '#contract/brand/flow.ts';

/** A plan on the wire for tests: one that renews by the month and takes away every limit. */
export function samplePlan(change: Partial<RatePlan> = {}): RatePlan {
  return {
    name: 'VIP mese',
    badge: null,
    priceCents: 1990,
    totalCents: 1990,
    oldPriceCents: null,
    priceNote: null,
    description: null,
    descriptionColor: 'muted',
    suggestion: null,
    suggestionColor: 'accent',
    credits: 0,
    promoCredits: 0,
    messages: null,
    level: 2,
    productId: 'vip-month',
    visible: true,
    spaceBelow: false,
    firstPurchaseOnly: false,
    period: 'month',
    betterOffers: [],
    ...change,
  };
}
