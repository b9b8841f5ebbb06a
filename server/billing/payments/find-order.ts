import { Failure, fail } from '../../../contract/kernel/errors.ts';
import type { MemberContext } from '../../app.ts';
import { hashToken } from '../../platform/security/sessions.ts';
import type { QuoteRequest } from '../subscriptions/quote-plan.ts';
import { quoteNow } from './create-order.ts';
import { readOrderByToken } from './order-queries.ts';
import type { Order } from './order-queries.ts';

/** The order that a token pays, where it is the caller's and may still be paid. */
export async function findOrder(context: MemberContext, token: string): Promise<Order> {
  const { db, brandId, accountId, clock } = context;
  const order = (await readOrderByToken(db, brandId, hashToken(token))) ?? fail('order.expired');
  if (order.accountId !== accountId) fail('session.not_yours');
  requirePayable(order, clock.now());
  await requireSame(context, order);
  return order;
}

export function requirePayable({ id, state, tokenUsedAt, expiresAt }: Order, now: Date): void {
  if (tokenUsedAt || state === 'paid' || state === 'fulfilled') fail('order.used', { orderId: id });
  if (state === 'failed' || state === 'expired' || (expiresAt && expiresAt <= now)) fail('order.expired');
}

/** What was bought at another page in the meantime may have made the order senseless. Its price stands. */
async function requireSame(context: MemberContext, order: Order): Promise<void> {
  const changed = (error: unknown): never => {
    const isOther = error instanceof Failure && error.code !== 'age.unverified';
    throw isOther ? new Failure('order.terms_changed', undefined) : error;
  };
  const quote = await quoteNow(context, wishOf(order)).catch(changed);
  if (quote.purchase !== order.kind || quote.subscriptionId !== order.subscriptionId)
    fail('order.terms_changed');
}

function wishOf({ kind, id, productId }: Order): QuoteRequest {
  if (kind === 'renewal') return { renewalId: id };
  return productId === null ? { newCardOnly: true } : { productId };
}
