import { sql } from 'kysely';
import { lockAccount } from '../payments/lock-account.ts';
import { attachToPlan, removePaymentMethods } from '../payments/payment-methods.ts';
import type { Purchase } from '../payments/orders.sql.ts';
import { transact } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { removeCard as removeCardEndpoint } from '../../../contract/billing/member-billing.ts';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import type { MemberContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { updateSubscription, dropScheduledPlan, lockCurrentPlan } from './subscription.sql.ts';

/** The member gave the plan another card. A plan that would have ended for want of one renews again. */
export async function changeCard(
  tx: Tx,
  purchase: Purchase,
  { paymentMethodId, at }: { paymentMethodId: string | null; at: Date },
): Promise<void> {
  // The provider may send the token later, by a webhook.
  if (paymentMethodId !== null) await attachToPlan(tx, purchase, paymentMethodId, at);
  await resumeWithCard(tx, purchase, at);
}

/** Renews again only where the plan would have ended for want of a card: a plan that was left stays left. */
async function resumeWithCard(
  tx: Tx,
  { brandId, accountId, subscriptionId }: Pick<Purchase, 'brandId' | 'accountId' | 'subscriptionId'>,
  at: Date,
): Promise<void> {
  await lockAccount(tx, { brandId, accountId });
  await sql`
    update subscription set next_charge_at = period_end, end_reason = null
    where brand_id = ${brandId}::uuid and id = ${subscriptionId}::uuid and state = 'active'
      and end_reason = 'no_card' and next_charge_at is null and period_end > ${at}::timestamptz`.execute(tx);
}

/**
 * Forgets a card on file, or all of them. A plan that would have renewed by it ends with its period; what is owed can be
 * paid by hand. A plan that renews by another one goes on.
 */
export function removeCard(
  context: MemberContext,
  { cardId }: Pick<InputOf<typeof removeCardEndpoint>, 'cardId'> = {},
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
