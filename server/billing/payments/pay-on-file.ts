import type { ChargeReply, importUpsell as importUpsellEndpoint } from '../../../contract/billing/charges.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import { requireProvenSession } from '../../accounts/fresh-proof.ts';
import type { MemberContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { requireWithinLimits } from '../spending/limits.ts';
import { readOrderById, findAddedOrder, lockOrder } from './orders.sql.ts';
import type { Order } from './orders.sql.ts';
import { makeOrder, quoteNow } from './orders.ts';
import { countTry, describePayment, pay } from './pay.ts';
import type { Chosen } from './pay.ts';
import { findPaymentMethodOnFile } from './payment-methods.ts';
import { readPaymentStatus, describeCharge, describeUntried } from './payment-status.ts';

/**
 * The payment method on file, which only the provider that keeps it can charge. A mailed link is easily passed on, and no bank
 * asks anybody here, so a session that such a link alone has opened never gets it.
 */
export async function chooseOnFile(
  context: MemberContext,
  accepts: Accepts = () => true,
): Promise<Chosen | undefined> {
  const { db, providers } = context.app;
  const { brandId, accountId } = context;
  await requireProvenSession(context);
  const paymentMethod = await findPaymentMethodOnFile(db, brandId, accountId);
  if (!paymentMethod || !accepts(paymentMethod.provider)) return undefined;
  const { id, provider, token, network, lastFour, fingerprint } = paymentMethod;
  return {
    paymentMethod: { type: 'on_file', token },
    method: 'on_file',
    providers: providers.get(provider) ? [provider] : [],
    card: { network, lastFour, fingerprint },
    paymentMethodId: id,
  };
}

/** Adds a plan to an order that is paid, charged to the card on file. Asked for twice, it is added once. */
export async function importUpsell(
  context: MemberContext,
  { orderId, productId, ...details }: InputOf<typeof importUpsellEndpoint>,
): Promise<ChargeReply> {
  const { db } = context.app;
  const { brandId, accountId } = context;
  await requireProvenSession(context);
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
  const { db } = context.app;
  const { brandId } = context;
  const quote = await quoteNow(context, { productId });
  // Refused after the order was made, the next click would be told that this one is under way.
  await requireWithinLimits(db, { ...first, amountCents: quote.amountCents }, context.app.clock.now());
  return transact(db, async (tx) => {
    await lockOrder(tx, brandId, first.id);
    const added = await findAddedOrder(tx, first, productId);
    if (added) return { order: added, isNew: false };
    const { id } = await makeOrder(context, quote, { flowId: first.flowId, addedTo: first.id, tx });
    return { order: await lockOrder(tx, brandId, id), isNew: true };
  });
}

export type Accepts = (name: ProviderName) => boolean;
