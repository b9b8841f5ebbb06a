import type { ProviderStep } from '#contract/billing/charges.ts';
import { paymentDecided } from '#contract/billing/payment-outcome.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { conversationChanged } from '#contract/chat/live.ts';
import type { App } from '#server/app.ts';
import { tellBalance } from '#server/credits/notify-balance.ts';
import { isCollision, isUniqueViolation, transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import type { StoredPaymentMethod } from '../providers/provider.ts';
import { wakeReceipts } from '../receipts/issue-document.ts';
import { readTerms } from '../subscriptions/plan-terms.ts';
import { advance, isOpen, pollAfter, changeAttempt, lockAttempt, saveLatePayerCountry } from './attempts.ts';
import type { Known, AttemptState, AttemptRow } from './attempts.ts';
import { decideSettlement } from './decide-settlement.ts';
import { fulfilPurchase } from './fulfil-purchase.ts';
import type { Purchase } from './orders.sql.ts';
import { changePurchase } from './orders.sql.ts';
import { eventOf, recordEvents } from './payment-events.ts';
import type { EventSource } from './payment-events.ts';
import { attachToPlan, dropUnused, revokePaymentMethod, savePaymentMethod } from './payment-methods.ts';
import { readSettlementFacts, settlementFacts } from './settlement-facts.sql.ts';
import type { Asked, SettlementFacts } from './settlement-facts.sql.ts';
import { settlementWrites, writeSettlements } from './settlement.sql.ts';
import type { Settlement } from './settlement.sql.ts';

/** The state of a payment attempt, together with its purchase. */
export interface PaymentStatus {
  attemptId: string;
  state: AttemptState;
  outcome: PaymentOutcome | null;
  step: ProviderStep | null;
  provider: AttemptRow['provider'];
  purchase: Purchase;
}

export interface Learned {
  brandId: string;
  attemptId: string;
  verdict: Known;
  /** How we learned it; by the answer to the charge where nothing is said. */
  source?: EventSource;
}

/** Takes a verdict into account with everything that follows from it. Verdicts may come twice, late and in any order. */
export async function recordOutcome(app: App, learned: Learned): Promise<PaymentStatus> {
  const [status] = await recordOutcomes(app, [learned]);
  if (!status) throw new Error('no such attempt');
  return status;
}

/** So often a decision is made again that others have overtaken; then it is made while no other transaction can change anything. */
const MOST_TRIES = 3;

/**
 * The same for many, of an account at most one, in the order given: one read, a decision for each, one guarded write.
 * What was decided by something that has changed since is decided again, and what is rare is done under a lock.
 */
export async function recordOutcomes(app: App, learned: readonly Learned[]): Promise<PaymentStatus[]> {
  const known = new Map<string, PaymentStatus>();
  let open = learned;
  for (let attempt = 0; open.length > 0 && attempt < MOST_TRIES; attempt += 1)
    open = await settleAtOnce(app, open, known);
  for (const one of open) known.set(one.attemptId, await recordUnderLock(app, one));
  return learned.flatMap(({ attemptId }) => known.get(attemptId) ?? []);
}

/** Answers with those that have to be decided again. */
async function settleAtOnce(
  app: App,
  learned: readonly Learned[],
  known: Map<string, PaymentStatus>,
): Promise<Learned[]> {
  const facts = await readFacts(
    app,
    learned.map(({ brandId, attemptId, verdict }) => ({ brandId, attemptId, token: tokenOf(verdict) })),
  );
  const at = app.clock.now();
  const rare: Learned[] = [];
  const settlements: Settlement[] = [];
  for (const one of learned) {
    const seen = facts.get(one.attemptId);
    if (!seen) throw new Error('no such attempt');
    const { attempt, purchase } = seen;
    const terms = one.verdict.state === 'captured' ? await readTerms(app, app.db, purchase) : null;
    const settlement = decideSettlement(seen, one.verdict, terms, { at, source: one.source ?? 'answer' });
    if (settlement === 'under_lock') rare.push(one);
    else if (settlement === 'nothing') {
      known.set(one.attemptId, statusOf(one, seen, { state: attempt.state, outcome: attempt.outcome }));
      await saveLatePayerCountry(app.db, one);
    } else settlements.push(settlement);
  }
  const written = settlements.length > 0 ? await writeOrCollide(app, settlements) : new Set<string>();
  const raised: Settlement[] = [];
  for (const settlement of settlements) {
    const { attemptId, attempt, purchaseState } = settlement;
    const seen = facts.get(attemptId);
    const one = learned.find((learnt) => learnt.attemptId === attemptId);
    if (!seen || !one || !written.has(attemptId)) continue;
    known.set(attemptId, statusOf(one, seen, attempt, purchaseState, settlement.plan?.id));
    app.metrics.payments.inc({ provider: seen.attempt.provider, state: attempt.state });
    tellOwner(app, seen.purchase, seen.attempt.state, attempt);
    if (purchaseState === 'fulfilled') raised.push(settlement);
  }
  if (raised.length > 0) wakeReceipts(app);
  await tellBalances(app, raised, facts);
  for (const one of rare) known.set(one.attemptId, await recordUnderLock(app, one));
  return learned.filter(({ attemptId }) => !known.has(attemptId));
}

function tokenOf(verdict: Known): string | null {
  return verdict.state === 'captured' ? (verdict.stored?.token ?? null) : null;
}

/** A single one goes with whatever else is asked for at this moment; many are a batch already. */
async function readFacts(
  { db, batches }: App,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, SettlementFacts>> {
  const [one, ...others] = asked;
  if (!one || others.length > 0) return readSettlementFacts(db, asked);
  const facts = await batches.add(settlementFacts, one);
  return new Map(facts && [[one.attemptId, facts]]);
}

/** None is written where two got in each other's way: another plan began at the same moment, or the database ended one of them. */
async function writeOrCollide(
  { db, batches }: App,
  settlements: readonly Settlement[],
): Promise<Set<string>> {
  const [one, ...others] = settlements;
  try {
    if (!one || others.length > 0) return await writeSettlements(db, settlements);
    return new Set((await batches.add(settlementWrites, one)) ? [one.attemptId] : []);
  } catch (error) {
    if (isUniqueViolation(error) || isCollision(error)) return new Set();
    throw error;
  }
}

function statusOf(
  { attemptId, verdict }: Learned,
  { attempt, purchase }: SettlementFacts,
  { state, outcome }: Pick<PaymentStatus, 'state' | 'outcome'>,
  purchaseState: Purchase['state'] | null = null,
  subscriptionId?: string,
): PaymentStatus {
  return {
    attemptId,
    state,
    outcome,
    step: verdict.state === 'requires_action' ? verdict.step : null,
    provider: attempt.provider,
    purchase: {
      ...purchase,
      state: purchaseState ?? purchase.state,
      subscriptionId: subscriptionId ?? purchase.subscriptionId,
    },
  };
}

/** All devices learn the new balance, and read their conversations again where the level has risen. */
async function tellBalances(
  app: App,
  settlements: readonly Settlement[],
  facts: ReadonlyMap<string, SettlementFacts>,
): Promise<void> {
  for (const { brandId, accountId, attemptId, level } of settlements) {
    const to = { brandId, accountIds: [accountId] };
    if (!app.realtime.hasListeners(to)) continue;
    await tellBalance(app, { brandId, accountId });
    if ((level ?? 0) > (facts.get(attemptId)?.payer?.level ?? 0))
      app.realtime.emit(to, conversationChanged, { profileId: null });
  }
}

function tellOwner(
  app: App,
  purchase: Purchase,
  before: AttemptState,
  { state, outcome }: Pick<Settlement['attempt'], 'state' | 'outcome'>,
): void {
  if (!isNews(purchase, before, state)) return;
  const { brandId, accountId, id: orderId } = purchase;
  app.realtime.emit({ brandId, accountIds: [accountId] }, paymentDecided, {
    orderId,
    type: state === 'captured' ? 'paid' : 'not_paid',
    outcome,
  });
}

/** In a transaction that holds the account's money, with everything that may follow. */
export function recordUnderLock(app: App, learned: Learned): Promise<PaymentStatus> {
  return transact(app.db, (tx, afterCommit) => apply(app, tx, afterCommit, learned));
}

async function apply(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, attemptId, verdict, source = 'answer' }: Learned,
): Promise<PaymentStatus> {
  const { attempt, purchase } = await lockAttempt(tx, brandId, attemptId);
  const next = advance(attempt.state, verdict);
  const step = verdict.state === 'requires_action' ? verdict.step : null;
  const status = { attemptId, step, provider: attempt.provider };
  if (!next) {
    await saveLatePayerCountry(tx, { brandId, attemptId, verdict });
    if (verdict.state === 'captured' && verdict.stored) {
      await saveLate(tx, { attempt, purchase, stored: verdict.stored, at: app.clock.now() });
    }
    return { ...status, state: attempt.state, outcome: attempt.outcome, purchase };
  }
  const at = app.clock.now();
  const captured = verdict.state === 'captured';
  const found = 'reference' in verdict ? verdict.reference : null;
  await changeAttempt(tx, attempt, {
    ...next,
    reference: found ?? attempt.reference,
    step: step && JSON.stringify(step),
    capturedCents: captured ? verdict.amountCents : attempt.captured_cents,
    capturedAt: captured ? at : null,
    payerCountry: captured ? (verdict.payerCountry ?? null) : null,
    pollAt: pollAfter(next.state, at),
  });
  const of = { brandId, purchaseId: purchase.id, attemptId };
  const more = {
    ...(captured && { cents: verdict.amountCents }),
    ...(verdict.state === 'error' && verdict.held && { held: verdict.held }),
  };
  const happening = {
    kind: 'state',
    from: attempt.state,
    to: next.state,
    outcome: next.outcome,
    source,
  } as const;
  await recordEvents(tx, [eventOf(of, at, { ...happening, ...more })]);
  afterCommit(() => app.metrics.payments.inc({ provider: attempt.provider, state: next.state }));
  let after = purchase;
  if (captured) {
    const paymentMethodId = verdict.stored && (await savePaymentMethod(tx, attempt, verdict.stored, at));
    after = await fulfilPurchase(app, tx, afterCommit, {
      attempt,
      purchase,
      capturedCents: verdict.amountCents,
      paymentMethodId: paymentMethodId ?? attempt.payment_method_id,
      at,
    });
    await dropUnused(tx, { brandId, accountId: attempt.account_id }, at);
  }
  if (verdict.state === 'declined') {
    if (verdict.dropToken) await revokePaymentMethod(tx, attempt, at);
    // A renewal is tried again; what a member pays for at a page they order again.
    if (purchase.kind !== 'renewal' && purchase.state === 'awaiting_payment') {
      await changePurchase(tx, purchase, 'failed');
      after = { ...purchase, state: 'failed' };
    }
  }
  afterCommit(() => tellOwner(app, purchase, attempt.state, next));
  return { ...status, ...next, purchase: after };
}

/**
 * Whether the member is to be notified in the page: they were waiting for this outcome and the payment's page could not show it
 * at once, or a renewal, which has no page, was declined.
 */
function isNews({ kind }: Purchase, before: AttemptState, after: AttemptState): boolean {
  if (kind === 'renewal' && after === 'declined') return true;
  return (before === 'processing' || before === 'unknown') && !isOpen(after);
}

interface Late {
  attempt: AttemptRow;
  purchase: Purchase;
  stored: StoredPaymentMethod;
  at: Date;
}

/** Saves a payment method whose token arrives after the capture, when the plan it is for exists already. */
export async function saveLate(tx: Tx, { attempt, purchase, stored, at }: Late): Promise<void> {
  const { brandId, accountId } = purchase;
  const id = await savePaymentMethod(tx, attempt, stored, at);
  if (id && attempt.keeps_for === 'renewals' && purchase.state === 'fulfilled') {
    await attachToPlan(tx, purchase, id, attempt.captured_at ?? at);
  }
  await dropUnused(tx, { brandId, accountId }, at);
}
