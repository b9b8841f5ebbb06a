import type { User } from '#contract/account/user.ts';
import type { Quote } from '#contract/billing/orders.ts';
import { type Flow, type RatePlan, isOffered } from '#contract/brand/flow.ts';
import { PLAIN_FLOW_ID } from '#contract/kernel/constants.ts';

const NAME = 'chosenPlan';

type Offering = Pick<Flow, 'id' | 'plans' | 'ageVerification'>;
type Buyer = Pick<User, 'premiumLevel' | 'hasBought' | 'ageVerified'>;

export interface PlanLists {
  plans: RatePlan[];
  /** Packs of credits, which stand beside the plans. */
  credits: RatePlan[];
}

/** What the pages of plans show to a member, in order: nothing beside which something else is better in every way. */
export function planLists(flow: Offering, user: Buyer): PlanLists {
  const { plain, standard, credits } = flow.plans;
  const plans = flow.id === PLAIN_FLOW_ID ? offered(plain, user) : arranged(offered(standard, user), user);
  const packs = arranged(offered(credits, user), user);
  const named = new Set(plans.map(({ productId }) => productId));
  const shown = new Set([...plans, ...packs].map(({ productId }) => productId));
  const isGood = ({ betterOffers }: RatePlan) => !betterOffers.some((id) => shown.has(id));
  return {
    plans: plans.filter(isGood),
    credits: packs.filter((pack) => isGood(pack) && !named.has(pack.productId)),
  };
}

/** Whether a card has to confirm the member's age before anything is bought. */
export function needsAgeCheck({ ageVerification, plans }: Offering, user: Buyer): boolean {
  return ageVerification && !user.ageVerified && plans.verification.length > 0;
}

/**
 * Whether a chosen plan is charged to what is on file, once it was looked at and agreed to. Where the age comes first,
 * or nothing is paid before the present plan ends, the payment page has the word.
 */
export function paysAtOnce(
  flow: Offering,
  user: Buyer & Pick<User, 'cardOnFile'>,
  quote: Pick<Quote, 'kind'> | undefined,
): boolean {
  return user.cardOnFile && !needsAgeCheck(flow, user) && quote?.kind !== 'later';
}

/** The plan that a member is led to, without having looked at the others. */
export function firstPlan(flow: Offering, user: Buyer): RatePlan | undefined {
  if (needsAgeCheck(flow, user)) return flow.plans.verification[0];
  const { plans } = planLists(flow, user);
  if (flow.id === PLAIN_FLOW_ID) return plans.find((plan) => !plan.firstPurchaseOnly);
  if (user.premiumLevel > 0) return plans.find((plan) => !plan.firstPurchaseOnly) ?? plans[0];
  return plans.find((plan) => plan.firstPurchaseOnly) ?? plans[0];
}

/** The plan for the payment page: the one chosen in this tab where it is still offered, else the one the rule gives. */
export function readChosenPlan(flow: Offering, user: Buyer): RatePlan | undefined {
  if (needsAgeCheck(flow, user)) return firstPlan(flow, user);
  return rememberedPlan(flow, user) ?? firstPlan(flow, user);
}

/** The plan that was chosen in this tab, where it is still offered. */
export function rememberedPlan(flow: Offering, user: Buyer): RatePlan | undefined {
  const chosen = readChoice();
  const { plans, credits } = planLists(flow, user);
  return [...plans, ...credits].find(({ productId }) => productId === chosen);
}

/** Chooses a plan for the payment page, in this tab. */
export function choosePlan({ productId }: Pick<RatePlan, 'productId'>): void {
  try {
    sessionStorage.setItem(NAME, productId);
  } catch {
    // Without storage the payment page takes the plan that its own rule gives.
  }
}

/** Whether a plan was chosen in this tab. */
export function hasChosenPlan(): boolean {
  return readChoice() !== null;
}

function readChoice(): string | null {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}

function offered(plans: readonly RatePlan[], user: Buyer): RatePlan[] {
  return plans.filter((plan) => isOffered(plan, user));
}

/** Such an offer comes first at level 0, and above it only where there is nothing else. */
function arranged(plans: RatePlan[], { premiumLevel }: Buyer): RatePlan[] {
  const others = plans.filter(({ firstPurchaseOnly }) => !firstPurchaseOnly);
  if (premiumLevel > 0) return others.length > 0 ? others : plans;
  return [...plans.filter(({ firstPurchaseOnly }) => firstPurchaseOnly), ...others];
}
