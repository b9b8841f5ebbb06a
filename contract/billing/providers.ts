import { z } from 'zod';
import type { paymentMethodKind } from '../brand/flow.ts';
import { ignored } from '../kernel/claims.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { code } from '../kernel/text.ts';
import { paymentOutcome } from './payment-outcome.ts';

/** Without `result` the payment is nobody's that we know of. */
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

interface ProviderFacts {
  /** As people know it. */
  title: string;
  methods: readonly z.output<typeof paymentMethodKind>[];
  /** The page to which it sends the member back, and the parameter there that names the payment. */
  returnPage: { path: string; parameter: string };
}

/** Who takes money for us: one entry a provider. Its adapter stands in `server/billing/providers/`. */
export const providers = {
  adyen: {
    title: 'Adyen',
    methods: ['card', 'googlepay', 'applepay'],
    returnPage: { path: '/adyen/paymentCheck', parameter: 'redirectResult' },
  },
  // Its own wallets are no methods here: they are paid by an intent that it opens.
  trustpay: {
    title: 'TrustPay',
    methods: ['card'],
    returnPage: { path: '/trpay/paymentCheck', parameter: 'instanceId' },
  },
  maxpay: {
    title: 'Maxpay',
    methods: ['card'],
    returnPage: { path: '/maxpay/paymentCheck', parameter: 'reference' },
  },
  paypal: {
    title: 'PayPal',
    methods: ['paypal'],
    returnPage: { path: '/paypal/paymentCheck', parameter: 'token' },
  },
} as const satisfies Record<string, ProviderFacts>;

export type ProviderName = keyof typeof providers;
export const providerName = z.enum(Object.keys(providers) as [ProviderName, ...ProviderName[]]);

/** The call of a return page, for the providers that have one. A return from PayPal takes the money: `payPalOrder`. */
export const paymentChecks = {
  adyen: check('/orders/adyen/checkTransactionStatus', 'redirectResult'),
  trustpay: check('/orders/trustpay/checkTransactionStatus', 'InstanceId'),
  maxpay: check('/orders/maxpay/checkTransactionStatus', 'reference'),
} satisfies Partial<Record<ProviderName, unknown>>;

/** TrustPay's second address for the same. */
export const checkTrustPayPayment = check('/orders/trustpay/checkPayment', 'InstanceId');
