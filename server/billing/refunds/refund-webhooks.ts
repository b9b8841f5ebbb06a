import type { App } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { ProviderEvent } from '../providers/provider.ts';
import { recordRefund } from './start-refund.ts';
import { findAttemptAnywhere, findRefundAnywhere, isOpenRefund, lockCharge } from './refund.sql.ts';
import type { Charge } from './refund.sql.ts';
import { recordDispute } from './disputes.ts';
import { finishRefund, recordRefundOutcome } from './refund-outcome.ts';

export type WebhookResult = 'done' | 'unknown_subject' | 'ignored' | 'unmatched';
type RefundEvent = Extract<ProviderEvent, { kind: 'refund' }>;
type DisputeEvent = Extract<ProviderEvent, { kind: 'dispute' }>;

/** `unknown_subject`: it may be about something that is not stored yet. */
export async function handleRefundWebhook(app: App, event: RefundEvent): Promise<WebhookResult> {
  const { refundId, refundReference: reference, succeeded } = event;
  const verdict = succeeded ? { state: 'done' as const, reference } : { state: 'failed' as const };
  const known = refundId === null ? undefined : await findRefundAnywhere(app.db, refundId);
  if (refundId !== null && known) {
    await recordRefundOutcome(app, { brandId: known.brand_id, refundId, verdict });
    return 'done';
  }
  const attempt = await findAttemptAnywhere(app.db, event);
  if (!attempt || attempt.captured_at === null) return 'unknown_subject';
  const { brand_id: brandId, id: attemptId } = attempt;
  const { ours, outcome } = await transact(app.db, async (tx, afterCommit) => {
    const charge = await lockCharge(tx, brandId, attemptId);
    const mine = findByReference(charge, event);
    if (mine) return { ours: mine.id, outcome: 'done' as const };
    if (!succeeded) return { outcome: 'ignored' as const };
    const amountCents = event.amountCents || charge.refundableCents;
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'system' },
      action: 'refund.made_elsewhere',
      subject: charge.purchase.id,
      details: { attempt: attemptId, reference, amountCents },
    });
    // More than is left cannot be in the books; reconciling shows the difference.
    if (amountCents === 0 || amountCents > charge.refundableCents) return { outcome: 'unmatched' as const };
    const id = newId();
    await recordRefund(app, tx, afterCommit, charge, { id, amountCents, reason: 'support' });
    const after = await lockCharge(tx, brandId, attemptId);
    const refund = after.refunds.find((row) => row.id === id);
    if (refund) await finishRefund(app, { tx, afterCommit, charge: after, refund }, reference);
    return { outcome: 'done' as const };
  });
  if (ours !== undefined) await recordRefundOutcome(app, { brandId, refundId: ours, verdict });
  return outcome;
}

/** A provider that does not repeat our id of a refund is matched by its own, or by the only open refund that fits. */
function findByReference({ refunds }: Charge, { refundReference, amountCents, refundId }: RefundEvent) {
  const named = refunds.find(({ reference }) => reference === refundReference);
  if (named || refundId !== null) return named;
  const fitting = refunds.filter(
    (refund) => isOpenRefund(refund) && refund.reference === null && refund.amount_cents === amountCents,
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

export async function handleDisputeWebhook(app: App, event: DisputeEvent): Promise<WebhookResult> {
  const attempt = await findAttemptAnywhere(app.db, event);
  if (!attempt || attempt.captured_at === null) return 'unknown_subject';
  const { brand_id: brandId, id: attemptId } = attempt;
  const { disputeReference: reference, amountCents, change: state } = event;
  await transact(app.db, (tx, afterCommit) =>
    recordDispute(app, tx, afterCommit, { brandId, attemptId, reference, amountCents, state }),
  );
  return 'done';
}
