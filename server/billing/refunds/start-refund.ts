import type { App } from '#server/app.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { applyChange } from '../payments/apply-change.ts';
import { beginRefunds } from '../payments/begin-refunds.ts';
import { emptyChange } from '../payments/change.ts';
import { creditsDue } from './decide-refund.ts';
import { findRefund, holdCredits, lockCharge } from './refund.sql.ts';
import type { Charge, RefundRow } from './refund.sql.ts';

interface RefundInput {
  brandId: string;
  attemptId: string;
  /** All that is left where missing; never more. */
  amountCents?: number;
  reason: RefundRow['reason'];
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
  { brandId, attemptId, amountCents: wanted, reason, id = newId() }: RefundInput,
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
  await beginRefund(app, tx, afterCommit, charge, { id, amountCents, reason });
  return { refundId: id, amountCents };
}

/** Of a charge whose money is held. */
export async function beginRefund(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  charge: Charge,
  { id, amountCents, reason }: Pick<RefundRow, 'id' | 'reason'> & { amountCents: number },
): Promise<RefundRow> {
  const { brandId, purchase, attempt } = charge;
  const credits = creditsDue(charge, amountCents, reason);
  const held = credits > 0 ? await holdCredits(tx, charge) : 0;
  const of = { attemptId: attempt.id, purchaseId: purchase.id, provider: attempt.provider };
  const { refunds, creditMoves } = beginRefunds([{ id, ...of, amountCents, credits }], reason, held);
  const none = emptyChange({ brandId, accountId: purchase.account_id, at: app.clock.now() });
  await applyChange(app, tx, afterCommit, { ...none, refunds, creditMoves });
  const taken = refunds[0]?.taken ?? 0;
  return {
    id,
    state: 'created',
    amount_cents: amountCents,
    reason,
    reference: null,
    credits_taken: taken,
    credits_written_off: credits - taken,
    tries: 0,
  };
}
