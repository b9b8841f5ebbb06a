import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { Failure, fail } from '../../../contract/kernel/errors.ts';
import type { cancelOrder as endpoint } from '../../../contract/billing/orders.ts';
import type { MemberContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { expirePurchase, findOwnPurchase, lockPurchase } from './withdrawal-queries.ts';
import { withdrawPurchase, withdrawableUntil } from './withdraw.ts';

type Reply = ReplyOf<typeof endpoint>;

/** An order that is not paid ends; one that is paid is withdrawn from while there is time. */
export async function cancelOrder(
  context: MemberContext,
  { orderId }: InputOf<typeof endpoint>,
): Promise<Reply> {
  const { db, brandId, accountId, clock } = context;
  const purchase = (await findOwnPurchase(db, { brandId, accountId, orderId })) ?? fail('order.not_found');
  const { fulfilled_at: fulfilledAt } = purchase;
  if (!fulfilledAt) return callOff(context, orderId);
  if (clock.now() > withdrawableUntil(fulfilledAt)) return fail('order.withdrawal_over');
  try {
    await withdrawPurchase(context, purchase, 'cancelled');
    return { result: 'OK', orderId, outcome: 'success' };
  } catch (error) {
    // A card that was only checked, or money that is back already.
    if (error instanceof Failure && error.code === 'order.nothing_due')
      return { result: 'KO', orderId, outcome: 'generic' };
    throw error;
  }
}

/** Also while a charge of it may still come through: should that happen, the money goes back by itself. */
function callOff({ db, brandId }: MemberContext, orderId: string): Promise<Reply> {
  return transact(db, async (tx): Promise<Reply> => {
    const { state, kind } = await lockPurchase(tx, brandId, orderId);
    if (state === 'paid' || state === 'fulfilled') return { result: 'KO', orderId, outcome: 'pending' };
    // What a plan owes ends with the plan.
    if (kind === 'renewal') return { result: 'KO', orderId, outcome: 'generic' };
    await expirePurchase(tx, brandId, orderId);
    return { result: 'OK', orderId, outcome: 'success' };
  });
}
