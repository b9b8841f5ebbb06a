import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { ChargeReply, importUpsell as endpoint } from '../../../contract/billing/orders.ts';
import type { MemberContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { makeOrder, quoteNow } from './create-order.ts';
import { describeCharge, describeUntried } from './describe-charge.ts';
import { findAddedOrder, lockOrder, readOrderById } from './order-queries.ts';
import type { Order } from './order-queries.ts';
import { countTry, describePayment, pay } from './pay.ts';
import { chooseOnFile } from './pay-by-card.ts';
import { readPaymentStatus } from './read-standing.ts';

/** Adds a plan to an order that is paid, charged to the card on file. Asked for twice, it is added once. */
export async function importUpsell(
  context: MemberContext,
  { orderId, productId, ...details }: InputOf<typeof endpoint>,
): Promise<ChargeReply> {
  const { db, brandId, accountId } = context;
  await countTry(context);
  const first = await readOrderById(db, brandId, orderId);
  if (first?.accountId !== accountId || first.state !== 'fulfilled') fail('order.not_found');
  const chosen = (await chooseOnFile(context)) ?? fail('payment.no_card_on_file');
  const { order, isNew } = await addOrder(context, first, productId);
  if (isNew) return describePayment(order, await pay(context, order, chosen, details));
  const status = await readPaymentStatus(db, brandId, order.id);
  return status ? describeCharge(status) : describeUntried(order, 'pending');
}

/** The order for it, which is the same one as long as it has not come to nothing. */
async function addOrder(
  context: MemberContext,
  first: Order,
  productId: string,
): Promise<{ order: Order; isNew: boolean }> {
  const { db, brandId } = context;
  const quote = await quoteNow(context, { productId });
  return transact(db, async (tx) => {
    await lockOrder(tx, brandId, first.id);
    const added = await findAddedOrder(tx, first, productId);
    if (added) return { order: added, isNew: false };
    const { id } = await makeOrder(context, tx, quote, first.id);
    return { order: await lockOrder(tx, brandId, id), isNew: true };
  });
}
