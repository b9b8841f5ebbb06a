import { sql } from 'kysely';
import { countries } from '#contract/countries/list.ts';
import { formatMoney, vatPercentOf } from '#contract/kernel/money.ts';
import { recordConversion } from '#server/analytics/events.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { notifyBalance } from '#server/credits/notify-balance.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import type { AttemptState } from '../payments/attempts.ts';
import {
  book,
  chargebackLines,
  readPaymentBooks,
  readRefundLines,
  refundLines,
  returnedLines,
} from '../payments/bookkeeping.ts';
import { eventOf } from '../payments/payment-events.ts';
import type { EventSource, PaymentEventRow } from '../payments/payment-events.ts';
import { refundPolls } from '../payments/poll-schedule.ts';
import type { RefundVerdict } from '../providers/provider.ts';
import { wakeReceipts } from '../receipts/issue-document.ts';
import { recomputeLevel } from '../subscriptions/level.ts';
import { readBuyer } from '../subscriptions/subscription.sql.ts';
import { changeRefund, findRefund, isOpenRefund, lockCharge, changeAttemptSums } from './refund.sql.ts';
import type { Charge, RefundRow } from './refund.sql.ts';
import { boughtSomething, returnCredits } from './start-refund.ts';

interface RefundNews {
  brandId: string;
  refundId: string;
  verdict: RefundVerdict;
  /** How we learned it. */
  source: EventSource;
}

/**
 * Records what is known of a refund, in one transaction with everything that follows from it. A refund moves from created
 * over sent or unknown to done, and to failed where the provider says no; what was not sent is sent again. So the same
 * outcome may arrive twice, and outcomes in any order.
 */
export async function recordRefundOutcome(
  app: App,
  { brandId, refundId, verdict, source }: RefundNews,
): Promise<void> {
  await transact(app.db, async (tx, afterCommit) => {
    const known = await findRefund(tx, brandId, refundId);
    if (!known) return;
    const charge = await lockCharge(tx, brandId, known.attempt_id);
    const refund = charge.refunds.find(({ id }) => id === refundId);
    if (refund) await applyVerdict(app, { tx, afterCommit, charge, refund, source }, verdict);
  });
}

/** A refund with its charge, both locked, and the transaction in which its outcome is recorded. */
interface LockedRefund {
  tx: Tx;
  afterCommit: AfterCommit;
  charge: Charge;
  refund: RefundRow;
  source: EventSource;
}

/** The entry of its timeline for what a refund comes to. */
function eventFor(
  { charge: { brandId, purchase, attempt }, refund, source }: LockedRefund,
  to: 'sent' | 'unknown' | 'done' | 'failed',
  at: Date,
): PaymentEventRow {
  const of = { brandId, purchaseId: purchase.id, attemptId: attempt.id };
  return eventOf(of, at, { kind: 'refund', refundId: refund.id, to, source, cents: refund.amount_cents });
}

async function applyVerdict(app: App, locked: LockedRefund, verdict: RefundVerdict): Promise<void> {
  const { tx, charge, refund, source } = locked;
  const { brandId } = charge;
  const polled = source === 'poll';
  const now = app.clock.now();
  if (verdict.state === 'done') {
    if (isOpenRefund(refund)) await finishRefund(app, locked, verdict.reference);
    return;
  }
  if (verdict.state === 'failed') {
    if (isOpenRefund(refund)) await failRefund(app, locked, 'refused');
    else if (refund.state === 'done') await failRefund(app, locked, 'returned');
    return;
  }
  if (!isOpenRefund(refund)) return;
  // That a poll did not get through says nothing of the refund, which had been sent before.
  if (verdict.state === 'unsent' && !polled && refund.state === 'unknown') {
    return changeRefund(tx, brandId, refund.id, { state: 'created', dueAt: resendAt(refund.tries, now) });
  }
  const accepted = verdict.state === 'sent' || refund.state === 'sent';
  const polls = polled ? refund.tries : 0;
  // A provider that has accepted it and never said otherwise has done it.
  if (polled && accepted && polls >= refundPolls.most) return finishRefund(app, locked, null);
  const state = accepted ? 'sent' : 'unknown';
  const change = { state, tries: polls, dueAt: refundPolls.next(polls, now) } as const;
  const reference = verdict.state === 'sent' ? verdict.reference : null;
  // It counts as unknown from before it is sent, so that alone is no news; that nothing was answered is.
  const isNews = accepted ? refund.state !== 'sent' : !polled;
  await changeRefund(
    tx,
    brandId,
    refund.id,
    { ...change, reference },
    isNews ? eventFor(locked, state, now) : undefined,
  );
  // It goes on being polled, and support is notified as well.
  if (polled && polls === refundPolls.most) {
    await audit(tx, locked, 'refund.unanswered', { amountCents: refund.amount_cents });
    await notifySupport(app, locked, 'refund_unanswered');
  }
}

/** The money is on its way back: into the books, on a credit note, and off the payment. */
export async function finishRefund(app: App, locked: LockedRefund, reference: string | null): Promise<void> {
  const { tx, afterCommit, charge, refund } = locked;
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId } = purchase;
  const { id: refundId, amount_cents: amountCents } = refund;
  const at = app.clock.now();
  const change = { state: 'done', reference, dueAt: null, doneAt: at } as const;
  await changeRefund(tx, brandId, refundId, change, eventFor(locked, 'done', at));
  const refundedCents = attempt.refunded_cents + amountCents;
  await updateAttemptSums(app, tx, charge, { refundedCents });
  const { id: attemptId, provider } = attempt;
  const books = await readPaymentBooks(tx, { brandId, attemptId, vatPercent: vatPercentOf(purchase) });
  const booking = { kind: 'refund', brandId, attemptId, refundId, provider, at } as const;
  await book(tx, booking, refundLines(books, amountCents));
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  // What bought nothing was never reported as a sale either.
  if (boughtSomething(charge)) {
    const { id: purchaseId } = purchase;
    const conversion = { brandId, fact: 'refund', subjectId: refundId, accountId, purchaseId } as const;
    await recordConversion(tx, { ...conversion, amountCents, at });
  }
  afterCommit(() => wakeReceipts(app));
}

/** `called_off`: never sent, because the bank has taken the money itself. */
type Failing = 'refused' | 'returned' | 'called_off';

/**
 * The money is still ours, or ours again: the member gets the credits again, and they and support are notified. The payment
 * keeps its state, which only moves up; its refunded sum goes down.
 */
export async function failRefund(app: App, locked: LockedRefund, why: Failing): Promise<void> {
  const { tx, afterCommit, charge, refund } = locked;
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId } = purchase;
  const { id: refundId, amount_cents: amountCents } = refund;
  const at = app.clock.now();
  const change = { state: 'failed', dueAt: null, doneAt: at } as const;
  await changeRefund(tx, brandId, refundId, change, eventFor(locked, 'failed', at));
  const taking = { brandId, accountId, reason: 'refund', idempotencyKey: `refund ${refundId}` };
  const returned = await returnCredits(tx, taking);
  if (why === 'returned') {
    const refundedCents = attempt.refunded_cents - amountCents;
    const { id: attemptId, provider } = attempt;
    const booking = { kind: 'refund_returned', brandId, attemptId, refundId, provider, at } as const;
    await book(tx, booking, returnedLines(await readRefundLines(tx, brandId, refundId)));
    await updateAttemptSums(app, tx, charge, { refundedCents });
    afterCommit(() => wakeReceipts(app));
  }
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  if (returned > 0) await notifyBalance(app, tx, afterCommit, { brandId, accountId });
  await audit(tx, locked, `refund.${why}`, { amountCents });
  if (why === 'called_off') return;
  await notifySupport(app, locked, 'refund_failed');
  await notifyMember(app, locked);
}

function audit(tx: Tx, { charge, refund }: LockedRefund, action: string, details: Record<string, unknown>) {
  return recordAudit(tx, {
    brandId: charge.brandId,
    actor: { kind: 'system' },
    action,
    subject: charge.purchase.id,
    details: { refund: refund.id, ...details },
  });
}

async function notifySupport(
  app: App,
  { tx, charge, refund }: LockedRefund,
  template: 'refund_failed' | 'refund_unanswered',
): Promise<void> {
  const brand = brandOf(app, charge);
  const { support, country } = brand.settings;
  const { language } = countries[country];
  await queueMail(tx, {
    brand,
    aboutId: charge.purchase.id,
    to: support.email,
    language,
    template,
    data: {
      link: `${siteOrigin(app, brand)}/console/audit`,
      total: formatMoney(refund.amount_cents, language),
      orderId: charge.purchase.id,
      refundId: refund.id,
    },
  });
}

/** The member read that their money comes back, so they are notified that it did not. */
async function notifyMember(app: App, { tx, charge, refund }: LockedRefund): Promise<void> {
  const brand = brandOf(app, charge);
  const { id: orderId, account_id: accountId } = charge.purchase;
  const member = await readBuyer(tx, charge.brandId, accountId);
  if (!member) return;
  const { email: to, language } = member;
  await queueMail(tx, {
    brand,
    accountId,
    aboutId: orderId,
    to,
    language,
    template: 'refund_refused',
    data: {
      link: `${siteOrigin(app, brand)}/profile#plan`,
      total: formatMoney(refund.amount_cents, language),
      orderId,
    },
  });
}

function brandOf(app: App, { brandId }: Charge): Brand {
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error('the brand of a refund is not known here yet');
  return brand;
}

/** The state of a payment only moves up: money that is returned to us leaves it as it was. */
const rank: Partial<Record<AttemptState, number>> = { partially_refunded: 1, refunded: 2, charged_back: 3 };

/**
 * Makes a payment's sums agree with its refunds and disputes. A bank may take what was refunded already: then
 * only the rest counts as charged back, so that both together never exceed what was captured. Where that shifts, the
 * books follow.
 */
export async function updateAttemptSums(
  app: App,
  tx: Tx,
  { brandId, attempt, purchase }: Charge,
  { refundedCents }: { refundedCents: number },
): Promise<void> {
  const { id: attemptId, provider, captured_cents: captured } = attempt;
  const lost = await sumLostDisputes(tx, brandId, attemptId);
  const chargedBackCents = Math.min(lost.cents, captured - refundedCents);
  const state = stateOf(attempt.state, { captured, refundedCents, chargedBack: lost.count > 0 });
  await changeAttemptSums(tx, brandId, attemptId, { state, refundedCents, chargedBackCents });
  const difference = chargedBackCents - attempt.charged_back_cents;
  if (difference === 0) return;
  const books = await readPaymentBooks(tx, { brandId, attemptId, vatPercent: vatPercentOf(purchase) });
  const booking = { kind: 'chargeback', brandId, attemptId, provider, at: app.clock.now() } as const;
  await book(tx, booking, chargebackLines(books, difference));
}

function stateOf(
  current: AttemptState,
  sums: { captured: number; refundedCents: number; chargedBack: boolean },
): AttemptState {
  const next = nextOf(sums);
  return next && (rank[next] ?? 0) > (rank[current] ?? 0) ? next : current;
}

function nextOf({
  captured,
  refundedCents,
  chargedBack,
}: Parameters<typeof stateOf>[1]): AttemptState | undefined {
  if (chargedBack) return 'charged_back';
  if (refundedCents === 0) return undefined;
  return refundedCents >= captured ? 'refunded' : 'partially_refunded';
}

/** What banks have taken of a payment and kept. */
async function sumLostDisputes(tx: Tx, brandId: string, attemptId: string) {
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::int as cents from dispute
    where brand_id = ${brandId}::uuid and attempt_id = ${attemptId}::uuid and state in ('lost', 'lost_again')`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, cents: 0 };
}

/** How long after the last time a refund is sent again that did not get through. It is never given up. */
const resends = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY];

/** When to send again what was sent in vain so many times. */
function resendAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + (resends[Math.min(Math.max(tries, 1), resends.length) - 1] ?? DAY));
}
