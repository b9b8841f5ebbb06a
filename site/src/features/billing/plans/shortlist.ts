import type { RatePlan } from '#contract/brand/flow.ts';
import { PREMIUM_LEVELS } from '#contract/kernel/constants.ts';

/** So many offers can be compared at a glance. */
const SHOWN = 4;
const daysOf = { day: 1, week: 7, month: 30, quarter: 91, year: 365 } as const;

/** Why an offer is recommended: each is a sentence that the figures on the page bear out. */
export type Why = 'flexible' | 'perMonth' | 'perMessage';

export interface Shortlist {
  plans: RatePlan[];
  packs: RatePlan[];
  /** How many offers stand behind "see all". */
  hidden: number;
  recommended: { productId: string; why: Why } | null;
}

interface Offers {
  plans: readonly RatePlan[];
  packs: readonly RatePlan[];
  /** Packs are what the member came for, or all there is. */
  packsFirst: boolean;
  /** Has a plan that these would take the place of. */
  subscribed: boolean;
}

/** The offers that can be compared at a glance, in the operator's order. */
export function shortlist({ plans, packs, packsFirst, subscribed }: Offers): Shortlist {
  const placesForPacks = Math.max(packsFirst ? 2 : 1, SHOWN - plans.length);
  const shownPacks = packs.slice(0, placesForPacks);
  const shownPlans = plans.slice(0, SHOWN - shownPacks.length);
  return {
    plans: shownPlans,
    packs: shownPacks,
    hidden: plans.length + packs.length - shownPlans.length - shownPacks.length,
    // A member who came for a pack is offered no plan.
    recommended: recommend(packsFirst ? shownPacks : [...shownPlans, ...shownPacks], subscribed),
  };
}

/**
 * Among plans without limits: the one with the lowest price that asks for no months in advance, or for a member with a
 * plan already the lowest price a month. Else the pack in which a message costs least.
 */
function recommend(offers: readonly RatePlan[], subscribed: boolean): Shortlist['recommended'] {
  const unlimited = offers.filter(({ period, level }) => period !== null && level === PREMIUM_LEVELS.top);
  const flexible = unlimited.filter(({ period }) => period !== null && daysOf[period] <= daysOf.month);
  if (!subscribed && flexible.length > 0) return recommended(cheapest(flexible, centsADay), 'flexible');
  if (unlimited.length > 0) return recommended(cheapest(unlimited, centsADay), 'perMonth');
  const packs = offers.filter(({ period, messages }) => period === null && messages !== null && messages > 0);
  return packs.length > 1 ? recommended(cheapest(packs, centsAMessage), 'perMessage') : null;
}

function recommended(plan: RatePlan | undefined, why: Why): Shortlist['recommended'] {
  return plan ? { productId: plan.productId, why } : null;
}

function cheapest(plans: readonly RatePlan[], priceOf: (plan: RatePlan) => number): RatePlan | undefined {
  return [...plans].toSorted((one, other) => priceOf(one) - priceOf(other))[0];
}

function centsADay({ totalCents, period }: RatePlan): number {
  return period === null ? Number.POSITIVE_INFINITY : totalCents / daysOf[period];
}

/** What a message costs in a pack; infinite where it says nothing of messages. */
export function centsAMessage({ totalCents, messages }: Pick<RatePlan, 'totalCents' | 'messages'>): number {
  return messages === null || messages === 0 ? Number.POSITIVE_INFINITY : totalCents / messages;
}

/** Cards that belong together: a group ends where the operator wants space. */
export function groupsOf(plans: readonly RatePlan[]): RatePlan[][] {
  const groups: RatePlan[][] = [];
  for (const [index, plan] of plans.entries()) {
    if (index === 0 || plans[index - 1]?.spaceBelow) groups.push([]);
    groups.at(-1)?.push(plan);
  }
  return groups;
}
