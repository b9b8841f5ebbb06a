import type { App } from '#server/app.ts';
import { refundCredits, spendCredits } from '#server/credits/ledger.ts';
import { notifyBalance } from '#server/credits/notify-balance.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { emptyChange } from '../payments/change.ts';
import { writeHeld } from '../payments/write-changes.sql.ts';
import { refundQueueOf } from '../providers/provider-queues.ts';
import { creditsDue } from './decide-refund.ts';
import { findRefund, lockCharge } from './refund.sql.ts';
import type { Charge, RefundRow } from './refund.sql.ts';

type RefundReason = RefundRow['reason'];

interface RefundInput {
  brandId: string;
  attemptId: string;
  /** All that is left where missing; never more. */
  amountCents?: number;
  /** Message credits that are handed back for it; where missing, those that belong to this part of the money. */
  credits?: number;
  reason: RefundReason;
  /** The same id a second time refunds nothing more. */
  id?: string;
}

/**
 * Starts a refund, in the caller's transaction: its row, by which it is sent. Takes back the credits that came with
 * the payment, as far as they are unused and in proportion. Null where nothing is left to refund.
 */
export async function startRefund(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, attemptId, amountCents: wanted, credits, reason, id = newId() }: RefundInput,
): Promise<{ refundId: string; amountCents: number } | null> {
  const charge = await lockCharge(tx, brandId, attemptId);
  const known = await findRefund(tx, brandId, id);
  if (known) {
    const isSame = known.attempt_id === attemptId;
    return isSame ? { refundId: id, amountCents: known.amount_cents } : null;
  }
  const { refundableCents } = charge;
  const amountCents = Math.min(wanted ?? refundableCents, refundableCents);
  if (amountCents <= 0) return null;
  await recordRefund(app, tx, afterCommit, charge, { id, amountCents, credits, reason });
  wakeQueue(tx, refundQueueOf(charge.attempt.provider));
  return { refundId: id, amountCents };
}

/** The refund's row, and the credits that go with it. */
export async function recordRefund(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  charge: Charge,
  {
    id,
    amountCents,
    credits,
    reason,
  }: { id: string; amountCents: number; credits?: number | undefined; reason: RefundReason },
): Promise<void> {
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId } = purchase;
  const due = credits ?? creditsDue(charge, amountCents, reason);
  const taking = { brandId, accountId, reason: 'refund', idempotencyKey: `refund ${id}` };
  const taken = await takeCredits(tx, taking, due);
  const { id: attemptId, provider } = attempt;
  const of = { attemptId, purchaseId: purchase.id, provider };
  await writeHeld(tx, {
    ...emptyChange({ brandId, accountId, at: app.clock.now() }),
    refunds: [{ id, ...of, amountCents, reason, taken, writtenOff: due - taken }],
  });
  if (taken > 0) await notifyBalance(app, tx, afterCommit, { brandId, accountId });
}

interface CreditChange {
  brandId: string;
  accountId: string;
  /** `refund`, `chargeback`. */
  reason: string;
  idempotencyKey: string;
}

/** Takes message credits back, as many as are still there. Answers with how many that were. */
export async function takeCredits(tx: Tx, taking: CreditChange, due: number): Promise<number> {
  if (due <= 0) return 0;
  const spending = { ...taking, credit: 'message' as const };
  const first = await spendCredits(tx, { ...spending, amount: due });
  if (first.outcome === 'spent') return due;
  // The balance is locked by now, so what it held it still holds.
  if (first.outcome === 'already_spent' || first.balance === 0) return 0;
  await spendCredits(tx, { ...spending, amount: first.balance });
  return first.balance;
}

/** Returns to the member what was taken, once. */
export async function returnCredits(tx: Tx, taking: CreditChange): Promise<number> {
  return refundCredits(tx, { ...taking, credit: 'message' });
}
