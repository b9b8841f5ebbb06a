import { expect, test } from 'vitest';
import type { Call } from '#client/call.ts';
import { payPalOrder, readOrder } from '#contract/billing/charges.ts';
import { paymentChecks } from '#contract/billing/payment-checks.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { checkPayment } from './payment-check.ts';

const orderId = '0198c0de-0000-7000-8000-000000000001';

/** Comes back to an address, where the server gives these answers. */
async function back(address: string, answers: [Endpoint, unknown][]) {
  const { pathname, searchParams: query } = new URL(address, 'https://lunaria.example');
  const asked: unknown[] = [];
  const call = async (endpoint: Endpoint, input: unknown) => {
    asked.push(input);
    const [expected, answer] = answers[asked.length - 1] ?? [];
    expect(endpoint).toBe(expected);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const found = await checkPayment(
    { pathname, query, trackerId: 'anna', seller: { domain: 'lunaria.example', paymentCompany: 'Lunaria' } },
    { call: call as unknown as Call, pause: () => Promise.resolve() },
  );
  return { found, asked };
}

test('what the provider gave along is shown to the server, whose answer counts', async () => {
  const paid = { result: true, outcome: 'success', orderId };
  const { found, asked } = await back('/adyen/paymentCheck?redirectResult=abc', [
    [paymentChecks.adyen, paid],
  ]);
  expect(found).toEqual({ orderId, outcome: 'success' });
  expect(asked).toEqual([expect.objectContaining({ trackerId: 'anna', reference: 'abc' })]);
});

test('an order without a member is not checked', async () => {
  expect(
    (await back('/trpay/paymentCheck?instanceId=x', [[paymentChecks.trustpay, {}]])).found,
  ).toBeUndefined();
  const notUsed = new Failure('request.not_found', undefined);
  expect(
    (await back('/maxpay/paymentCheck?reference=x', [[paymentChecks.maxpay, notUsed]])).found,
  ).toBeUndefined();
  const unknown = new Failure('order.not_found', undefined);
  const { found } = await back('/paypal/paymentCheck?token=x&PayerID=y', [[payPalOrder, unknown]]);
  expect(found).toBeUndefined();
});

test('what is not decided yet is asked about again', async () => {
  const pending = { result: false, outcome: 'pending', orderId };
  const declined = { status: 'ko', outcome: 'generic', step: null, provider: 'adyen', orderId };
  const { found } = await back('/adyen/paymentCheck?redirectResult=abc', [
    [paymentChecks.adyen, pending],
    [readOrder, { ...declined, status: 'pending', outcome: 'pending' }],
    [readOrder, declined],
  ]);
  expect(found).toMatchObject({ orderId, outcome: 'generic' });
});

test('a payer who still has to answer their bank has not finished', async () => {
  const step = { type: 'form', url: 'https://bank.example', method: 'POST', fields: {} };
  const { found } = await back('/adyen/paymentCheck?redirectResult=abc', [
    [paymentChecks.adyen, { result: false, outcome: 'pending', orderId }],
    [readOrder, { status: 'ok', outcome: 'pending', step, provider: 'adyen', orderId }],
  ]);
  expect(found).toBe('unfinished');
});

test('PayPal is not asked for money before its approval', async () => {
  expect(await back('/paypal/paymentCheck?token=x', [])).toEqual({ found: 'unfinished', asked: [] });
});
