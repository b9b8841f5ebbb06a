import { formatMoney } from '../../contract/money.ts';
import { MOST_QUESTIONS, askAgainAt } from '../billing/ask-schedule.ts';
import { bookRefund, bookRefundReturned } from '../billing/money.ts';
import { siteOrigin } from '../brands/site-origin.ts';
import type { App } from '../core/app.ts';
import { recordAudit } from '../core/audit.ts';
import { transact } from '../core/database.ts';
import type { AfterCommit, Tx } from '../core/database.ts';
import { queueMail } from '../core/mail/queue-mail.ts';
import type { RefundVerdict } from '../providers/provider.ts';
import { issueCreditNote } from '../receipts/issue.ts';
import { settleLevel } from '../subscriptions/settle-level.ts';
import { changeRefund, findRefund, isOpenRefund, lockCharge } from './queries.ts';
import type { Charge, RefundRow } from './queries.ts';
import { settleSums } from './settle-sums.ts';
import { returnCredits, takeCredits, tellPurse } from './take-credits.ts';

interface Learned {
  brandId: string;
  refundId: string;
  verdict: RefundVerdict;
  /** It was asked for, and this is the answer. */
  asked?: boolean;
}

/**
 * Takes into account what is known of a refund, in one transaction with everything that follows from it. It moves from
 * created over sent or unknown to done, and from anywhere to failed; so it may be told twice and in any order.
 */
export async function settleRefund(
  app: App,
  { brandId, refundId, verdict, asked = false }: Learned,
): Promise<void> {
  await transact(app.db, async (tx, afterCommit) => {
    const known = await findRefund(tx, brandId, refundId);
    if (!known) return;
    const charge = await lockCharge(tx, brandId, known.attempt_id);
    const refund = charge.refunds.find(({ id }) => id === refundId);
    if (refund) await apply(app, { tx, afterCommit, charge, refund }, verdict, asked);
  });
}

/** What a refund is settled with. */
export interface Settling {
  tx: Tx;
  afterCommit: AfterCommit;
  charge: Charge;
  refund: RefundRow;
}

async function apply(app: App, settling: Settling, verdict: RefundVerdict, asked: boolean): Promise<void> {
  const { tx, charge, refund } = settling;
  if (verdict.state === 'done') {
    // Nobody ever said that it failed: we had only stopped asking.
    const givenUp = refund.state === 'failed' && refund.done_at === null;
    if (isOpenRefund(refund) || givenUp) await finishRefund(app, settling, verdict.reference);
    return;
  }
  if (verdict.state === 'failed') {
    if (isOpenRefund(refund)) await failRefund(app, settling, 'refused');
    else if (refund.state === 'done') await failRefund(app, settling, 'returned');
    else
      await changeRefund(tx, charge.brandId, refund.id, {
        state: 'failed',
        askAt: null,
        doneAt: app.clock.now(),
      });
    return;
  }
  if (!isOpenRefund(refund)) return;
  const accepted = verdict.state === 'sent' || refund.state === 'sent';
  const questions = asked ? refund.asked + 1 : refund.asked;
  if (asked && questions >= MOST_QUESTIONS) {
    // A provider that has accepted it and never said otherwise has done it.
    await (accepted ? finishRefund(app, settling, null) : failRefund(app, settling, 'given_up'));
    return;
  }
  await changeRefund(tx, charge.brandId, refund.id, {
    state: accepted ? 'sent' : 'unknown',
    reference: verdict.state === 'sent' ? verdict.reference : null,
    asked: questions,
    askAt: askAgainAt(questions, app.clock.now()),
  });
}

/** The money is on its way back: into the books, on a credit note, and off the payment. */
export async function finishRefund(app: App, settling: Settling, reference: string | null): Promise<void> {
  const { tx, afterCommit, charge, refund } = settling;
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId, country } = purchase;
  const { id: refundId, amount_cents: amountCents } = refund;
  const at = app.clock.now();
  if (attempt.refunded_cents + amountCents > attempt.captured_cents) {
    // Given up, given back again, and then the first one arrived: the books cannot show more than was taken.
    await changeRefund(tx, brandId, refundId, { state: 'failed', reference, askAt: null, doneAt: at });
    await returnCredits(tx, keysOf(settling).first);
    await note(tx, settling, 'refund.beyond_payment', { amountCents });
    return;
  }
  const again = refund.state === 'failed' ? await takeAgain(tx, settling) : {};
  await changeRefund(tx, brandId, refundId, { state: 'done', reference, askAt: null, doneAt: at, ...again });
  const refundedCents = attempt.refunded_cents + amountCents;
  await settleSums(app, tx, charge, { refundedCents });
  const { id: attemptId, provider } = attempt;
  await bookRefund(tx, { brandId, attemptId, refundId, amountCents, country, provider, at });
  await settleLevel(app, tx, afterCommit, { brandId, accountId });
  await issueCreditNote(app, tx, { brandId, refundId });
}

const keysOf = ({ charge, refund }: Pick<Settling, 'charge' | 'refund'>) => {
  const { brandId, purchase } = charge;
  const taking = { brandId, accountId: purchase.account_id, reason: 'refund' };
  return {
    first: { ...taking, idempotencyKey: `refund ${refund.id}` },
    again: { ...taking, idempotencyKey: `refund ${refund.id} again` },
  };
};

/** The credits went back to the member when the refund was given up. */
async function takeAgain(tx: Tx, settling: Settling): Promise<{ taken: number; writtenOff: number }> {
  const { credits_taken, credits_written_off } = settling.refund;
  const due = credits_taken + credits_written_off;
  const taken = await takeCredits(tx, keysOf(settling).again, due);
  return { taken, writtenOff: due - taken };
}

/** `called_off`: never sent, because the bank has taken the money itself. */
type Failing = 'refused' | 'returned' | 'given_up' | 'called_off';

/**
 * The money is still ours, or ours again: the credits go back to the member, and people look after it. The payment
 * keeps its state, which only moves up; what counts as given back goes down.
 */
export async function failRefund(app: App, settling: Settling, why: Failing): Promise<void> {
  const { tx, afterCommit, charge, refund } = settling;
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId, country } = purchase;
  const { id: refundId, amount_cents: amountCents } = refund;
  const at = app.clock.now();
  const doneAt = why === 'given_up' ? null : at;
  await changeRefund(tx, brandId, refundId, { state: 'failed', askAt: null, doneAt });
  const { first, again } = keysOf(settling);
  const returned = (await returnCredits(tx, first)) + (await returnCredits(tx, again));
  if (why === 'returned') {
    const refundedCents = attempt.refunded_cents - amountCents;
    const { id: attemptId, provider } = attempt;
    await bookRefundReturned(tx, { brandId, attemptId, refundId, amountCents, country, provider, at });
    await settleSums(app, tx, charge, { refundedCents });
  }
  await settleLevel(app, tx, afterCommit, { brandId, accountId });
  if (returned > 0) await tellPurse(app, tx, afterCommit, { brandId, accountId });
  await note(tx, settling, `refund.${why}`, { amountCents });
  if (why !== 'called_off') await tellSupport(app, settling);
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

async function tellSupport(app: App, { tx, charge, refund }: Settling): Promise<void> {
  const brand = app.brands.byId(charge.brandId);
  if (!brand) throw new Error('the brand of a refund is not known here yet');
  const { support, country: language } = brand.settings;
  await queueMail(tx, {
    brand,
    to: support.email,
    language,
    template: 'refund_failed',
    data: {
      link: `${siteOrigin(app, brand)}/console/audit`,
      total: formatMoney(refund.amount_cents, language),
      orderId: charge.purchase.id,
      refundId: refund.id,
    },
  });
}
