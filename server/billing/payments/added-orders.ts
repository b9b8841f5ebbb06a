/** An offer after a purchase: an order that is added to a paid one. It begins when it is looked at, and a click pays it. */

import type {
  ChargeReply,
  importOrder as importOrderEndpoint,
  importUpsell as importUpsellEndpoint,
} from '#contract/billing/charges.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail, Failure } from '#contract/kernel/errors.ts';
import { requireProvenSession } from '#server/accounts/fresh-proof.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { findAddedOrder, giveToken, lockOrder, readOrderById } from '../orders/orders.sql.ts';
import type { Order } from '../orders/orders.sql.ts';
import { makeOrder, newOrderToken, quoteNow, requestOrder } from '../orders/orders.ts';
import type { FullQuote } from '../orders/quote-plan.ts';
import { emptyChange } from './change.ts';
import { chooseOnFile } from './pay-on-file.ts';
import { countTry, describePayment, pay } from './pay.ts';
import { describeCharge, describeUntried, readPaymentStatus } from './payment-status.ts';
import { writeHeld } from './write-changes.sql.ts';

export async function importOrder(
  context: MemberContext,
  { productId, addedTo }: InputOf<typeof importOrderEndpoint>,
): Promise<ReplyOf<typeof importOrderEndpoint>> {
  const { id, token, amountCents } =
    addedTo === undefined
      ? await requestOrder(context, { productId })
      : await beginAdded(context, addedTo, productId);
  return { result: 'OK', orderId: id, token, amountCents };
}

/** Looked at in two tabs it is one order, so that it cannot be paid twice. After a refusal there is a new one. */
async function beginAdded(context: MemberContext, paidId: string, productId: string) {
  const { db, clock } = context.app;
  const { brandId, accountId } = context;
  const paid = await findPaid(context, paidId);
  const order = await findOrMake(context, { paid, productId, replaces: cameToNothing });
  const { id, amountCents, state } = order;
  if (state !== 'created') fail('order.used', { orderId: id });
  const { token, tokenHash, expiresAt } = newOrderToken(clock.now());
  await giveToken(db, { brandId, accountId, id, tokenHash, expiresAt });
  return { id, token, amountCents };
}

/** Adds a plan to an order that is paid, charged to the card on file. Asked for twice, it is added once. */
export async function importUpsell(
  context: MemberContext,
  { orderId, productId, ...details }: InputOf<typeof importUpsellEndpoint>,
): Promise<ChargeReply> {
  const { db } = context.app;
  await requireProvenSession(context);
  await countTry(context);
  const paid = await findPaid(context, orderId);
  const chosen = (await chooseOnFile(context)) ?? fail('payment.no_card_on_file');
  const order = await findOrMake(context, { paid, productId });
  if (order.state === 'created') {
    try {
      return describePayment(order, await pay(context, order, chosen, details));
    } catch (error) {
      // The same click, or another tab, was faster.
      if (!(error instanceof Failure && error.code === 'order.used')) throw error;
    }
  }
  const status = await readPaymentStatus(db, context.brandId, order.id);
  return status ? describeCharge(status) : describeUntried(order, 'pending');
}

/** The order of another member, a missing one and one that is not paid must look the same. */
async function findPaid({ app: { db }, brandId, accountId }: MemberContext, orderId: string): Promise<Order> {
  const order = await readOrderById(db, brandId, orderId);
  if (order?.accountId !== accountId || order.state !== 'fulfilled') return fail('order.not_found');
  return order;
}

interface Wanted {
  paid: Order;
  productId: string;
  /** Which one that was tried makes room for another. */
  replaces?: (db: DbOrTx, order: Order) => Promise<boolean>;
}

/** The order for it, which is the same one as long as it is worth something. */
async function findOrMake(
  context: MemberContext,
  { paid, productId, replaces = never }: Wanted,
): Promise<Order> {
  const { db, clock } = context.app;
  const { brandId, id: addedTo, flowId } = paid;
  // Looked for before its price: what was bought meanwhile may be sold no more.
  const tried = await findAddedOrder(db, paid, productId);
  if (tried && tried.state !== 'created' && !(await replaces(db, tried))) return tried;
  const quote = await quoteNow(context, { productId });
  return transact(db, async (tx) => {
    await lockOrder(tx, brandId, addedTo);
    const found = await findAddedOrder(tx, paid, productId);
    if (found) {
      const isOver =
        found.state === 'created' ? isStale(found, quote, clock.now()) : await replaces(tx, found);
      if (!isOver) return found;
      const none = emptyChange({ brandId, accountId: paid.accountId, at: clock.now() });
      await writeHeld(tx, { ...none, calledOff: found.id });
    }
    const { id } = await makeOrder(context, quote, { flowId, addedTo, tx });
    return lockOrder(tx, brandId, id);
  });
}

/** It ran out of time, or what it asks for is no longer what the page shows. */
function isStale(order: Order, quote: FullQuote, now: Date): boolean {
  const isLate = order.expiresAt !== null && order.expiresAt <= now;
  return (
    isLate ||
    order.kind !== quote.purchase ||
    order.version !== quote.version ||
    order.amountCents !== quote.amountCents ||
    order.subscriptionId !== quote.subscriptionId
  );
}

/** Every try of it was refused. */
async function cameToNothing(db: DbOrTx, order: Order): Promise<boolean> {
  const status = await readPaymentStatus(db, order.brandId, order.id);
  return status !== undefined && describeCharge(status).status === 'ko';
}

const never = () => Promise.resolve(false);
