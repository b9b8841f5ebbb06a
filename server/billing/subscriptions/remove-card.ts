import type { removeCard as endpoint } from '../../../contract/billing/member-billing.ts';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { removePaymentMethods } from '../payments/payment-methods.ts';
import type { MemberContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { updateSubscription, dropScheduledPlan, lockCurrentPlan } from './queries.ts';

/**
 * Forgets a card on file, or all of them. A plan that would have renewed by it ends with its period; what is owed can be
 * paid by hand. A plan that renews by another one goes on.
 */
export function removeCard(
  context: MemberContext,
  { cardId }: Pick<InputOf<typeof endpoint>, 'cardId'> = {},
): Promise<{ result: 'OK' }> {
  const { db, brandId, accountId, clock } = context;
  return transact(db, async (tx) => {
    const now = clock.now();
    const removed = await removePaymentMethods(tx, { brandId, accountId, id: cardId }, now);
    if (removed.length === 0) return { result: 'OK' };
    const plan = await lockCurrentPlan(tx, brandId, accountId);
    const renewsByIt = plan?.payment_method_id && removed.includes(plan.payment_method_id);
    if (renewsByIt && plan.state === 'active' && plan.next_charge_at && plan.period_end > now) {
      await dropScheduledPlan(tx, brandId, plan);
      await updateSubscription(tx, brandId, plan.id, {
        nextChargeAt: null,
        next: null,
        endReason: 'no_card',
      });
    }
    for (const subject of removed) {
      const actor = { kind: 'member', id: accountId } as const;
      await recordAudit(tx, { brandId, actor, action: 'card.removed', subject });
    }
    return { result: 'OK' };
  });
}
