import type { ChargeReply, payPalOrder as endpoint } from '#contract/billing/charges.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readOrderById } from '../orders/orders.sql.ts';
import type { Order } from '../orders/orders.sql.ts';
import { requestOrder } from '../orders/orders.ts';
import { providersFor } from '../orders/payment-rules.ts';
import { readBuyer } from '../orders/subscription.sql.ts';
import { countTry, describePayment, pay } from './pay.ts';
import { findPaymentMethodOnFile } from './payment-methods.ts';
import { finishPayment } from './payment-status.ts';
import type { PaymentStatus } from './record-outcome.ts';

type Input = InputOf<typeof endpoint>;
type Reply = ReplyOf<typeof endpoint>;

export function payPalOrder(context: MemberContext, { paypalId, ...input }: Input): Promise<Reply> {
  return paypalId === undefined ? openPayPal(context, input) : capturePayPal(context, paypalId);
}

/** Makes the order here and at PayPal's, where the member is going to approve it. */
async function openPayPal(context: MemberContext, input: Omit<Input, 'paypalId'>): Promise<Reply> {
  const { db } = context.app;
  const { brand, brandId } = context;
  await countTry(context);
  const order = await makeOrderFor(context, input.productId);
  const providers = providersFor(context.app, brand, order.flowId, 'paypal');
  const paymentMethod = { type: 'paypal' } as const;
  const chosen = { paymentMethod, method: paymentMethod.type, providers, card: null, paymentMethodId: null };
  const result = await pay(context, order, chosen, input);
  const reference = typeof result === 'string' ? null : await readReference(db, brandId, result.attemptId);
  return describePayPal(context, reference ?? '', describePayment(order, result));
}

async function makeOrderFor(context: MemberContext, productId: string | undefined): Promise<Order> {
  if (productId === undefined) fail('order.plan_unknown');
  const { id } = await requestOrder(context, { productId }, { provider: 'paypal', method: 'paypal' });
  const order = await readOrderById(context.app.db, context.brandId, id);
  if (!order) throw new Error('an order was lost');
  return order;
}

async function capturePayPal(context: MemberContext, paypalId: string): Promise<Reply> {
  const status: PaymentStatus = (await finishPayment(context, 'paypal', paypalId)) ?? fail('order.not_found');
  return describePayPal(context, paypalId, describePayment(status.purchase, status));
}

async function describePayPal(
  { app: { db }, brandId, accountId }: MemberContext,
  paypalId: string,
  { status, outcome, step, orderId }: ChargeReply,
): Promise<Reply> {
  const payer = await readBuyer(db, brandId, accountId);
  const paymentMethod =
    outcome === 'success' ? await findPaymentMethodOnFile(db, brandId, accountId) : undefined;
  return {
    paypalId,
    status: statusOf(status, step !== null),
    approveAt: step?.url ?? null,
    outcome,
    card: { id: paymentMethod?.provider === 'paypal' ? paymentMethod.id : null },
    holderName: null,
    email: payer?.email ?? null,
    orderId,
  };
}

function statusOf(status: ChargeReply['status'], hasStep: boolean): Reply['status'] {
  switch (status) {
    case 'ok':
      return hasStep ? 'CREATED' : 'COMPLETED';
    case 'pending':
      return 'PENDING';
    case 'ko':
      return 'DECLINED';
  }
}

async function readReference(db: DbOrTx, brandId: string, attemptId: string): Promise<string | null> {
  const row = await db
    .selectFrom('payment_attempt')
    .select('reference')
    .where('brand_id', '=', brandId)
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return row?.reference ?? null;
}
