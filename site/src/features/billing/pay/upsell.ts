import type { OwnPayment, OwnSubscription } from '#contract/billing/member-billing.ts';
import type { Quote } from '#contract/billing/orders.ts';
import type { Flow, RatePlan } from '#contract/brand/flow.ts';
import { PREMIUM_LEVELS } from '#contract/kernel/constants.ts';
import { useFlowQuery } from '#site/shell/flow.ts';
import type { Me } from '#site/shell/me.ts';
import { useMember } from '#site/shell/session.ts';
import { useBilling } from '../billing-data.ts';
import { planLists } from '../chosen-plan.ts';
import { useQuote } from './purchase.ts';

type Buyer = Pick<Me, 'premiumLevel' | 'ageVerified'>;

interface Bought {
  payment: Pick<OwnPayment, 'kind' | 'productId'>;
  subscription: Pick<OwnSubscription, 'productId'> | null;
}

/**
 * What of the flow's offers after a purchase is of use to a member who has just bought: sold to them, not worse in every way
 * than what they have, and no pack for those whose messages cost nothing. After an offer that was taken there is no other.
 */
export function findUpsell(
  flow: Pick<Flow, 'id' | 'plans' | 'ageVerification' | 'upsell'>,
  buyer: Buyer,
  { payment: { kind, productId }, subscription }: Bought,
): RatePlan | undefined {
  const isPurchase = kind === 'plan' || kind === 'upgrade';
  if (!isPurchase || productId === null || flow.upsell.includes(productId)) return undefined;
  const owned = new Set([productId, ...(subscription ? [subscription.productId] : [])]);
  const levels = Object.values(flow.plans)
    .flat()
    .filter((plan) => owned.has(plan.productId))
    .map(({ level }) => level);
  const level = Math.max(buyer.premiumLevel, ...levels);
  const { plans, credits } = planLists(flow, { ...buyer, hasBought: true });
  const offers = [...plans, ...credits];
  const isOfUse = (offer: RatePlan) =>
    !owned.has(offer.productId) &&
    !offer.betterOffers.some((id) => owned.has(id)) &&
    (offer.period === null ? level < PREMIUM_LEVELS.top : offer.level >= level);
  return flow.upsell
    .flatMap((id) => offers.filter((offer) => offer.productId === id))
    .find((offer) => isOfUse(offer));
}

export interface Upsell {
  plan: RatePlan;
  /** What it would do to the plan that one has. */
  change: Quote | undefined;
  /** Something is kept that a click can charge. */
  onFile: boolean;
}

/** The offer after the purchase of an order; undefined while it is not known whether there is one, null where there is none. */
export function useUpsell(orderId: string | undefined): Upsell | null | undefined {
  const flow = useFlowQuery();
  const member = useMember();
  const isAsked = orderId !== undefined && flow.data !== undefined && flow.data.upsell.length > 0;
  const { data: billing, isFetching } = useBilling({ enabled: isAsked });
  const payment = billing?.payments.find((each) => each.orderId === orderId);
  const plan =
    isAsked && billing && payment
      ? findUpsell(flow.data, member, { payment, subscription: billing.subscription })
      : undefined;
  // A plan that would begin only when the present one ends is paid then: nothing for a click after a purchase.
  const changes = plan !== undefined && plan.period !== null && billing?.subscription !== null;
  const quote = useQuote({ ...(plan && { productId: plan.productId }) }, changes);
  if (orderId === undefined) return null;
  if (flow.isLoading || (isAsked && !payment && isFetching) || (changes && quote.isLoading)) return undefined;
  if (!plan || (changes && quote.data?.kind !== 'now')) return null;
  return { plan, change: changes ? quote.data : undefined, onFile: (billing?.card ?? null) !== null };
}
