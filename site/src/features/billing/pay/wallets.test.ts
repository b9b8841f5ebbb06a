import { expect, test } from 'vitest';
import { applePayRequest } from './wallets.ts';

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
