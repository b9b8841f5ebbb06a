import { expect, test } from 'vitest';
import type { Call } from '#client/call.ts';
import { readOrder, trustPayIntent, tryChargeTrustPay } from '#contract/billing/charges.ts';
import { cancelOrder } from '#contract/billing/orders.ts';
import { checkTrustPayPayment } from '#contract/billing/payment-checks.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { payOrder } from './pay-order.ts';
import { applePayRequest, payByIntent } from './wallets.ts';

const rules = { applepay: { merchantName: 'Lunaria' } };
const renewal = {
  amountCents: 2990,
  period: 'month',
  startsAt: Date.UTC(2026, 6, 1),
  agreement: 'Poi si rinnova ogni mese a 29,90 €, finché non lo disdici.',
  managementUrl: 'https://lunaria.example/profile#plan',
} as const;
const plan = { amountCents: 2990, country: 'it', label: 'VIP', renewal } as const;

test('Apple’s sheet says of a plan that it renews, for how much and how to leave it', () => {
  expect(applePayRequest(rules, plan, 14)).toMatchObject({
    total: { label: 'Lunaria', amount: '29.90', type: 'final' },
    recurringPaymentRequest: {
      paymentDescription: 'VIP',
      billingAgreement: renewal.agreement,
      managementURL: renewal.managementUrl,
      regularBilling: {
        label: 'VIP',
        amount: '29.90',
        paymentTiming: 'recurring',
        recurringPaymentIntervalUnit: 'month',
        recurringPaymentIntervalCount: 1,
      },
    },
  });
  expect(applePayRequest(rules, plan, 14).recurringPaymentRequest).not.toHaveProperty('trialBilling');
});

test('a first period with a price of its own is the trial, and the regular price follows it', () => {
  const starts = new Date(renewal.startsAt);
  const { recurringPaymentRequest } = applePayRequest(rules, { ...plan, amountCents: 990 }, 14);
  expect(recurringPaymentRequest).toMatchObject({
    trialBilling: { amount: '9.90', recurringPaymentEndDate: starts },
    regularBilling: { amount: '29.90', recurringPaymentStartDate: starts },
  });
});

test.each([
  ['day', 'day', 1],
  ['week', 'day', 7],
  ['quarter', 'month', 3],
  ['year', 'year', 1],
] as const)('every %s is %s × %i', (period, unit, count) => {
  const sale = { ...plan, renewal: { ...renewal, period } };
  expect(applePayRequest(rules, sale, 14).recurringPaymentRequest?.regularBilling).toMatchObject({
    recurringPaymentIntervalUnit: unit,
    recurringPaymentIntervalCount: count,
  });
});

test('a pack renews nothing, and an old phone is not asked what it does not know', () => {
  expect(applePayRequest(rules, { ...plan, renewal: null }, 14)).not.toHaveProperty(
    'recurringPaymentRequest',
  );
  expect(applePayRequest(rules, plan, 3)).not.toHaveProperty('recurringPaymentRequest');
});

const orderId = '0198c0de-0000-7000-8000-000000000001';
const answer = { response: { token: 'from the wallet' }, done: () => undefined };
const reply = {
  status: 'ok',
  outcome: 'success',
  step: null,
  provider: 'trustpay',
  data: { customerId: '' },
  orderId,
};

/** TrustPay's calls of the server, with what each answers; says in which order they came, and with what. */
function serverThat(charged: object) {
  const asked: [string, unknown][] = [];
  const answers = new Map<Endpoint, unknown>([
    [trustPayIntent, { instanceId: 'IN1', secrets: { display: 'd', payment: 'p' }, order: orderId }],
    [tryChargeTrustPay, { ...reply, ...charged }],
    [checkTrustPayPayment, { result: true, outcome: 'success', orderId }],
    [readOrder, reply],
    [cancelOrder, { result: 'OK', orderId, outcome: 'success' }],
  ]);
  const call = async (endpoint: Endpoint, input: unknown) => {
    asked.push([endpoint.path.split('/').at(-1) ?? '', input]);
    return answers.get(endpoint);
  };
  return { asked, page: { call: call as unknown as Call, pause: () => Promise.resolve() } };
}

function payAt(charged: object, given: typeof answer | null) {
  const { asked, page } = serverThat(charged);
  const send = payByIntent(() => Promise.resolve(given));
  const payment = { trackerId: 'ana', choice: {}, send, details: { productId: 'pack' } };
  return payOrder(payment, page).then((paid) => ({ paid, asked, steps: asked.map(([name]) => name) }));
}

test('at TrustPay’s an intent is opened before the wallet asks, and paid by what it hands over', async () => {
  const { paid, asked, steps } = await payAt({}, answer);
  expect(paid).toMatchObject({ status: 'ok', orderId });
  expect(steps).toEqual(['intent', 'tryCharge']);
  expect(asked).toMatchObject([
    ['intent', { trackerId: 'ana', productId: 'pack' }],
    ['tryCharge', { card: { intent: { instanceId: 'IN1', secret: 'p', response: answer.response } } }],
  ]);
});

test('what is not decided at once is asked of TrustPay', async () => {
  const { paid, steps } = await payAt({ status: 'pending', outcome: 'pending' }, answer);
  expect(steps.slice(0, 3)).toEqual(['intent', 'tryCharge', 'checkPayment']);
  expect(paid).toMatchObject({ status: 'ok' });
});

test('a wallet that is closed leaves nothing under way', async () => {
  const { paid, steps } = await payAt({}, null);
  expect(paid).toBeNull();
  expect(steps).toEqual(['intent', 'cancelOrder']);
});
