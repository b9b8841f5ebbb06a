import type { Quote } from '#contract/billing/orders.ts';
import type { FlowSettings } from '#contract/brand/flow.ts';
import { isOffered } from '#contract/brand/flow.ts';
import { taxOf } from '#contract/countries/vat-rates.ts';
import type { Tax, VatEvidence } from '#contract/countries/vat-rates.ts';
import { AGE_CHECK_AMOUNT_CENTS, CURRENCY } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import { vatPercentOf } from '#contract/kernel/money.ts';
import type { MemberContext } from '#server/app.ts';
import { DRAFTED_VERSION } from '#server/brands/walked-flow.ts';
import { addPeriod, nextPeriod, pricePerDay, readTerms, renews } from '../terms/plan-terms.ts';
import type { PlanTerms, RenewingTerms } from '../terms/plan-terms.ts';
import { readUnused } from '../terms/unused-value.ts';
import { readCheckout } from './checkout.sql.ts';
import type { Checkout, Residence } from './checkout.sql.ts';
import { findOpenRenewal } from './subscription.sql.ts';
import type { CurrentPlan } from './subscription.sql.ts';

export interface QuoteRequest {
  productId?: string | undefined;
  renewalId?: string | undefined;
  newCardOnly?: boolean | undefined;
}

/** With what an order needs besides: the version of the plan, and the subscription that it upgrades or renews. */
export interface FullQuote extends Quote {
  version: number | null;
  subscriptionId: string | null;
  /** The purchase that is paid by hand, where a renewal is owed. */
  renewalId: string | null;
  firstOffer: boolean;
  tax: Tax;
}

/** Before its tax is known. A renewal that is owed has its own. */
type Price = Omit<FullQuote, 'vatPercent' | 'tax'> & { vatPercent?: number };

/** What a member would pay, now and later. Fails as the endpoint `quote` says. */
export async function quotePlan(context: MemberContext, request: QuoteRequest): Promise<FullQuote> {
  return quoteFor(context, request, (await readCheckout(context.app, context)) ?? fail('session.dead'));
}

/** The same where it is known what they have and where they live. */
export async function quoteFor(
  context: MemberContext,
  request: QuoteRequest,
  checkout: Pick<Checkout, 'buyer' | 'current' | 'residence'>,
): Promise<FullQuote> {
  const { country, payment } = context.brand.settings;
  const price = await priceFor(context, request, checkout);
  const evidence = evidenceOf(context, checkout.residence);
  const tax = taxOf({ brandCountry: country, oneStopShop: payment.oneStopShop, evidence });
  return { vatPercent: tax.basisPoints / 100, ...price, tax };
}

/** All that speaks for where a buyer lives when they order. With which card they are going to pay is not known yet. */
function evidenceOf({ brand, addressCountry }: MemberContext, { place, card }: Residence): VatEvidence {
  return {
    place: place ?? brand.settings.country,
    ...(addressCountry !== undefined && { address: addressCountry }),
    ...(card !== null && { card }),
  };
}

async function priceFor(
  context: MemberContext,
  request: QuoteRequest,
  { buyer, current }: Pick<Checkout, 'buyer' | 'current'>,
): Promise<Price> {
  const { clock } = context.app;
  const { language } = context;
  const now = clock.now();
  const flow = flowOf(context, buyer.flow_id);
  const isCheck = request.productId !== undefined && flow.plans.verification.includes(request.productId);
  if (flow.ageVerification && !buyer.age_verified_at && !isCheck) return fail('age.unverified');
  if (request.newCardOnly) {
    // A card is kept for a plan's renewals; without a plan there is nothing to keep one for.
    const subscriptionId = current?.id ?? fail('order.no_plan');
    return { ...nothing, purchase: 'card', startsAt: now.getTime(), subscriptionId };
  }
  if (request.renewalId !== undefined) return quoteRenewal(context, current, request.renewalId);
  const plan = await findOffered(context, flow, request.productId, buyer.first_bought_at !== null);
  if (isCheck) {
    return {
      ...nothing,
      ...nameOf(plan, language),
      purchase: 'verification',
      amountCents: AGE_CHECK_AMOUNT_CENTS,
      startsAt: now.getTime(),
    };
  }
  if (!renews(plan) || !current) return quoteNow(context, plan, now);
  if (current.product_id !== plan.product_id) return quoteInstead(context, current, plan);
  // The plan one has cannot be bought again, but what is owed for it can be paid.
  return current.state === 'active' ? fail('order.already_yours') : quoteRenewal(context, current);
}

/** A flow that an operator has taken away leaves its members in the brand's own. */
function flowOf({ brand }: MemberContext, flowId: string): FlowSettings {
  const flow = brand.flows.get(flowId) ?? brand.flows.get(brand.settings.defaultFlow);
  if (!flow) throw new Error(`brand ${brand.key} has no default flow`);
  return flow;
}

/** The plan, where a list of the member's own flow has it and it is sold to them. */
async function findOffered(
  { app, brand, brandId }: MemberContext,
  { plans }: FlowSettings,
  productId: string | undefined,
  hasBought: boolean,
): Promise<PlanTerms> {
  const settings = productId === undefined ? undefined : brand.plans.get(productId);
  const isListed = Object.values(plans).some((list) => list.some((one) => one === productId));
  if (!settings || !isListed || !isOffered(settings, { hasBought: false })) return fail('order.plan_unknown');
  if (!isOffered(settings, { hasBought })) return fail('order.first_purchase_only');
  const { version } = settings;
  // A walk shows what a plan is going to cost; what is agreed to at an order is known of versions alone.
  if (version === DRAFTED_VERSION) return fail('walk.stops_here');
  return (
    (await readTerms(app, app.db, { brandId, productId: settings.productId, version })) ??
    fail('order.plan_unknown')
  );
}

const nothing = {
  kind: 'now',
  productId: null,
  version: null,
  name: null,
  amountCents: 0,
  creditCents: 0,
  currency: CURRENCY,
  renewalCents: null,
  period: null,
  renewsAt: null,
  credits: 0,
  subscriptionId: null,
  renewalId: null,
  firstOffer: false,
} as const satisfies Partial<Price>;

function nameOf({ product_id: productId, version, name }: PlanTerms, language: Language) {
  return { productId, version, name: name[language] };
}

function quoteNow({ brand, language }: MemberContext, plan: PlanTerms, now: Date): Price {
  const { country } = brand.settings;
  return {
    ...nothing,
    ...nameOf(plan, language),
    purchase: 'plan',
    amountCents: plan.price_cents,
    renewalCents: plan.renewal_cents,
    period: plan.every,
    startsAt: now.getTime(),
    renewsAt: plan.every && addPeriod(now, plan.every, country).getTime(),
    credits: plan.credits,
    firstOffer: plan.first_purchase_only,
  };
}

/** A better plan begins now, less what is left of the present one; any other when that is over, unless it is over already. */
async function quoteInstead(
  context: MemberContext,
  current: CurrentPlan,
  plan: RenewingTerms,
): Promise<Price> {
  const { db, clock } = context.app;
  const { brand, brandId } = context;
  const now = clock.now();
  const { id: subscriptionId, period_end: end } = current;
  const better = pricePerDay(plan) > pricePerDay(current);
  const full = { ...quoteNow(context, plan, now), subscriptionId };
  if (!better && current.state === 'active' && end > now) {
    const at = end.getTime();
    return {
      ...full,
      kind: 'later',
      amountCents: 0,
      startsAt: at,
      renewsAt: at,
      credits: plan.renewal_credits,
    };
  }
  const { country } = brand.settings;
  const unused = await readUnused(db, { brandId, id: subscriptionId, country, at: now });
  const creditCents = Math.min(unused.daysCents, plan.price_cents);
  return { ...full, purchase: 'upgrade', creditCents, amountCents: plan.price_cents - creditCents };
}

async function quoteRenewal(
  context: MemberContext,
  current: CurrentPlan | undefined,
  renewalId?: string,
): Promise<Price> {
  const { db, clock } = context.app;
  const { brand, brandId } = context;
  const { country } = brand.settings;
  const owed = current?.state === 'past_due' && (await findOpenRenewal(db, brandId, current));
  if (!current || !owed || owed.id !== (renewalId ?? owed.id)) return fail('order.nothing_due');
  const plan = await readTerms(context.app, db, {
    brandId,
    productId: owed.product_id,
    version: owed.version,
  });
  if (!plan || !renews(plan)) throw new Error('a renewal of no plan');
  const now = clock.now();
  const { start, end } = nextPeriod(current, { every: plan.every, country, at: now });
  return {
    ...quoteNow(context, plan, now),
    purchase: 'renewal',
    amountCents: owed.amount_cents,
    startsAt: start.getTime(),
    renewsAt: end.getTime(),
    credits: owed.credits,
    vatPercent: vatPercentOf({ country, vatBasisPoints: owed.vatBasisPoints }),
    subscriptionId: current.id,
    renewalId: owed.id,
  };
}
