import { expect, test } from 'vitest';
import { adyenAt } from '#testing/billing/adyen.ts';
import { card, chargeRequest, openGateway } from '#testing/billing/gateway.ts';
import { answer, playProvider } from '#testing/billing/play-provider.ts';
import { createMaxpay } from './maxpay/maxpay.ts';
import { createPayPal } from './paypal/paypal.ts';
import type { ChargeRequest } from './provider.ts';
import { createTrustPay } from './trustpay/trustpay.ts';

/** What each provider learns about a card that is kept, by the kind of payment: `docs/decisions/0079-stored-credentials.md`. */

type Kind = Pick<ChargeRequest, 'paymentMethod' | 'store' | 'authenticate'>;
const typed = { type: 'card', card } as const;
const click = { type: 'on_file', token: 'TOKEN' } as const;
const wallet = { type: 'applepay', token: '{"data":"x"}' } as const;
const google = { type: 'googlepay', token: 'google' } as const;
const paypal = { type: 'paypal' } as const;

const kinds = {
  'a plan by a typed card': { paymentMethod: typed, store: 'renewals', authenticate: true },
  'a pack by a typed card that is kept': { paymentMethod: typed, store: 'clicks', authenticate: true },
  'a pack by a typed card': { paymentMethod: typed, store: null, authenticate: true },
  'a click on a kept card': { paymentMethod: click, store: null, authenticate: false },
  'a plan begun by a click': { paymentMethod: click, store: null, authenticate: true },
  'a renewal': { paymentMethod: { type: 'renewal', token: 'TOKEN' }, store: null, authenticate: false },
  'a plan by Apple Pay': { paymentMethod: wallet, store: 'renewals', authenticate: true },
  'a pack by Apple Pay that is kept': { paymentMethod: wallet, store: 'clicks', authenticate: true },
  'a pack by Google Pay': { paymentMethod: google, store: null, authenticate: false },
  'a plan by PayPal': { paymentMethod: paypal, store: 'renewals', authenticate: true },
  'a pack by PayPal that is kept': { paymentMethod: paypal, store: 'clicks', authenticate: true },
} as const satisfies Record<string, Kind>;
type KindName = keyof typeof kinds;

/** The fields about it that a request has, and no others. */
function only(fields: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

const always = { attemptAuthentication: 'always', threeDSRequestData: { nativeThreeDS: 'disabled' } };
const ifAsked = { threeDSRequestData: { nativeThreeDS: 'disabled' } };
const adyenKinds: [KindName, Record<string, unknown>][] = [
  [
    'a plan by a typed card',
    {
      recurringProcessingModel: 'Subscription',
      shopperInteraction: 'Ecommerce',
      storePaymentMethod: true,
      authenticationData: always,
    },
  ],
  [
    'a pack by a typed card that is kept',
    {
      recurringProcessingModel: 'CardOnFile',
      shopperInteraction: 'Ecommerce',
      storePaymentMethod: true,
      authenticationData: always,
    },
  ],
  ['a pack by a typed card', { shopperInteraction: 'Ecommerce', authenticationData: always }],
  // Adyen and the bank decide whether the holder is asked, and can ask.
  [
    'a click on a kept card',
    {
      recurringProcessingModel: 'CardOnFile',
      shopperInteraction: 'ContAuth',
      authenticationData: ifAsked,
    },
  ],
  [
    'a plan begun by a click',
    {
      recurringProcessingModel: 'CardOnFile',
      shopperInteraction: 'ContAuth',
      authenticationData: always,
    },
  ],
  ['a renewal', { recurringProcessingModel: 'Subscription', shopperInteraction: 'ContAuth' }],
  [
    'a plan by Apple Pay',
    {
      recurringProcessingModel: 'Subscription',
      shopperInteraction: 'Ecommerce',
      storePaymentMethod: true,
      authenticationData: always,
    },
  ],
  [
    'a pack by Apple Pay that is kept',
    {
      recurringProcessingModel: 'CardOnFile',
      shopperInteraction: 'Ecommerce',
      storePaymentMethod: true,
      authenticationData: always,
    },
  ],
  ['a pack by Google Pay', { shopperInteraction: 'Ecommerce', authenticationData: ifAsked }],
];

test.each(adyenKinds)('Adyen: %s', async (kind, fields) => {
  const { url, received } = await playProvider(answer(200, { resultCode: 'Received' }));
  await adyenAt(url).adyen.charge(chargeRequest(kinds[kind]));
  const body = JSON.parse(received[0]?.body ?? '') as Record<string, unknown>;
  const about = [
    'recurringProcessingModel',
    'shopperInteraction',
    'storePaymentMethod',
    'authenticationData',
  ];
  expect(only(body, about)).toEqual(fields);
  // The holder is not there when a plan renews; the bank needs a browser whenever they are.
  expect('browserInfo' in body).toBe(kind !== 'a renewal');
});

const trustPayKinds: [KindName, Record<string, unknown>][] = [
  ['a plan by a typed card', { paymentType: 'RecurringInitial' }],
  ['a pack by a typed card that is kept', { paymentType: 'CardOnFileInitial' }],
  ['a pack by a typed card', {}],
  ['a click on a kept card', { paymentType: 'CardOnFile', initialInstanceId: 'TOKEN' }],
  ['a plan begun by a click', { paymentType: 'CardOnFile', initialInstanceId: 'TOKEN' }],
  ['a renewal', { paymentType: 'Recurring', initialInstanceId: 'TOKEN' }],
];

test.each(trustPayKinds)('TrustPay: %s', async (kind, fields) => {
  const { received, surroundings } = await openGateway(() => ({}));
  const trustpay = createTrustPay({ ...surroundings, apiKey: 'key', signatureKey: 'key' });
  await trustpay.charge(chargeRequest(kinds[kind]));
  const body = Object.fromEntries(new URLSearchParams(received[0]?.body));
  expect(only(body, ['paymentType', 'initialInstanceId'])).toEqual(fields);
  expect('browser[userAgent]' in body).toBe(kind !== 'a renewal');
});

const maxpayKinds: [KindName, Record<string, unknown>][] = [
  ['a plan by a typed card', { transaction_type: 'SALE3D', cof_type: 'CIT-initial' }],
  ['a pack by a typed card that is kept', { transaction_type: 'SALE3D', cof_type: 'CIT-initial' }],
  ['a pack by a typed card', { transaction_type: 'SALE3D' }],
  ['a click on a kept card', { transaction_type: 'SALE3D', cof_type: 'CIT-subsequent', token: 'TOKEN' }],
  ['a plan begun by a click', { transaction_type: 'SALE3D', cof_type: 'CIT-subsequent', token: 'TOKEN' }],
  ['a renewal', { transaction_type: 'SALE', cof_type: 'MIT', token: 'TOKEN' }],
];

test.each(maxpayKinds)('Maxpay: %s', async (kind, fields) => {
  const { received, surroundings } = await openGateway(() => ({}));
  const maxpay = createMaxpay({ ...surroundings, publicKey: 'key', privateKey: 'key' });
  await maxpay.charge(chargeRequest(kinds[kind]));
  const body = JSON.parse(received[0]?.body ?? '') as Record<string, unknown>;
  expect(only(body, ['transaction_type', 'cof_type', 'token'])).toEqual(fields);
});

const stored = { usage_type: 'MERCHANT', store_in_vault: 'ON_SUCCESS' };
const payPalKinds: [KindName, Record<string, unknown>][] = [
  [
    'a plan by PayPal',
    { attributes: expect.objectContaining({ vault: { ...stored, usage_pattern: 'SUBSCRIPTION_PREPAID' } }) },
  ],
  [
    'a pack by PayPal that is kept',
    { attributes: expect.objectContaining({ vault: { ...stored, usage_pattern: 'IMMEDIATE' } }) },
  ],
  [
    'a click on a kept card',
    {
      vault_id: 'TOKEN',
      stored_credential: {
        payment_initiator: 'CUSTOMER',
        usage: 'SUBSEQUENT',
        usage_pattern: 'IMMEDIATE',
      },
    },
  ],
  [
    'a renewal',
    {
      vault_id: 'TOKEN',
      stored_credential: {
        payment_initiator: 'MERCHANT',
        usage: 'SUBSEQUENT',
        usage_pattern: 'SUBSCRIPTION_PREPAID',
      },
    },
  ],
];

test.each(payPalKinds)('PayPal: %s', async (kind, fields) => {
  const { received, surroundings } = await openGateway(({ path }) =>
    path === '/v1/oauth2/token' ? { json: { access_token: 'access', expires_in: 3_600 } } : {},
  );
  const keys = { clientId: 'id', secret: 'secret', webhookId: 'hook' };
  await createPayPal({ ...surroundings, ...keys }).charge(chargeRequest(kinds[kind]));
  const order = received.find(({ path }) => path === '/v2/checkout/orders');
  const body = JSON.parse(order?.body ?? '') as { payment_source: { paypal: Record<string, unknown> } };
  expect(only(body.payment_source.paypal, ['vault_id', 'stored_credential', 'attributes'])).toEqual(fields);
});
