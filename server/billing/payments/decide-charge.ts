import { countries } from '#contract/countries/list.ts';
import { noticeDays, vatPercentOf } from '#contract/kernel/money.ts';
import { newId } from '#server/platform/ids.ts';
import { chargeLines, unwantedLines } from '../books/bookkeeping.ts';
import type { StoredPaymentMethod, Verdict } from '../providers/provider.ts';
import { addPeriod, nextPeriod, renews } from '../terms/plan-terms.ts';
import type { PlanTerms, RenewingTerms } from '../terms/plan-terms.ts';
import { shareOut, unusedOf } from '../terms/unused-value.ts';
import { advance, pollAfter } from './attempts.ts';
import type { ChargeVerdict } from './attempts.ts';
import { beginRefunds } from './begin-refunds.ts';
import { emptyChange } from './change.ts';
import type { Change, KeptMethod, PaidPeriod, PlanChange } from './change.ts';
import type { ChargeFacts } from './charge-facts.sql.ts';
import type { EventSource } from './payment-events.ts';

/** What a provider says of a charge, or that it has stored what the charge was paid with. */
export type ChargeEvent = { verdict: ChargeVerdict } | { stored: StoredPaymentMethod };

interface Circumstances {
  at: Date;
  source: EventSource;
  /** All members share the test cards: they distinguish no one. */
  sandbox: boolean;
}

type Captured = Extract<Verdict, { state: 'captured' }>;
type Part = Partial<Change>;

/** What follows from an event about a charge, by what is known now. Null where that is nothing. */
export function decideCharge(
  facts: ChargeFacts,
  event: ChargeEvent,
  terms: PlanTerms | null,
  circumstances: Circumstances,
): Change | null {
  if ('stored' in event)
    return facts.attempt.payment_method_id === null
      ? decideLate(facts, event.stored, undefined, circumstances)
      : null;
  const { verdict } = event;
  const { attempt } = facts;
  const next = advance(attempt.state, verdict);
  if (!next)
    return verdict.state === 'captured'
      ? decideLate(facts, verdict.stored, verdict.payerCountry, circumstances)
      : null;
  const { at, source } = circumstances;
  const found = 'reference' in verdict ? verdict.reference : null;
  const moved = {
    ...next,
    reference: found ?? attempt.reference,
    step: verdict.state === 'requires_action' ? verdict.step : null,
    capturedCents: attempt.captured_cents,
    capturedAt: null,
    payerCountry: null,
    pollAt: pollAfter(next.state, at),
  };
  const change = { ...nothingBut(facts, { at, source }), attempt: moved };
  switch (verdict.state) {
    case 'captured': {
      const { amountCents: capturedCents, payerCountry = null } = verdict;
      const taken = { ...moved, capturedCents, capturedAt: at, payerCountry };
      return { ...change, attempt: taken, ...decideCapture(facts, verdict, terms, circumstances) };
    }
    case 'declined':
      return { ...change, ...decideDecline(facts, verdict.dropToken) };
    case 'error':
      return { ...change, held: verdict.held ?? null };
    case 'absent':
    case 'processing':
    case 'requires_action':
    case 'unknown':
      return change;
  }
}

function nothingBut(
  { attempt, purchase, payer }: ChargeFacts,
  { at, source }: Pick<Circumstances, 'at' | 'source'>,
): Change {
  const { brandId, accountId } = purchase;
  return {
    ...emptyChange({ brandId, accountId, at }),
    charge: { attemptId: attempt.id, purchaseId: purchase.id, provider: attempt.provider },
    seen: { moneyVersion: payer?.moneyVersion ?? null, state: attempt.state },
    source,
  };
}

function decideDecline({ attempt, purchase, methods }: ChargeFacts, dropToken: boolean): Part {
  // A renewal is tried again; what a member pays for at a page they order again.
  const isOver = purchase.kind !== 'renewal' && purchase.state === 'awaiting_payment';
  const useless = dropToken
    ? methods.filter(({ id, isActive }) => isActive && id === attempt.payment_method_id)
    : [];
  return {
    purchaseState: isOver ? 'failed' : null,
    others: useless.map(({ id }) => ({ id, status: 'revoked' })),
    forgotten: useless.map(({ provider, token }) => ({ provider, token })),
  };
}

/** Money was taken: it goes into the books, and the payer gets what it was for, or gets it back. */
function decideCapture(
  facts: ChargeFacts,
  verdict: Captured,
  terms: PlanTerms | null,
  { at, sandbox }: Circumstances,
): Part {
  const { attempt, purchase, payer } = facts;
  const cents = verdict.amountCents;
  const stored = verdict.stored ? keepStored(facts, verdict.stored, at, at) : NOT_KEPT;
  const methodId = stored.method?.id ?? attempt.payment_method_id;
  const reason = whyUnwanted(facts, cents, terms);
  if (reason) {
    const { id: attemptId, provider } = attempt;
    const refund = { attemptId, purchaseId: purchase.id, provider, amountCents: cents };
    return {
      entries: unwantedLines(cents),
      ...beginRefunds(cents > 0 ? [refund] : [], reason, 0),
      ...decideMethods(facts, stored, facts.plan?.paymentMethodId ?? null),
    };
  }
  const isRenewal = purchase.kind === 'renewal';
  const common: Part = {
    purchaseState: 'fulfilled',
    entries: chargeLines(cents, vatPercentOf(purchase)),
    conversion:
      cents > 0
        ? {
            fact: isRenewal ? 'renewal' : 'sale',
            subjectId: attempt.id,
            purchaseId: purchase.id,
            amountCents: cents,
          }
        : null,
  };
  // Of an account that is erased nothing is left that could get anything.
  if (!payer) return { ...common, ...decideMethods(facts, stored, null) };
  if (purchase.kind === 'verification' || purchase.kind === 'card' || !terms) {
    const planChange = purchase.kind === 'card' ? decideCardChange(facts, methodId, at) : null;
    const renewedBy = planChange?.paymentMethodId ?? facts.plan?.paymentMethodId ?? null;
    const isOfAge = purchase.kind === 'verification';
    return { ...common, isOfAge, planChange, ...decideMethods(facts, stored, renewedBy) };
  }
  const plan = renews(terms) ? decidePeriod(facts, terms, { paymentMethodId: methodId, at }) : null;
  const renewedBy = plan?.isNew
    ? plan.paymentMethodId
    : (plan?.paymentMethodId ?? facts.plan?.paymentMethodId ?? null);
  return {
    ...common,
    ...(plan?.isNew && facts.plan && decideReplacement(facts, at)),
    offerCard: purchase.firstOffer && !sandbox ? attempt.fingerprint : null,
    level: terms.level > payer.level ? terms.level : null,
    isFirst: !payer.hasBought,
    credits:
      purchase.credits > 0 ? { amount: purchase.credits, reason: isRenewal ? 'renewal' : 'purchase' } : null,
    plan,
    ...decideMethods(facts, stored, renewedBy),
  };
}

/** Why a payment goes back at once, if it does: it came too late, or for something that is paid already. */
function whyUnwanted(
  { attempt, purchase, plan, boughtSince, offerTaken }: ChargeFacts,
  cents: number,
  terms: PlanTerms | null,
): 'duplicate' | 'late' | undefined {
  const { kind, state, subscriptionId } = purchase;
  if (state === 'paid' || state === 'fulfilled') return 'duplicate';
  if (cents !== attempt.amount_cents) return 'late';
  if (kind === 'verification' || kind === 'card') return undefined;
  // Called off by the member, or a renewal of a plan that has ended.
  if (state === 'expired') return 'late';
  if (kind === 'renewal') {
    const isDue = plan?.id === subscriptionId && plan?.period === (purchase.period ?? 0) - 1;
    return isDue ? undefined : 'late';
  }
  if (kind === 'upgrade') return plan?.id === subscriptionId ? undefined : 'late';
  // Two plans at once are of no use, nor are two offers for a first purchase, nor what was ordered again and paid.
  return (plan && terms && renews(terms)) || offerTaken || boughtSince ? 'duplicate' : undefined;
}

/** A plan that was bought, or the next period of the present one. */
function decidePeriod(
  { purchase, plan }: ChargeFacts,
  terms: RenewingTerms,
  { paymentMethodId, at }: { paymentMethodId: string | null; at: Date },
): PaidPeriod {
  const { country, credits } = purchase;
  const { every, product_id: productId, version, renewal_cents: renewalCents } = terms;
  const common = { productId, version, paymentMethodId, credits };
  const notice = noticeDays(country, every);
  if (plan && purchase.kind === 'renewal') {
    const { id, period, periodEnd, createdAt } = plan;
    const { start, end } = nextPeriod(
      { period_end: periodEnd, created_at: createdAt },
      { every, country, at },
    );
    // Where there is no time for another notice, paying for a period is when the next is announced.
    const noticeCents = notice === 0 ? renewalCents : null;
    return { ...common, id, isNew: false, period: period + 1, start, end, noticeCents };
  }
  const noticeCents = notice < countries[country].noticeDays ? renewalCents : null;
  const end = addPeriod(at, every, country);
  return { ...common, id: newId(), isNew: true, period: 1, start: at, end, noticeCents };
}

/** What is unused of the plan before went into the price of the better one; what is more than that goes back. */
function decideReplacement({ plan, purchase, paidFor }: ChargeFacts, at: Date): Part {
  if (!plan) return {};
  const unused = paidFor && unusedOf(paidFor, purchase.country, at);
  const parts = unused ? shareOut(unused, unused.daysCents - purchase.creditCents) : [];
  // The payer keeps what they paid for.
  const refunds = beginRefunds(parts, 'replaced', 0);
  return { ended: { id: plan.id, state: 'canceled', reason: 'replaced' }, ...refunds };
}

/** The provider may send the token later, by an event of its own: the plan renews again all the same. */
function decideCardChange(
  { plan, purchase }: ChargeFacts,
  methodId: string | null,
  at: Date,
): PlanChange | null {
  if (!plan || plan.id !== purchase.subscriptionId) return null;
  // A plan that was left stays left.
  const resumes =
    plan.state === 'active' &&
    plan.endReason === 'no_card' &&
    plan.nextChargeAt === null &&
    plan.periodEnd > at;
  if (methodId === null && !resumes) return null;
  return {
    id: plan.id,
    ...(methodId !== null && { paymentMethodId: methodId }),
    ...(resumes && { nextChargeAt: plan.periodEnd, endReason: null }),
  };
}

/** What arrives after the capture: a token, or where the payer's money is from. */
function decideLate(
  facts: ChargeFacts,
  named: StoredPaymentMethod | null,
  country: string | undefined,
  { at, source }: Circumstances,
): Change | null {
  const { attempt, purchase, plan } = facts;
  // Kept before the charge is known to be good, it would be charged for a payer who never paid.
  if (!attempt.captured_at) return null;
  const lateCountry = attempt.payer_country === null ? (country ?? null) : null;
  const isNews = named && !findStored(facts, named);
  if (!isNews) return lateCountry === null ? null : { ...nothingBut(facts, { at, source }), lateCountry };
  const paidAt = attempt.captured_at;
  const stored = keepStored(facts, named, paidAt, at);
  const isForPlan = attempt.keeps_for === 'renewals' && purchase.state === 'fulfilled';
  const attaches =
    stored.method && isForPlan && plan?.id === purchase.subscriptionId && !hasNewer(facts, paidAt);
  const planChange =
    attaches && plan && stored.method ? { id: plan.id, paymentMethodId: stored.method.id } : null;
  const renewedBy = planChange?.paymentMethodId ?? plan?.paymentMethodId ?? null;
  return {
    ...nothingBut(facts, { at, source }),
    lateCountry,
    planChange,
    ...decideMethods(facts, stored, renewedBy),
  };
}

/** The plan has got something newer than a payment of then. */
function hasNewer({ methods, plan }: ChargeFacts, paidAt: Date): boolean {
  return methods.some(
    ({ id, isActive, createdAt }) => id === plan?.paymentMethodId && isActive && new Date(createdAt) > paidAt,
  );
}

function findStored({ methods, attempt }: ChargeFacts, { token: named }: StoredPaymentMethod) {
  return methods.find(({ provider, token }) => token === named && provider === attempt.provider);
}

/** What becomes of a token that the provider has stored: it is kept, or to be forgotten, or neither. */
interface Stored {
  method: KeptMethod | null;
  forget: string | null;
}

const NOT_KEPT: Stored = { method: null, forget: null };

function keepStored(facts: ChargeFacts, stored: StoredPaymentMethod, paidAt: Date, at: Date): Stored {
  const { attempt, methods, payer } = facts;
  const isForPacks = attempt.keeps_for === 'clicks';
  // News of a payment may be late: what was kept for packs since stays.
  const isOutdated =
    isForPacks &&
    methods.some(({ isActive, forPacks, createdAt }) => isActive && forPacks && new Date(createdAt) > paidAt);
  // The payer never agreed to keeping it.
  if (attempt.keeps_for === null || !payer || isOutdated) return { method: null, forget: stored.token };
  const known = findStored(facts, stored);
  // A member who had it taken off the file does not get it back because a provider says the same thing twice.
  if (known?.retiredAt && new Date(known.retiredAt) >= paidAt) return NOT_KEPT;
  const method: KeptMethod = {
    id: known?.id ?? newId(at.getTime()),
    isNew: known === undefined,
    forPacks: isForPacks || (known?.isActive === true && known.forPacks),
    token: stored.token,
    kind: attempt.method === 'on_file' ? 'card' : attempt.method,
    network: stored.network ?? attempt.network,
    lastFour: stored.lastFour ?? attempt.last_four,
    expiryMonth: stored.expiryMonth,
    expiryYear: stored.expiryYear,
    fingerprint: attempt.fingerprint,
  };
  return { method, forget: null };
}

/** One is kept for packs, and one for the plan: whatever is neither any more is not kept at all. */
function decideMethods(
  { methods, attempt }: ChargeFacts,
  stored: Stored,
  renewedBy: string | null,
): Pick<Change, 'method' | 'others' | 'forgotten'> {
  const isUsed = stored.method !== null && (stored.method.forPacks || stored.method.id === renewedBy);
  const method = isUsed ? stored.method : null;
  const forget = stored.forget ?? (isUsed ? null : (stored.method?.token ?? null));
  const forgotten: Change['forgotten'] =
    forget === null ? [] : [{ provider: attempt.provider, token: forget }];
  const others: Change['others'] = [];
  for (const { id, isActive, forPacks, provider, token } of methods) {
    if (!isActive || id === method?.id) continue;
    const isKeptForPacks = forPacks && !method?.forPacks;
    if (id !== renewedBy && !isKeptForPacks) {
      others.push({ id, status: 'removed' });
      if (token !== forget || provider !== attempt.provider) forgotten.push({ provider, token });
    } else if (forPacks && !isKeptForPacks) others.push({ id, status: 'active' });
  }
  return { method, others, forgotten };
}
