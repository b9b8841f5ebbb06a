import { formatMoney } from '../../../contract/kernel/money.ts';
import { MAX_POLLS, nextPollAt, resendAt } from '../payments/poll-schedule.ts';
import { bookRefund, bookRefundReturned } from '../payments/money.ts';
import type { Brand } from '../../brands/directory.ts';
import { siteOrigin } from '../../platform/http/origins.ts';
import type { App } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { RefundVerdict } from '../providers/provider.ts';
import { issueCreditNote } from '../receipts/issue.ts';
import { recomputeLevel } from '../subscriptions/settle-level.ts';
import { changeRefund, findRefund, isOpenRefund, lockCharge } from './queries.ts';
import type { Charge, RefundRow } from './queries.ts';
import { updateAttemptSums } from './settle-sums.ts';
import { returnCredits } from './take-credits.ts';
import { notifyBalance } from '../../credits/notify-balance.ts';
import { readAddress } from './withdrawal-queries.ts';

/** Beyond that nobody counts. */
const MOST_COUNTED = 30_000;

interface Learned {
  brandId: string;
  refundId: string;
  verdict: RefundVerdict;
  /** This is the answer of a poll. */
  polled?: boolean;
}

/**
 * Takes into account what is known of a refund, in one transaction with everything that follows from it. It moves from
 * created over sent or unknown to done, and to failed where somebody says no; what was not sent is to be sent again. So
 * it may be told twice and in any order.
 */
export async function recordRefundOutcome(
  app: App,
  { brandId, refundId, verdict, polled = false }: Learned,
): Promise<void> {
  await transact(app.db, async (tx, afterCommit) => {
    const known = await findRefund(tx, brandId, refundId);
    if (!known) return;
    const charge = await lockCharge(tx, brandId, known.attempt_id);
    const refund = charge.refunds.find(({ id }) => id === refundId);
    if (refund) await apply(app, { tx, afterCommit, charge, refund }, verdict, polled);
  });
}

/** What a refund is settled with. */
export interface Settling {
  tx: Tx;
  afterCommit: AfterCommit;
  charge: Charge;
  refund: RefundRow;
}

async function apply(app: App, settling: Settling, verdict: RefundVerdict, polled: boolean): Promise<void> {
  const { tx, charge, refund } = settling;
  const { brandId } = charge;
  const now = app.clock.now();
  if (verdict.state === 'done') {
    if (isOpenRefund(refund)) await finishRefund(app, settling, verdict.reference);
    return;
  }
  if (verdict.state === 'failed') {
    if (isOpenRefund(refund)) await failRefund(app, settling, 'refused');
    else if (refund.state === 'done') await failRefund(app, settling, 'returned');
    return;
  }
  if (!isOpenRefund(refund)) return;
  // That a poll did not get through says nothing of the refund, which had been sent before.
  if (verdict.state === 'unsent' && !polled && refund.state === 'unknown') {
    const pollAt = resendAt(refund.tries, now);
    return changeRefund(tx, brandId, refund.id, { state: 'created', pollAt });
  }
  const accepted = verdict.state === 'sent' || refund.state === 'sent';
  const polls = polled ? Math.min(refund.polls + 1, MOST_COUNTED) : refund.polls;
  // A provider that has accepted it and never said otherwise has done it.
  if (polled && accepted && polls >= MAX_POLLS) return finishRefund(app, settling, null);
  await changeRefund(tx, brandId, refund.id, {
    state: accepted ? 'sent' : 'unknown',
    reference: verdict.state === 'sent' ? verdict.reference : null,
    polls,
    pollAt: nextPollAt(polls, now),
  });
  // It goes on being polled, and people look after it as well.
  if (polled && polls === MAX_POLLS) {
    await note(tx, settling, 'refund.unanswered', { amountCents: refund.amount_cents });
    await notifySupport(app, settling, 'refund_unanswered');
  }
}

/** The money is on its way back: into the books, on a credit note, and off the payment. */
export async function finishRefund(app: App, settling: Settling, reference: string | null): Promise<void> {
  const { tx, afterCommit, charge, refund } = settling;
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId, country } = purchase;
  const { id: refundId, amount_cents: amountCents } = refund;
  const at = app.clock.now();
  await changeRefund(tx, brandId, refundId, { state: 'done', reference, pollAt: null, doneAt: at });
  const refundedCents = attempt.refunded_cents + amountCents;
  await updateAttemptSums(app, tx, charge, { refundedCents });
  const { id: attemptId, provider } = attempt;
  await bookRefund(tx, { brandId, attemptId, refundId, amountCents, country, provider, at });
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  await issueCreditNote(app, tx, { brandId, refundId });
}

/** `called_off`: never sent, because the bank has taken the money itself. */
type Failing = 'refused' | 'returned' | 'called_off';

/**
 * The money is still ours, or ours again: the credits go back to the member, he is told, and people look after it. The payment
 * keeps its state, which only moves up; what counts as given back goes down.
 */
export async function failRefund(app: App, settling: Settling, why: Failing): Promise<void> {
  const { tx, afterCommit, charge, refund } = settling;
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId, country } = purchase;
  const { id: refundId, amount_cents: amountCents } = refund;
  const at = app.clock.now();
  await changeRefund(tx, brandId, refundId, { state: 'failed', pollAt: null, doneAt: at });
  const taking = { brandId, accountId, reason: 'refund', idempotencyKey: `refund ${refundId}` };
  const returned = await returnCredits(tx, taking);
  if (why === 'returned') {
    const refundedCents = attempt.refunded_cents - amountCents;
    const { id: attemptId, provider } = attempt;
    await bookRefundReturned(tx, { brandId, attemptId, refundId, amountCents, country, provider, at });
    await updateAttemptSums(app, tx, charge, { refundedCents });
  }
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  if (returned > 0) await notifyBalance(app, tx, afterCommit, { brandId, accountId });
  await note(tx, settling, `refund.${why}`, { amountCents });
  if (why === 'called_off') return;
  await notifySupport(app, settling, 'refund_failed');
  await notifyMember(app, settling);
}

function note(tx: Tx, { charge, refund }: Settling, action: string, details: Record<string, unknown>) {
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
  { tx, charge, refund }: Settling,
  template: 'refund_failed' | 'refund_unanswered',
): Promise<void> {
  const brand = brandOf(app, charge);
  const { support, country: language } = brand.settings;
  await queueMail(tx, {
    brand,
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

/** Whoever was told that his money comes back must hear that it did not. */
async function notifyMember(app: App, { tx, charge, refund }: Settling): Promise<void> {
  const brand = brandOf(app, charge);
  const { id: orderId, account_id: accountId } = charge.purchase;
  const member = await readAddress(tx, charge.brandId, accountId);
  if (!member) return;
  const { email: to, language } = member;
  await queueMail(tx, {
    brand,
    accountId,
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
