import { fail } from '../../../contract/kernel/errors.ts';
import type { MemberContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { updateSubscription, dropScheduledPlan, lockCurrentPlan } from './queries.ts';

/** Takes back having left at the end of the period, or having chosen another plan for then. */
export function stayInPlan(context: MemberContext): Promise<{ result: 'OK' }> {
  const { db, brandId, accountId, clock } = context;
  return transact(db, async (tx) => {
    const plan = await lockCurrentPlan(tx, brandId, accountId);
    if (plan?.state !== 'active' || plan.period_end <= clock.now()) return fail('order.nothing_due');
    if (plan.next_charge_at && plan.next_product_id === null) return fail('order.nothing_due');
    await dropScheduledPlan(tx, brandId, plan);
    await updateSubscription(tx, brandId, plan.id, {
      nextChargeAt: plan.next_charge_at ?? plan.period_end,
      next: null,
      endReason: null,
    });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'plan.kept',
      subject: plan.id,
    });
    return { result: 'OK' };
  });
}
