/** Paying an order: by card, wallet, PayPal or what is on file, and the way back from a bank. */

import { z } from 'zod';
import { paymentMethodKind } from '../brand/flow.ts';
import { claimed, ignored } from '../kernel/claims.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { cents, emailText, token, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { code, foreignObject, line, writing } from '../kernel/text.ts';
import { buying, orderId, ownedBy, owner, productId, quoteErrors } from './orders.ts';
import { providerName } from './payment-checks.ts';
import { chargeStatus, paymentOutcome } from './payment-outcome.ts';

/** Paying an order: by card, wallet or PayPal, and what becomes of it. */

const claim = (length: number) => line(length).optional();

/** What a browser says of itself to a bank, besides the card. */
const browserFields = {
  language: as('language', claimed(line(35))),
  screenHeight: as('screenHeight', claimed(z.number().min(0).max(100_000))),
  screenWidth: as('screenWidth', claimed(z.number().min(0).max(100_000))),
  /** Minutes, as JavaScript counts them. */
  timeZone: as('timezone', claimed(z.number().min(-1_000).max(1_000))),
  userAgent: as('userAgent', claimed(line(1000))),
  javaEnabled: as('javaEnabled', claimed(z.boolean())),
  scriptEnabled: as('javascriptEnabled', claimed(z.boolean())),
  colourDepth: as('screenColorDepth', claimed(z.number().min(0).max(100))),
};

/** All that comes with a charge. Whatever is claimed here is ignored where the server knows better. */
const chargeFields = {
  productId: as('rateplan', productId.optional()),
  country: as('country', ignored()),
  descriptor: as('descriptor', ignored()),
  paymentCompany: as('payment_company', ignored()),
  city: as('city', ignored()),
  domain: as('domain', ignored()),
  source: as('paySource', claimed(line(40))),
  email: as('email', ignored()),
  newCard: as('newCard', z.boolean().optional()),
  cardOnFile: as('actonfile', z.boolean().optional()),
  ...browserFields,
  /** The words above the button and on it, as they were shown. */
  terms: as('condizioni', writing(6_000).optional()),
  /** The box that the plain flow wants ticked. */
  disclaimer: as('disclaimer', z.boolean().optional()),
  /** A yes to keeping what is paid with for later clicks, asked for with a pack. A plan needs it kept, and says so itself. */
  keepForLater: as('salva_carta', z.boolean().optional()),
};
const chargeBody = spelled({ trackerId: owner, ...chargeFields });
export type ChargeDetails = Omit<z.output<typeof chargeBody>, 'trackerId'>;

/** Typed or counted: some send them as numbers. */
const digits = (length: number) =>
  z
    .union([
      line(length),
      z
        .int()
        .min(0)
        .max(10 ** length - 1),
    ])
    .optional();

const cardFields = {
  firstName: as('firstName', claim(60)),
  lastName: as('lastName', claim(60)),
  number: as('cardNumber', claim(40)),
  month: as('cardMonth', digits(4)),
  year: as('cardYear', digits(4)),
  securityCode: as('cardSecurityCode', claim(6)),
};
/** What is sealed: the order's token, and the card unless the one on file is meant. */
const sealedCard = spelled({ token: as('token', token), ...cardFields });
export type SealedCard = z.output<typeof sealedCard>;

/** The box of the disclaimer as a form has it: a flow may want it ticked before anything is paid. */
export function disclaimerBox(wanted: boolean) {
  return wanted ? z.literal(true, { error: 'order.disclaimer_missing' }) : z.boolean();
}

/** What the browser has to do at the provider's: a form that sends itself, a frame, or another page. */
const providerStep = z.object({
  type: z.enum(['form', 'frame', 'redirect']),
  url: z.string().max(4_000),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string().max(200), z.string().max(20_000)),
});
export type ProviderStep = z.output<typeof providerStep>;

const chargeReply = spelled({
  status: as('status', chargeStatus),
  outcome: as('message', paymentOutcome),
  step: as('threeDS', providerStep.nullable()),
  provider: as('payment_system', providerName.nullable()),
  data: as('data', spelled({ customerId: as('customerId', z.string().max(64)) })),
  orderId: as('order', orderId),
});
export type ChargeReply = z.output<typeof chargeReply>;

const chargeErrors = [
  'order.used',
  'order.expired',
  'order.terms_changed',
  'order.disclaimer_missing',
  'age.unverified',
  'order.first_purchase_only',
  'payment.undecided',
  'payment.blocked',
  'spending.limit_reached',
  'spending.paused',
  'payment.name_missing',
  'payment.no_card_on_file',
  'password.needed',
  'password.none',
  'payment.unavailable',
] as const;

const charge = <const P extends string>(path: P, summary: string) =>
  endpoint({
    host: 'payment',
    method: 'POST',
    path,
    access: 'member',
    ...buying,
    summary,
    body: chargeBody,
    sealed: { name: 'card', wire: 'card', key: 'payment', content: sealedCard },
    reply: chargeReply,
    errors: chargeErrors,
  });

export const tryCharge = charge('/orders/tryCharge', 'Pays an order by card, or by the card on file.');

/** What a wallet hands over for an intent of TrustPay's, and what opens that intent. */
const paidIntent = spelled({
  instanceId: as('InstanceId', code(100).min(1)),
  secret: as('secret', code(500).min(1)),
  response: as('response', foreignObject(100_000)),
});
export type PaidIntent = z.output<typeof paidIntent>;

export const tryChargeTrustPay = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/trustpay/tryCharge',
  access: 'member',
  ...buying,
  summary:
    'The same, by TrustPay alone; or pays an intent that was opened there, by what a wallet has handed over.',
  body: chargeBody,
  sealed: {
    name: 'card',
    wire: 'card',
    key: 'payment',
    content: spelled({
      token: as('token', token.optional()),
      ...cardFields,
      intent: as('intent', paidIntent.optional()),
    }),
  },
  reply: chargeReply,
  errors: [...chargeErrors, 'order.not_found'],
});

/** What a wallet hands over, as it came; it is sealed like a card. */
const sealedWallet = spelled({
  token: as('token', token),
  response: as('response', foreignObject(100_000)),
});

const chargeByWallet = <const P extends string>(path: P, summary: string) =>
  endpoint({
    host: 'payment',
    method: 'POST',
    path,
    access: 'member',
    needsRegion: true,
    summary,
    body: spelled({ request: as('request', chargeBody) }),
    sealed: { name: 'wallet', wire: 'card', key: 'payment', content: sealedWallet },
    reply: chargeReply,
    errors: [...chargeErrors, 'session.not_yours'],
  });

export const chargeByGooglePay = chargeByWallet('/orders/googlePay/paymentData', 'Pays by Google Pay.');
export const chargeByApplePay = chargeByWallet('/orders/applePay/paymentData', 'Pays by Apple Pay.');

export const validateMerchant = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/validate-merchant',
  access: 'member',
  needsRegion: true,
  summary: 'Opens a session with Apple, which only Apple may be asked for.',
  body: z.object({ validationURL: code(500) }),
  reply: z.record(z.string().max(200), z.unknown()),
  errors: ['payment.validation_refused', 'payment.unavailable'],
});

/** Without `paypalId` an order is made at PayPal's; with it, what the member approved there is captured. */
export const payPalOrder = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/client/paypal/orderOk',
  access: 'member',
  ...buying,
  summary: 'Makes an order at PayPal’s, or captures it once it was approved there.',
  body: spelled({
    trackerId: owner,
    ...chargeFields,
    paymentSystem: as('payment_system', claim(60)),
    paypalId: as('id', code(64).optional()),
  }),
  reply: spelled({
    paypalId: as('id', z.string().max(64)),
    status: as('status', z.enum(['CREATED', 'COMPLETED', 'PENDING', 'DECLINED'])),
    /** Where the member approves it. */
    approveAt: as('approve', z.string().max(2_000).nullable()),
    outcome: as('message', paymentOutcome),
    card: as('card', spelled({ id: as('tokenId', z.string().max(64).nullable()) })),
    holderName: as('cardholderName', z.string().max(300).nullable()),
    email: as('email', emailText.nullable()),
    orderId: as('order', orderId),
  }),
  errors: [...quoteErrors, ...chargeErrors, 'order.not_found'],
});

export const trustPayIntent = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/trustpay/intent',
  access: 'member',
  ...buying,
  summary: 'Opens a wallet payment of a pack at TrustPay’s, which keeps nothing that could be charged again.',
  body: spelled({ trackerId: owner, ...chargeFields }),
  reply: z.object({
    instanceId: z.string().max(100),
    secrets: z.object({ display: z.string().max(500), payment: z.string().max(500) }),
    order: orderId,
  }),
  errors: [...quoteErrors, ...chargeErrors],
});

export const readOrder = endpoint({
  host: 'payment',
  method: 'GET',
  path: '/orders/:trackerId/:orderId',
  access: 'member',
  ...ownedBy,
  summary: 'How an own order stands: what a page asks that lost the answer, or waits for the bank.',
  params: spelled({ trackerId: as('trackerId', trackerId), orderId: as('orderId', orderId) }),
  reply: chargeReply,
  errors: ['order.not_found'],
});

const methodRule = z.object({
  method: paymentMethodKind,
  providers: z.array(providerName).max(4),
});

export const readPayRules = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/pay_rules/get_pay_rules',
  whileWalking: true,
  access: 'member',
  ...buying,
  summary: 'By which providers this member can pay, in the order in which they are tried.',
  body: spelled({ trackerId: owner }),
  reply: z.object({
    rules: z.array(methodRule).max(paymentMethodKind.options.length),
    googlepay: z
      .object({
        gateway: z.string().max(60),
        gatewayMerchantId: z.string().max(100),
        merchantId: z.string().max(100),
        merchantName: z.string().max(100),
      })
      .nullable(),
    applepay: z.object({ merchantName: z.string().max(100) }).nullable(),
    /** Nothing here is real money. */
    sandbox: z.boolean(),
  }),
  errors: [],
});

export const importOrder = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/payment/api/importOrder',
  access: 'member',
  ...buying,
  summary:
    'Makes an order without paying it. With the id of a paid order it is an offer after that purchase, which exists once.',
  body: spelled({
    trackerId: owner,
    ...chargeFields,
    productId: as('rateplan', productId),
    /** The paid order that it is added to. */
    addedTo: as('orderId', orderId.optional()),
  }),
  reply: spelled({
    result: as('result', z.literal('OK')),
    orderId: as('orderId', orderId),
    token: as('token', token),
    amountCents: as('amount', cents),
  }),
  errors: [...quoteErrors, 'payment.blocked', 'order.not_found', 'order.used'],
});

export const importUpsell = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/payment/api/importUpsell',
  access: 'member',
  ...buying,
  summary: 'Adds a plan to an order that is paid, charged to the card on file.',
  body: spelled({
    trackerId: owner,
    ...chargeFields,
    orderId: as('orderId', orderId),
    productId: as('rateplan', productId),
  }),
  reply: chargeReply,
  errors: [...quoteErrors, ...chargeErrors, 'order.not_found'],
});
