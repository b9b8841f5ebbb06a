import { countries } from '#contract/countries/list.ts';
import { noticeDays, vatPercentOf } from '#contract/kernel/money.ts';
import { newId } from '#server/platform/ids.ts';
import type { StoredPaymentMethod } from '../providers/provider.ts';
import { addPeriod, nextPeriod, renews } from '../subscriptions/plan-terms.ts';
import type { PlanTerms, RenewingTerms } from '../subscriptions/plan-terms.ts';
import { advance, pollAfter } from './attempts.ts';
import type { Known } from './attempts.ts';
import { chargeLines } from './bookkeeping.ts';
import type { EventSource } from './payment-events.ts';
import type { SettlementFacts } from './settlement-facts.sql.ts';
import type { SettledMethod, SettledPlan, Settlement } from './settlement.sql.ts';

/**
 * What follows from a verdict on a charge, by what is known now.
 * `nothing`: it is known already. `under_lock`: it is one of the rare cases that need more than one statement: money that
 * goes back, a plan in place of another, a card for the file, an offer for a first purchase, an erased account.
 */
export function decideSettlement(
  facts: SettlementFacts,
  verdict: Known,
  terms: PlanTerms | null,
  { at, source }: { at: Date; source: EventSource },
): Settlement | 'nothing' | 'under_lock' {
  const { attempt, purchase, payer } = facts;
  const next = advance(attempt.state, verdict);
  if (!next) {
    const stored = verdict.state === 'captured' ? verdict.stored : null;
    return stored && !facts.methods.some((method) => isSame(method, facts, stored))
      ? 'under_lock'
      : 'nothing';
  }
  if (!payer) return 'under_lock';
  const found = 'reference' in verdict ? verdict.reference : null;
  const settlement: Settlement = {
    brandId: purchase.brandId,
    accountId: purchase.accountId,
    attemptId: attempt.id,
    purchaseId: purchase.id,
    provider: attempt.provider,
    at,
    seen: { moneyVersion: payer.moneyVersion, state: attempt.state },
    attempt: {
      ...next,
      reference: found ?? attempt.reference,
      step: verdict.state === 'requires_action' ? verdict.step : null,
      capturedCents: attempt.captured_cents,
      capturedAt: null,
      payerCountry: verdict.state === 'captured' ? (verdict.payerCountry ?? null) : null,
      pollAt: pollAfter(next.state, at),
    },
    purchaseState: null,
    level: null,
    hasBought: false,
    method: null,
    others: [],
    forgotten: [],
    plan: null,
    credits: null,
    entries: [],
    conversion: null,
    source,
    held: verdict.state === 'error' ? (verdict.held ?? null) : null,
  };
  if (verdict.state === 'declined') {
    // A renewal is tried again; what a member pays for at a page they order again.
    const isOver = purchase.kind !== 'renewal' && purchase.state === 'awaiting_payment';
    const useless = verdict.dropToken
      ? facts.methods.filter(({ id, isActive }) => isActive && id === attempt.payment_method_id)
      : [];
    return {
      ...settlement,
      purchaseState: isOver ? 'failed' : null,
      others: useless.map(({ id }) => ({ id, status: 'revoked' })),
      forgotten: useless.map(({ provider, token }) => ({ provider, token })),
    };
  }
  if (verdict.state !== 'captured') return settlement;
  if (!terms || !isWanted(facts, verdict.amountCents, terms)) return 'under_lock';
  const method = verdict.stored ? decideMethod(facts, verdict.stored, at) : null;
  if (method === 'under_lock') return 'under_lock';
  const paymentMethodId = method?.id ?? attempt.payment_method_id;
  const plan = renews(terms) ? decidePlan(facts, terms, { paymentMethodId, at }) : null;
  // Kept for a plan that is not there.
  if (method && !method.forPacks && plan?.paymentMethodId !== method.id) return 'under_lock';
  const { others, forgotten } = decideOthers(facts, method, plan);
  // The payer never agreed to keeping it.
  if (verdict.stored && !method) forgotten.push({ provider: attempt.provider, token: verdict.stored.token });
  return {
    ...settlement,
    ...give(facts, verdict.amountCents, terms, at),
    attempt: { ...settlement.attempt, capturedCents: verdict.amountCents, capturedAt: at },
    method,
    others,
    forgotten,
    plan,
  };
}

/** What the member gets besides the plan itself, and what the books and the funnel say of it. */
function give(
  { purchase, payer }: SettlementFacts,
  cents: number,
  terms: PlanTerms,
  at: Date,
): Pick<Settlement, 'purchaseState' | 'level' | 'hasBought' | 'credits' | 'entries' | 'conversion'> {
  const isRenewal = purchase.kind === 'renewal';
  const transactionId = newId(at.getTime());
  return {
    purchaseState: 'fulfilled',
    level: terms.level > (payer?.level ?? 0) ? terms.level : null,
    hasBought: payer?.hasBought === false,
    credits:
      purchase.credits > 0 ? { amount: purchase.credits, reason: isRenewal ? 'renewal' : 'purchase' } : null,
    entries: chargeLines(cents, vatPercentOf(purchase)).map(({ account, cents: amount }, index) => ({
      transaction_id: transactionId,
      line: index + 1,
      account,
      cents: amount,
    })),
    conversion: cents > 0 ? (isRenewal ? 'renewal' : 'sale') : null,
  };
}

/** Whether the money is for something that the member still wants, and is as much as was asked for. What is rare is not said to be. */
function isWanted({ attempt, purchase, plan }: SettlementFacts, cents: number, terms: PlanTerms): boolean {
  if (cents !== attempt.amount_cents || purchase.state !== 'awaiting_payment') return false;
  if (purchase.kind === 'renewal')
    return plan?.id === purchase.subscriptionId && plan?.period === (purchase.period ?? 0) - 1;
  // Two plans at once are of no use, nor are two offers for a first purchase.
  return purchase.kind === 'plan' && !(plan && renews(terms)) && !terms.first_purchase_only;
}

function decidePlan(
  { purchase, plan }: SettlementFacts,
  terms: RenewingTerms,
  { paymentMethodId, at }: { paymentMethodId: string | null; at: Date },
): SettledPlan {
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

function isSame(
  { provider, token }: SettlementFacts['methods'][number],
  { attempt }: SettlementFacts,
  stored: StoredPaymentMethod,
): boolean {
  return token === stored.token && provider === attempt.provider;
}

/** What becomes of the payment method that the provider has stored: nothing where the payer did not agree to keeping it. */
function decideMethod(
  facts: SettlementFacts,
  stored: StoredPaymentMethod,
  at: Date,
): SettledMethod | null | 'under_lock' {
  const { attempt, methods } = facts;
  if (attempt.keeps_for === null) return null;
  const isForPacks = attempt.keeps_for === 'clicks';
  const known = methods.find((method) => isSame(method, facts, stored));
  // A member who had it taken off the file does not get it back because a provider says the same thing twice.
  if (known?.retiredAt && new Date(known.retiredAt) >= at) return 'under_lock';
  return {
    id: known?.id ?? newId(at.getTime()),
    isNew: known === undefined,
    forPacks: isForPacks || (known?.forPacks ?? false),
    token: stored.token,
    kind: attempt.method === 'on_file' ? 'card' : attempt.method,
    network: stored.network ?? attempt.network,
    lastFour: stored.lastFour ?? attempt.last_four,
    expiryMonth: stored.expiryMonth,
    expiryYear: stored.expiryYear,
    fingerprint: attempt.fingerprint,
  };
}

/** One is kept for packs, and one for the plan: whatever is neither any more is not kept at all. */
function decideOthers(
  { methods, plan: current }: SettlementFacts,
  method: SettledMethod | null,
  plan: SettledPlan | null,
): Pick<Settlement, 'others' | 'forgotten'> {
  const renewedBy = plan?.paymentMethodId ?? current?.paymentMethodId ?? null;
  const others: Settlement['others'] = [];
  const forgotten: Settlement['forgotten'] = [];
  for (const { id, isActive, forPacks, provider, token } of methods) {
    if (!isActive || id === method?.id) continue;
    const isKeptForPacks = forPacks && !method?.forPacks;
    if (id !== renewedBy && !isKeptForPacks) {
      others.push({ id, status: 'removed' });
      forgotten.push({ provider, token });
    } else if (forPacks && !isKeptForPacks) others.push({ id, status: 'active' });
  }
  return { others, forgotten };
}
