import { expect, test } from 'vitest';
import { attemptId, customerId, knownAttempt, readSample, refundId } from '#testing/billing/gateway.ts';
import {
  approved,
  bodyOf,
  byVault,
  captured,
  completed,
  declined,
  gone,
  inVault,
  openPayPal,
  order,
  paths,
} from '#testing/billing/paypal.ts';

const mayCharge = async () => true;

test('an approved order is captured where that may be, to ask captures nothing, and an open one stays open', async () => {
  const { calls, paypal } = await openPayPal({ [paths.read]: approved, [paths.capture]: completed });
  const known = knownAttempt({ reference: order });
  expect(await paypal.pollStatus(known)).toEqual({ state: 'processing', reference: order });
  expect(await paypal.resend?.(known, async () => false)).toBeUndefined();
  expect(calls(paths.capture)).toHaveLength(0);
  expect(await paypal.resend?.(known, mayCharge)).toEqual(captured);
  const json = { ...readSample('paypal/order-made'), purchase_units: approved.json['purchase_units'] };
  const openOne = await openPayPal({ [paths.read]: { json } });
  expect(await openOne.paypal.pollStatus(knownAttempt({ reference: order }))).toMatchObject({
    state: 'requires_action',
  });
});

test('an order that is gone was never paid; one that never was, neither', async () => {
  const { paypal } = await openPayPal({ [paths.read]: gone });
  expect(await paypal.pollStatus(knownAttempt({ reference: order }))).toEqual({ state: 'absent' });
  expect(await paypal.pollStatus(knownAttempt())).toEqual({ state: 'absent' });
});

test('a charge known only by the name of its money is found by that', async () => {
  const [unit] = (completed.json as { purchase_units: { payments: { captures: unknown[] } }[] })
    .purchase_units;
  const { paypal } = await openPayPal({
    'GET /v2/checkout/orders/3C679366HH908993F': gone,
    'GET /v2/payments/captures/3C679366HH908993F': { json: unit?.payments.captures[0] },
  });
  const verdict = await paypal.pollStatus(knownAttempt({ reference: '3C679366HH908993F' }));
  expect(verdict).toMatchObject({ state: 'captured', amountCents: 1_990 });
});

test('a lost renewal is repeated to the letter while that is the same charge', async () => {
  const { calls, paypal } = await openPayPal({ [paths.create]: completed });
  await paypal.charge(byVault('renewal'));
  expect(await paypal.pollStatus(inVault())).toEqual({ state: 'unknown' });
  expect(await paypal.resend?.(inVault(), async () => false)).toBeUndefined();
  expect(calls(paths.create)).toHaveLength(1);
  expect(await paypal.resend?.(inVault(), mayCharge)).toEqual(captured);
  const [first, second] = calls(paths.create);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['paypal-request-id']).toBe(first?.headers['paypal-request-id']);
});

test('a click is not charged when its member has long stopped waiting', async () => {
  const { calls, paypal } = await openPayPal({ [paths.create]: completed });
  const clickedAt = (createdAt: string) => inVault({ initiatedBy: 'member', createdAt: new Date(createdAt) });
  expect(await paypal.resend?.(clickedAt('2027-01-10T11:40:00Z'), mayCharge)).toBeUndefined();
  expect(calls(paths.create)).toHaveLength(0);
  expect(await paypal.resend?.(clickedAt('2027-01-10T11:55:00Z'), mayCharge)).toEqual(captured);
});

test('later it is looked for in the books, which know it in time', async () => {
  const books = 'GET /v1/reporting/transactions';
  const capture = 'GET /v2/payments/captures/3C679366HH908993F';
  const [unit] = (completed.json as { purchase_units: { payments: { captures: unknown[] } }[] })
    .purchase_units;
  const found = await openPayPal({
    [books]: { json: readSample('paypal/transactions') },
    [capture]: { json: unit?.payments.captures[0] },
  });
  const early = inVault({ createdAt: new Date('2027-01-10T06:00:00Z') });
  const late = inVault({ createdAt: new Date('2027-01-09T12:00:00Z') });
  expect(await found.paypal.pollStatus(early)).toMatchObject({ state: 'captured' });
  expect(found.calls(paths.create)).toHaveLength(0);
  const query = new URLSearchParams(found.calls(books)[0]?.path.split('?')[1]);
  expect([query.get('start_date'), query.get('end_date')]).toEqual([
    '2027-01-10T05:00:00.000Z',
    '2027-01-10T17:00:00.000Z',
  ]);
  const empty = await openPayPal({ [books]: { json: { transaction_details: [], total_pages: 1 } } });
  expect(await empty.paypal.pollStatus(early)).toEqual({ state: 'unknown' });
  expect(await empty.paypal.pollStatus(late)).toEqual({ state: 'absent' });
});

const refund = { refundId, attemptId, reference: order, amountCents: 500 };
const refunded = { json: readSample('paypal/refund') };

test('a refund finds the money of its order, and bears two names', async () => {
  const { calls, paypal } = await openPayPal({ [paths.read]: completed, [paths.refund]: refunded });
  expect(await paypal.refund(refund)).toEqual({ state: 'done', reference: '1JU08902781691411' });
  const [asked] = calls(paths.refund);
  expect(asked?.headers['paypal-request-id']).toBe(refundId);
  expect(bodyOf(asked)).toEqual({
    amount: { currency_code: 'EUR', value: '5.00' },
    custom_id: `refund:${refundId}`,
    invoice_id: attemptId,
  });
});

test.each([
  ['PENDING', 'sent'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'failed'],
])('a refund that is %s is %s', async (status, state) => {
  const json = readSample('paypal/refund', { status });
  const { paypal } = await openPayPal({ [paths.read]: completed, [paths.refund]: { json } });
  expect(await paypal.refund(refund)).toMatchObject({ state });
});

test('a lost refund is the same one when it is sent again', async () => {
  const { calls, paypal } = await openPayPal({
    [paths.read]: completed,
    [paths.refund]: [{ status: 500 }, { status: 500 }, refunded],
  });
  expect(await paypal.refund(refund)).toEqual({ state: 'unknown' });
  expect(await paypal.pollRefund({ ...refund, refundReference: null })).toMatchObject({ state: 'done' });
  expect(new Set(calls(paths.refund).map(({ headers }) => headers['paypal-request-id']))).toEqual(
    new Set([refundId]),
  );
});

test.each([503, 429, 403])('a refund that is answered with %i is still to be sent', async (status) => {
  const { paypal } = await openPayPal({ [paths.read]: completed, [paths.refund]: { status } });
  expect(await paypal.refund(refund)).toEqual({ state: 'unsent' });
});

test('a refund is polled by its own id, and may be refused', async () => {
  const asked = await openPayPal({ 'GET /v2/payments/refunds/1JU08902781691411': refunded });
  expect(await asked.paypal.pollRefund({ ...refund, refundReference: '1JU08902781691411' })).toMatchObject({
    state: 'done',
  });
  const refused = await openPayPal({ [paths.read]: completed, [paths.refund]: declined });
  expect(await refused.paypal.refund(refund)).toEqual({ state: 'failed' });
});

test('what a report names by its capture can be refunded as well', async () => {
  const { paypal } = await openPayPal({
    'GET /v2/checkout/orders/3C679366HH908993F': gone,
    [paths.refund]: refunded,
  });
  expect(await paypal.refund({ ...refund, reference: '3C679366HH908993F' })).toMatchObject({ state: 'done' });
});

test.each([
  [204, { state: 'gone' }],
  [404, { state: 'gone' }],
  [403, { state: 'not_yet', why: 'answered 403' }],
  [500, { state: 'not_yet', why: 'answered 500' }],
])('what is in the vault is taken out of it, and %i says whether it was', async (status, verdict) => {
  const vault = 'DELETE /v3/vault/payment-tokens/nkq2y9g';
  const { calls, paypal } = await openPayPal({ [vault]: { status } });
  expect(await paypal.forget({ token: 'nkq2y9g', customerId })).toEqual(verdict);
  expect(calls(vault)).toHaveLength(1);
});

test('the report tells what moved and whose it was, over all of its pages', async () => {
  const books = 'GET /v1/reporting/transactions';
  const page = (more: object) => ({ json: readSample('paypal/transactions', { total_pages: 2, ...more }) });
  const { calls, paypal } = await openPayPal({ [books]: [page({}), page({ transaction_details: [] })] });
  const disputed = { disputeReference: '3C679366HH908993F', ours: attemptId, amountCents: 1_490 };
  expect(await paypal.report('2027-01-10')).toEqual([
    { kind: 'charge', reference: '3C679366HH908993F', ours: attemptId, amountCents: 1_990 },
    { kind: 'fee', reference: '3C679366HH908993F', ours: attemptId, amountCents: 103 },
    { kind: 'refund', reference: '1JU08902781691411', ours: refundId, amountCents: 500 },
    { kind: 'chargeback', reference: '7PU08902781691400', ...disputed },
    { kind: 'chargeback_reversed', reference: '8RV08902781691422', ...disputed },
    { kind: 'payout', reference: '9BK08902781691477', ours: null, amountCents: 90_000 },
  ]);
  expect(calls(books).map(({ path }) => new URLSearchParams(path.split('?')[1]).get('page'))).toEqual([
    '1',
    '2',
  ]);
  const query = new URLSearchParams(calls(books)[0]?.path.split('?')[1]);
  expect([query.get('start_date'), query.get('end_date')]).toEqual([
    '2027-01-10T00:00:00.000Z',
    '2027-01-10T23:59:59.999Z',
  ]);
  const broken = await openPayPal({ [books]: { status: 500 } });
  await expect(broken.paypal.report('2027-01-10')).rejects.toThrow('did not tell');
});
