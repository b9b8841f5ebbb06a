/** Which price may stand struck out beside a plan's own. */

import type { FlowSettings, PlanSettings } from '#contract/brand/flow.ts';
import { OLD_PRICE_DAYS } from '#contract/countries/european-union.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { lowestBefore, lowestBeforeReduction } from './price-history.ts';
import type { PastPrice, PriceHistory } from './price-history.ts';

/** What is on sale, and what it has cost. */
export interface OnSale {
  plans: readonly PlanSettings[];
  flows: readonly FlowSettings[];
  history: PriceHistory;
  now: Date;
}

/**
 * Either its own price of before, the lowest of thirty days, or what the same costs today in single months or smaller
 * packs, where that is really sold beside it and was no cheaper in thirty days.
 */
export function checkOldPrice(plan: PlanSettings, offer: OnSale): { where: string; what: string }[] {
  const { oldPriceCents, priceCents, oldPriceOf, productId } = plan;
  const where = `plan ${productId}`;
  if (oldPriceCents === undefined) {
    return percentOf(plan) > 0 ? [{ where, what: 'claims to cost less, and names no old price' }] : [];
  }
  const lowest = oldPriceOf === undefined ? lowestOfOwn(plan, offer) : lowestOfOther(plan, oldPriceOf, offer);
  if (typeof lowest === 'string') return [{ where, what: lowest }];
  if (oldPriceCents > lowest)
    return [
      {
        where,
        what: `the old price of ${oldPriceCents} cents is more than ${Math.floor(lowest)}, the lowest of the last ${OLD_PRICE_DAYS} days`,
      },
    ];
  if (oldPriceCents <= priceCents) return [{ where, what: 'the old price is no higher than its own' }];
  const percent = Math.floor((1 - priceCents / oldPriceCents) * 100);
  return percentOf(plan) > percent
    ? [{ where, what: `claims to cost ${percentOf(plan)} % less, which is ${percent} %` }]
    : [];
}

/** The highest percentage that its badge names in any language. */
function percentOf({ badge }: PlanSettings): number {
  const texts = LANGUAGES.map((language) => badge?.[language] ?? '');
  return Math.max(
    0,
    ...texts.flatMap((text) => [...text.matchAll(/(?<!\d)(\d+)\s*%/g)].map(([, number]) => Number(number))),
  );
}

function lowestOfOwn(plan: PlanSettings, { history, now }: OnSale): number | string {
  const lowest = lowestBeforeReduction(history.get(plan.productId) ?? [], plan, now);
  return lowest ?? `has an old price and was not on sale for ${OLD_PRICE_DAYS} days before`;
}

function lowestOfOther(
  plan: PlanSettings,
  otherId: string,
  { plans, flows, history, now }: OnSale,
): number | string {
  const other = plans.find(({ productId }) => productId === otherId);
  if (!other?.visible || other.firstPurchaseOnly)
    return `its old price is that of ${otherId}, which is not on sale`;
  const alone = flows.find((flow) => {
    const listed = new Set(Object.values(flow.plans).flat());
    return listed.has(plan.productId) && !listed.has(otherId);
  });
  if (alone) return `its old price is that of ${otherId}, which flow ${alone.id} does not sell`;
  const scale = scaleOf(plan, other);
  if (scale === undefined) return `its old price is that of ${otherId}, which is something else`;
  const current = { priceCents: other.priceCents, credits: other.credits, from: now };
  const past = history.get(otherId) ?? [];
  const priceOf = (price: PastPrice) => scale(price);
  return Math.min(scale(current), lowestBefore(past, now, priceOf) ?? Infinity);
}

/** How the price of another plan is put for as much as this one gives; none where they cannot be compared. */
function scaleOf(plan: PlanSettings, other: PlanSettings): ((price: PastPrice) => number) | undefined {
  const byMonth = (period: PlanSettings['period']) =>
    period === 'month' || period === 'quarter' || period === 'year';
  if (byMonth(plan.period) && other.period === 'month' && plan.level === other.level)
    return ({ priceCents }) => priceCents;
  if (!plan.period && !other.period && other.credits > 0)
    return ({ priceCents, credits }) => (priceCents * plan.credits) / credits;
  return undefined;
}
