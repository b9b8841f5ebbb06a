import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { refundPayment as refundPaymentEndpoint } from '#contract/staff/payments.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { findRefund, listPurchaseCharges } from './refund.sql.ts';
import { startRefund } from './start-refund.ts';

/** Refunds for a reason of ours, from the first charge of the order that has anything left. */
export async function refundPayment(
  context: StaffContext,
  { orderId, brand: key, amountCents, reason, id }: InputOf<typeof refundPaymentEndpoint>,
): Promise<ReplyOf<typeof refundPaymentEndpoint>> {
  const { db } = context.app;
  const { staffId, ip } = context;
  const { brandId } = atBrand(context, key);
  return transact(db, async (tx, afterCommit) => {
    const charges = await listPurchaseCharges(tx, brandId, orderId);
    if (charges.length === 0) return fail('order.not_found');
    const known = await findRefund(tx, brandId, id);
    if (known && known.purchase_id === orderId) return { refundId: id, amountCents: known.amount_cents };
    for (const { id: attemptId, captured_cents: captured } of charges) {
      if (attemptId === null || !captured) continue;
      const refund = await startRefund(context.app, tx, afterCommit, {
        brandId,
        attemptId,
        reason: 'support',
        id,
        ...(amountCents !== undefined && { amountCents }),
      });
      if (!refund) continue;
      await recordAudit(tx, {
        brandId,
        actor: { kind: 'staff', id: staffId },
        action: 'payment.refunded',
        subject: orderId,
        details: { ...refund, reason },
        ip,
      });
      return refund;
    }
    return fail('order.nothing_due');
  });
}
