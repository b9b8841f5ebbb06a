import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { ChargeReply, readOrder as endpoint } from '../../../contract/billing/orders.ts';
import type { MemberContext } from '../../app.ts';
import { describeCharge, describeUntried } from './describe-charge.ts';
import { readOrderById } from './order-queries.ts';
import { readPaymentStatus } from './read-standing.ts';

/** What a page asks that lost the answer to a charge, or waits for a bank. */
export async function readOrder(
  { db, brandId, accountId }: MemberContext,
  { orderId }: InputOf<typeof endpoint>,
): Promise<ChargeReply> {
  const status = await readPaymentStatus(db, brandId, orderId);
  const order = status?.purchase ?? (await readOrderById(db, brandId, orderId));
  // Somebody else's order and a missing one must look the same.
  if (order?.accountId !== accountId) fail('order.not_found');
  if (status) return describeCharge(status);
  const open = order.state === 'created' || order.state === 'awaiting_payment';
  return describeUntried(order, open ? 'pending' : 'try_again');
}
