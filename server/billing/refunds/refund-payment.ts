import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { refundPayment as endpoint } from '../../../contract/staff/billing.ts';
import type { StaffContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { requireOperator } from '../../brands/staff-context.ts';
import { startRefund } from './give-back.ts';
import { findRefund } from './queries.ts';
import { listPurchaseCharges } from './staff-queries.ts';

/** Gives money back for a reason of ours: from the first charge of the order that has any left. */
export async function refundPayment(
  context: StaffContext,
  { orderId, brand: key, amountCents, reason, id }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireOperator(context);
  const { db, staffId, ip } = context;
  const { id: brandId } = context.brands.byKey(key) ?? fail('order.not_found');
  return transact(db, async (tx, afterCommit) => {
    const charges = await listPurchaseCharges(tx, brandId, orderId);
    if (charges.length === 0) return fail('order.not_found');
    const known = await findRefund(tx, brandId, id);
    if (known && known.purchase_id === orderId) return { refundId: id, amountCents: known.amount_cents };
    for (const { id: attemptId, captured_cents: captured } of charges) {
      if (attemptId === null || !captured) continue;
      const wish = { brandId, attemptId, reason: 'support' as const, id };
      const refund = await startRefund(context, tx, afterCommit, {
        ...wish,
        ...(amountCents === undefined ? {} : { amountCents }),
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
