/** Refunds for a reason of ours: of an order from the console, of a charge from the command line. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { refundPayment as endpoint } from '#contract/staff/payments.ts';
import type { App, StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { readOrderById } from '../orders/orders.sql.ts';
import { findAttempt } from '../payments/attempts.ts';
import { findRefund, readChargesOf } from '../refunds/refund.sql.ts';
import { startRefund } from '../refunds/start-refund.ts';

interface RefundRequest {
  /** All that is left where missing. */
  amountCents?: number | undefined;
  reason: string;
}

interface Refunded {
  refundId: string;
  amountCents: number;
}

/** From the first charge of the order that has anything left. The same id a second time refunds nothing more. */
export async function refundPayment(
  context: StaffContext,
  { orderId, brand: key, id, ...asked }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { app, staffId, ip } = context;
  const { brandId } = atBrand(context, key);
  return transact(app.db, async (tx, afterCommit) => {
    if (!(await readOrderById(tx, brandId, orderId))) return fail('order.not_found');
    const known = await findRefund(tx, brandId, id);
    if (known?.purchase_id === orderId) return { refundId: id, amountCents: known.amount_cents };
    const by = { actor: { kind: 'staff', id: staffId }, ip } as const;
    for (const { attempt } of await readChargesOf(tx, brandId, [orderId])) {
      const of = { brandId, orderId, attemptId: attempt.id, id };
      const refund = await refundCharge(app, tx, afterCommit, { ...of, ...asked }, by);
      if (refund) return refund;
    }
    return fail('order.nothing_due');
  });
}

export async function refundAttempt(
  app: App,
  { attemptId, ...asked }: RefundRequest & { attemptId: string },
): Promise<(Refunded & { attemptId: string }) | 'unknown' | 'nothing_due'> {
  const attempt = await findAttempt(app.db, { attemptId });
  if (!attempt) return 'unknown';
  const { brandId, purchaseId: orderId } = attempt;
  const refund = await transact(app.db, (tx, afterCommit) =>
    refundCharge(
      app,
      tx,
      afterCommit,
      { brandId, orderId, attemptId, ...asked },
      { actor: { kind: 'system' } },
    ),
  );
  return refund ? { ...refund, attemptId } : 'nothing_due';
}

/** Null where nothing is left of it. */
async function refundCharge(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  {
    brandId,
    orderId,
    attemptId,
    id,
    amountCents,
    reason,
  }: RefundRequest & { brandId: string; orderId: string; attemptId: string; id?: string },
  by: Pick<AuditEntry, 'actor' | 'ip'>,
): Promise<Refunded | null> {
  const refund = await startRefund(app, tx, afterCommit, {
    brandId,
    attemptId,
    reason: 'support',
    ...(id !== undefined && { id }),
    ...(amountCents !== undefined && { amountCents }),
  });
  if (!refund) return null;
  const details = { ...refund, reason };
  await recordAudit(tx, { ...by, brandId, action: 'payment.refunded', subject: orderId, details });
  return refund;
}
