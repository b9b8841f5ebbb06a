import type { ProviderStep } from '#contract/billing/charges.ts';
import { paymentDecided } from '#contract/billing/payment-outcome.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { conversationChanged } from '#contract/chat/live.ts';
import type { App } from '#server/app.ts';
import { notifyCommittedBalance } from '#server/credits/notify-balance.ts';
import { isCollision, isUniqueViolation, transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { lockAccountOfAttempt } from '../orders/lock-account.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import { refundQueueOf } from '../providers/provider-queues.ts';
import type { StoredPaymentMethod } from '../providers/provider.ts';
import { readTerms } from '../terms/plan-terms.ts';
import { isOpen } from './attempts.ts';
import type { Attempt, AttemptState, ChargeVerdict } from './attempts.ts';
import type { Change } from './change.ts';
import { chargeFacts, readChargeFacts } from './charge-facts.sql.ts';
import type { AskedCharge, ChargeFacts } from './charge-facts.sql.ts';
import { decideCharge } from './decide-charge.ts';
import type { ChargeEvent } from './decide-charge.ts';
import type { EventSource } from './payment-events.ts';
import { changeWrites, writeChanges } from './write-changes.sql.ts';

/** The state of a payment attempt, together with its purchase. */
export interface PaymentStatus {
  attemptId: string;
  state: AttemptState;
  outcome: PaymentOutcome | null;
  step: ProviderStep | null;
  provider: Attempt['provider'];
  purchase: Purchase;
}

interface Subject {
  brandId: string;
  attemptId: string;
}

export interface ReportedVerdict extends Subject {
  verdict: ChargeVerdict;
  /** How we reported it; by the answer to the charge where nothing is said. */
  source?: EventSource;
  /** By which it may be decided without another read; the write finds out whether they still hold. */
  facts?: ChargeFacts | undefined;
}

/** Takes a verdict into account with everything that follows from it. Verdicts may come twice, late and in any order. */
export async function recordOutcome(app: App, reported: ReportedVerdict): Promise<PaymentStatus> {
  const [status] = await recordOutcomes(app, [reported]);
  if (!status) throw new Error('no such attempt');
  return status;
}

/** The same for many, of an account at most one, in the order given. */
export async function recordOutcomes(
  app: App,
  reported: readonly ReportedVerdict[],
): Promise<PaymentStatus[]> {
  const decided = await decideAll(app, reported.map(newsOf));
  return reported.flatMap((one) => {
    const found = decided.get(one.attemptId);
    return found ? [statusOf(one, found)] : [];
  });
}

/** The same in a transaction that holds the account's money, as it is done where others are always faster. */
export async function recordUnderLock(app: App, reported: ReportedVerdict): Promise<PaymentStatus> {
  return statusOf(reported, await decideUnderLock(app, newsOf(reported)));
}

/** The provider has stored what a charge was paid with, and says so by itself. */
export async function recordStored(
  app: App,
  { brandId, attemptId, stored }: Subject & { stored: StoredPaymentMethod },
): Promise<'done' | 'ignored' | 'unknown_subject'> {
  const news: News = { brandId, attemptId, event: { stored }, source: 'webhook' };
  const attempt = (await decideAll(app, [news])).get(attemptId)?.facts.attempt;
  // It waits until the charge is known to be good.
  if (!attempt || attempt.captured_at === null) return 'unknown_subject';
  return attempt.payment_method_id === null ? 'done' : 'ignored';
}

interface News extends Subject {
  event: ChargeEvent;
  source: EventSource;
  facts?: ChargeFacts | undefined;
}

const newsOf = ({ brandId, attemptId, verdict, source = 'answer', facts }: ReportedVerdict): News => ({
  brandId,
  attemptId,
  event: { verdict },
  source,
  facts,
});

/** By what it was decided, and what follows: nothing, where it was known before. */
interface Decided {
  facts: ChargeFacts;
  change: Change | null;
}

/** So often a decision is made again that others have overtaken; then it is made while no other transaction can change anything. */
const MOST_TRIES = 3;

/**
 * One read, a decision for each, one guarded write. What was decided by something that has changed since is decided again, in
 * the end by the same three in a transaction that holds the account's money.
 */
async function decideAll(app: App, news: readonly News[]): Promise<Map<string, Decided>> {
  const decided = new Map<string, Decided>();
  let open = news;
  for (let tries = 0; open.length > 0 && tries < MOST_TRIES; tries += 1) {
    // What the first was decided by is outdated the second time.
    await tryAll(app, open, decided, tries === 0);
    open = open.filter(({ attemptId }) => !decided.has(attemptId));
  }
  for (const one of open) decided.set(one.attemptId, await decideUnderLock(app, one));
  return decided;
}

/** Adds those that were written, and those that say nothing new. */
async function tryAll(
  app: App,
  news: readonly News[],
  decided: Map<string, Decided>,
  isFirst: boolean,
): Promise<void> {
  const [one, ...others] = news;
  const known =
    isFirst && others.length === 0 && one?.facts ? new Map([[one.attemptId, one.facts]]) : undefined;
  const facts = known ?? (await readFacts(app, news));
  const tried: { facts: ChargeFacts; change: Change }[] = [];
  for (const each of news) {
    const { attemptId } = each;
    const found = facts.get(attemptId);
    if (!found) throw new Error('no such attempt');
    const change = await decide(app, app.db, found, each);
    if (change) tried.push({ facts: found, change });
    else decided.set(attemptId, { facts: found, change });
  }
  if (tried.length === 0) return;
  const changes = tried.map(({ change }) => change);
  const written = await writeOrCollide(app, changes);
  const fresh = tried.filter(({ change }) => written.has(change.accountId));
  for (const each of fresh) decided.set(each.facts.attempt.id, each);
  await notify(app, fresh);
}

async function decide(app: App, db: DbOrTx, facts: ChargeFacts, { event, source }: News) {
  const isCaptured = 'verdict' in event && event.verdict.state === 'captured';
  const terms = isCaptured ? await readTerms(app, db, facts.purchase) : null;
  const { sandbox } = app.providers;
  return decideCharge(facts, event, terms, { at: app.clock.now(), source, sandbox });
}

const MOST_LOCKED_TRIES = 5;

/** Even here another account may pay with the same card at this moment, and an account that is erased has no money to hold. */
async function decideUnderLock(app: App, news: News): Promise<Decided> {
  const { brandId, attemptId } = news;
  for (let tries = 0; tries < MOST_LOCKED_TRIES; tries += 1) {
    const decided = await transact(app.db, async (tx) => {
      await lockAccountOfAttempt(tx, brandId, attemptId);
      const facts = (await readChargeFacts(tx, [askedOf(app, news)])).get(attemptId);
      if (!facts) throw new Error('no such attempt');
      const change = await decide(app, tx, facts, news);
      const isWritten = !change || (await writeChanges(tx, [change])).has(change.accountId);
      return isWritten ? { facts, change } : undefined;
    }).catch((error: unknown) => {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    });
    if (!decided) continue;
    await notify(app, [decided]);
    return decided;
  }
  throw new Error('a charge could not be decided, because others were always faster');
}

function askedOf({ providers }: App, { brandId, attemptId, event }: News): AskedCharge {
  const stored = 'stored' in event ? event.stored : storedBy(event.verdict);
  return { brandId, attemptId, token: stored?.token ?? null, byTraces: !providers.sandbox };
}

function storedBy(verdict: ChargeVerdict): StoredPaymentMethod | null {
  return verdict.state === 'captured' ? verdict.stored : null;
}

/** A single one goes with whatever else is asked for at this moment; many are a batch already. */
async function readFacts(app: App, news: readonly News[]): Promise<ReadonlyMap<string, ChargeFacts>> {
  const [one, ...others] = news;
  if (!one || others.length > 0)
    return readChargeFacts(
      app.db,
      news.map((each) => askedOf(app, each)),
    );
  const facts = await app.batches.add(chargeFacts, askedOf(app, one));
  return new Map(facts && [[one.attemptId, facts]]);
}

/** None is written where two got in each other's way: another plan began at the same moment, or the database ended one of them. */
async function writeOrCollide({ db, batches }: App, changes: readonly Change[]): Promise<Set<string>> {
  const [one, ...others] = changes;
  try {
    if (!one || others.length > 0) return await writeChanges(db, changes);
    return new Set((await batches.add(changeWrites, one)) ? [one.accountId] : []);
  } catch (error) {
    if (isUniqueViolation(error) || isCollision(error)) return new Set();
    throw error;
  }
}

function statusOf({ attemptId, verdict }: ReportedVerdict, { facts, change }: Decided): PaymentStatus {
  const { attempt, purchase } = facts;
  const { state, outcome } = change?.attempt ?? attempt;
  return {
    attemptId,
    state,
    outcome,
    step: verdict.state === 'requires_action' ? verdict.step : null,
    provider: attempt.provider,
    purchase: {
      ...purchase,
      state: change?.purchaseState ?? purchase.state,
      subscriptionId: change?.plan?.id ?? purchase.subscriptionId,
    },
  };
}

/** It is written, whatever becomes of the news of it. */
async function notify(app: App, decided: readonly Decided[]): Promise<void> {
  try {
    await notifyAll(app, decided);
  } catch (error) {
    app.log.error({ err: error }, 'a payment is recorded, and others could not be notified of it');
  }
}

/** What others are to know of it, and to do. */
async function notifyAll(app: App, decided: readonly Decided[]): Promise<void> {
  for (const { facts, change } of decided) {
    if (!change?.attempt) continue;
    const { attempt, purchase } = facts;
    const { state, capturedAt, capturedCents } = change.attempt;
    app.metrics.payments.inc({ provider: attempt.provider, state });
    notifyOwner(app, purchase, attempt.state, change.attempt);
    if (capturedAt && capturedCents !== attempt.amount_cents)
      app.log.error({ attemptId: attempt.id, took: capturedCents }, 'a provider took another amount');
  }
  const fulfilled = decided.filter(({ change }) => change?.purchaseState === 'fulfilled');
  for (const { change } of decided)
    for (const { provider } of change?.refunds ?? []) wakeQueue(app.db, refundQueueOf(provider));
  await notifyBalances(app, fulfilled);
}

/** All devices learn the new balance, and read their conversations again where the level has risen. */
async function notifyBalances(app: App, fulfilled: readonly Decided[]): Promise<void> {
  for (const { facts, change } of fulfilled) {
    const { brandId, accountId } = facts.purchase;
    const to = { brandId, accountIds: [accountId] };
    if (!app.realtime.hasListeners(to)) continue;
    await notifyCommittedBalance(app, { brandId, accountId });
    if (change?.level) app.realtime.emit(to, conversationChanged, { profileId: null });
  }
}

function notifyOwner(
  app: App,
  purchase: Purchase,
  before: AttemptState,
  { state, outcome }: Pick<NonNullable<Change['attempt']>, 'state' | 'outcome'>,
): void {
  if (!isNews(purchase, before, state)) return;
  const { brandId, accountId, id: orderId } = purchase;
  app.realtime.emit({ brandId, accountIds: [accountId] }, paymentDecided, {
    orderId,
    type: state === 'captured' ? 'paid' : 'not_paid',
    outcome,
  });
}

/**
 * Whether the member is to be notified in the page: they were waiting for this outcome and the payment's page could not show it
 * at once, or a renewal, which has no page, was declined.
 */
function isNews({ kind }: Purchase, before: AttemptState, after: AttemptState): boolean {
  if (kind === 'renewal' && after === 'declined') return true;
  return (before === 'processing' || before === 'unknown') && !isOpen(after);
}
