import { z } from 'zod';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { ChargeReply, chargeByGooglePay as endpoint } from '../../../contract/billing/orders.ts';
import type { MemberContext } from '../../app.ts';
import { decode } from '../../platform/decode.ts';
import { findOrder } from './find-order.ts';
import { countTry, describePayment, pay } from './pay.ts';
import { providersFor } from './pay-rules.ts';

type Input = InputOf<typeof endpoint>;

const tokenText = z.string().min(1).max(20_000);
/** The part of Google's `PaymentData` that the gateway opens. */
const googleResponse = z.object({
  paymentMethodData: z.object({ tokenizationData: z.object({ token: tokenText }) }),
});
/** Apple's `ApplePayPayment`. */
const appleResponse = z.object({
  token: z.object({ paymentData: z.union([tokenText, z.record(z.string().max(100), z.unknown())]) }),
});

export function chargeByGooglePay(context: MemberContext, input: Input): Promise<ChargeReply> {
  return payByWallet(context, input, 'googlepay', (response) => {
    return decode(googleResponse, response).paymentMethodData.tokenizationData.token;
  });
}

export function chargeByApplePay(context: MemberContext, input: Input): Promise<ChargeReply> {
  return payByWallet(context, input, 'applepay', (response) => {
    const { paymentData } = decode(appleResponse, response).token;
    return typeof paymentData === 'string' ? paymentData : JSON.stringify(paymentData);
  });
}

async function payByWallet(
  context: MemberContext,
  { request, wallet }: Input,
  type: 'googlepay' | 'applepay',
  readToken: (response: unknown) => string,
): Promise<ChargeReply> {
  const { trackerId, ...details } = request;
  if (trackerId !== context.trackerId) fail('session.not_yours');
  await countTry(context);
  const order = await findOrder(context, wallet.token);
  const result = await pay(
    context,
    order,
    {
      paymentMethod: { type, token: readToken(wallet.response) },
      method: type,
      providers: providersFor(context, context.brand, order.flowId, type),
      card: null,
      paymentMethodId: null,
    },
    details,
  );
  return describePayment(order, result);
}
