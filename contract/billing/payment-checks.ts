import { z } from 'zod';
import { ignored } from '../kernel/claims.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { code } from '../kernel/text.ts';
import { paymentOutcome } from './payment-outcome.ts';
import { type ProviderName, providers } from './providers.ts';

export const providerName = z.enum(Object.keys(providers) as [ProviderName, ...ProviderName[]]);

/** Without `result` we know of no such payment. */
const checkReply = spelled({
  result: as('result', z.boolean().optional()),
  outcome: as('message', paymentOutcome.optional()),
  orderId: as('order', z.uuid().optional()),
});
export type CheckReply = z.output<typeof checkReply>;

const check = <const P extends string, const W extends string>(path: P, wire: W) =>
  endpoint({
    host: 'payment',
    method: 'POST',
    path,
    access: 'member',
    owner: 'trackerId',
    summary: 'What became of a payment whose provider has sent the member back. Grants nothing by itself.',
    body: spelled({
      trackerId: as('clickid', trackerId),
      reference: as(wire, code(4_000).min(1)),
      domain: as('domain', ignored()),
      paymentCompany: as('payment_company', ignored()),
    }),
    reply: checkReply,
    errors: [],
  });

/** The call of a return page, for the providers that have one. A return from PayPal takes the money: `payPalOrder`. */
export const paymentChecks = {
  adyen: check('/orders/adyen/checkTransactionStatus', 'redirectResult'),
  trustpay: check('/orders/trustpay/checkTransactionStatus', 'InstanceId'),
  maxpay: check('/orders/maxpay/checkTransactionStatus', 'reference'),
} satisfies Partial<Record<ProviderName, unknown>>;

/** TrustPay's second address for the same. */
export const checkTrustPayPayment = check('/orders/trustpay/checkPayment', 'InstanceId');
