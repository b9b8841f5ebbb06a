import { expect, test } from 'vitest';
import {
  attemptId,
  card,
  chargeRequest,
  customerId,
  faults,
  knownAttempt,
  openGateway,
  patience,
  readSample,
  refundId,
} from '#testing/billing/gateway.ts';
import type { Answer } from '#testing/billing/gateway.ts';
import { createMaxpay } from './maxpay.ts';
import { signRequest } from './requests.ts';

const keys = { publicKey: 'pkTest_Public', privateKey: 'skTest_Private' };
const reference = 'SLFF00000006CAAC0F1B';
const token = 'd3b07384d113edec49eaa6238ad5ff00';
const kept = { token, network: 'visa', lastFour: '1111', expiryMonth: 3, expiryYear: 2030 };
const done = { json: readSample('maxpay/sale-done') };
const notFound = { json: readSample('maxpay/not-found') };

type Fields = Record<string, string | number>;

/** Answers by kind of transaction. */
async function open(answers: Partial<Record<string, Answer>> | Answer[]) {
  const requests: Fields[] = [];
  const gateway = await openGateway(({ body }) => {
    const fields = JSON.parse(body) as Fields;
    requests.push(fields);
    return Array.isArray(answers)
      ? answers[requests.length - 1]
      : answers[fields['transaction_type'] as string];
  });
  const timeoutMs = Math.min(...Object.values(answers).map((answer) => patience(answer ?? {})));
  return { ...gateway, requests, maxpay: createMaxpay({ ...gateway.surroundings, ...keys, timeoutMs }) };
}

test('a card is sold to with a signature over everything but the card', async () => {
  const { requests, received, maxpay } = await open({ SALE3D: done });
  const verdict = await maxpay.charge(chargeRequest());
  expect(verdict).toEqual({ state: 'captured', reference, amountCents: 1_990, stored: kept });
  expect(received[0]).toMatchObject({ method: 'POST', path: '/' });
  const { signature, ...fields } = requests[0] ?? {};
  expect(fields).toEqual({
    api_version: 1,
    auth_type: 'bySignature',
    public_key: 'pkTest_Public',
    transaction_unique_id: attemptId,
    transaction_type: 'SALE3D',
    amount: 19.9,
    currency: 'EUR',
    card_number: '4111111111111111',
    card_exp_month: '03',
    card_exp_year: '2030',
    cvv: '737',
    card_holder: 'Mario Rossi',
    first_name: 'Mario',
    last_name: 'Rossi',
    cof_type: 'CIT-initial',
    country: 'ITA',
    user_email: 'mario@example.com',
    user_ip: '192.0.2.7',
    merchant_user_id: customerId,
    merchant_domain_name: 'it.example.com',
    descriptor_merchant: 'SERENATA',
    callback_url: 'https://it.example.com/pay/webhooks/maxpay',
    redirect_url: 'https://it.example.com/maxpay/paymentCheck',
  });
  expect(signature).toBe(signRequest(fields, keys.privateKey));
});

test.each([
  ['a click on the card on file', { type: 'on_file', token } as const, true, 'SALE3D', 'CIT-subsequent'],
  ['a renewal', { type: 'renewal', token } as const, false, 'SALE', 'MIT'],
])('%s goes by token and says who began it', async (_name, paymentMethod, authenticate, type, cofType) => {
  const { requests, maxpay } = await open({ [type]: done });
  const verdict = await maxpay.charge(chargeRequest({ paymentMethod, authenticate, store: null }));
  expect(verdict).toMatchObject({ state: 'captured', stored: null });
  expect(requests[0]).toMatchObject({ token, cof_type: cofType, transaction_type: type });
  expect(Object.keys(requests[0] ?? {}).filter((name) => /^(card_|cvv)/.test(name))).toEqual([]);
});

test('a card that is not to be kept leaves nothing behind, although it is given a token', async () => {
  const { requests, maxpay } = await open({ SALE3D: done });
  const verdict = await maxpay.charge(chargeRequest({ store: null }));
  expect(verdict).toMatchObject({ state: 'captured', stored: null });
  expect(requests[0]).not.toHaveProperty('cof_type');
});

test('an age check is an authorisation of nothing', async () => {
  const { requests, maxpay } = await open({ AUTH3D: done });
  const verdict = await maxpay.charge(chargeRequest({ amountCents: 0, store: null }));
  expect(verdict).toMatchObject({ state: 'captured', amountCents: 0, stored: null });
  expect(requests[0]).toMatchObject({ amount: 0, transaction_type: 'AUTH3D' });
});

test('the bank’s check is another page', async () => {
  const { maxpay } = await open({ SALE3D: { json: readSample('maxpay/sale3d-page') } });
  expect(await maxpay.charge(chargeRequest())).toEqual({
    state: 'requires_action',
    reference,
    step: { type: 'redirect', url: 'https://acs.example.com/challenge?id=1', method: 'GET', fields: {} },
  });
});

test('or a form of the old kind, which comes back to us', async () => {
  const { maxpay } = await open({ SALE3D: { json: readSample('maxpay/sale3d-form') } });
  expect(await maxpay.charge(chargeRequest())).toEqual({
    state: 'requires_action',
    reference,
    step: {
      type: 'form',
      url: 'https://acs.example.com/pareq',
      method: 'POST',
      fields: { PaReq: 'eJxVUttu4jAQ', TermUrl: 'https://it.example.com/pay/return/maxpay', MD: reference },
    },
  });
});

test.each(['javascript:alert(1)', 'nowhere'])('a step to %s is none', async (url) => {
  const { maxpay } = await open({ SALE3D: { json: readSample('maxpay/sale3d-page', { acs_url: url }) } });
  expect(await maxpay.charge(chargeRequest())).toEqual({ state: 'processing', reference });
});

test.each([2, 3, 10, 11, 12, 1003, 6000])('code %i is undecided, whatever else is said', async (code) => {
  for (const status of ['success', 'decline', 'error']) {
    const { maxpay } = await open({ SALE3D: { json: readSample('maxpay/sale-done', { code, status }) } });
    expect(await maxpay.charge(chargeRequest())).toEqual({ state: 'processing', reference });
  }
});

test('a success with a code that is none is asked about', async () => {
  const { maxpay } = await open({ SALE3D: { json: readSample('maxpay/sale-done', { code: 77 }) } });
  expect(await maxpay.charge(chargeRequest())).toEqual({ state: 'processing', reference });
});

test('another currency is not our money', async () => {
  const { maxpay } = await open({ SALE3D: { json: readSample('maxpay/sale-done', { currency: 'USD' }) } });
  expect(await maxpay.charge(chargeRequest())).toEqual({ state: 'processing', reference });
});

test('a decline speaks by its words', async () => {
  const { maxpay } = await open({ SALE3D: { json: readSample('maxpay/declined') } });
  expect(await maxpay.charge(chargeRequest())).toEqual({
    state: 'declined',
    reference,
    outcome: 'insufficient_funds',
    dropToken: false,
  });
});

test('an error may go elsewhere, but not one over a name that was used before', async () => {
  const error = { status: 'error', code: 1001 };
  const invalid = await open({
    SALE3D: { json: readSample('maxpay/declined', { ...error, message: 'Bad key' }) },
  });
  expect(await invalid.maxpay.charge(chargeRequest())).toEqual({ state: 'error' });
  const message = 'Duplicate transaction_unique_id';
  const used = await open({ SALE3D: { json: readSample('maxpay/declined', { ...error, message }) } });
  expect(await used.maxpay.charge(chargeRequest())).toEqual({ state: 'unknown' });
});

test.each(faults.filter(([, , state]) => state === 'unknown'))(
  'after %s it asks at once what came of the sale',
  async (_name, answer) => {
    const { requests, maxpay } = await open([answer, done]);
    expect(await maxpay.charge(chargeRequest())).toMatchObject({ state: 'captured', stored: kept });
    expect(requests[1]).toMatchObject({ transaction_type: 'CHECK', transaction_unique_id: attemptId });
  },
);

test.each(faults.filter(([, , state]) => state === 'error'))(
  'after %s there is nothing to ask',
  async (_name, answer) => {
    const { requests, maxpay } = await open([answer]);
    expect(await maxpay.charge(chargeRequest())).toEqual({ state: 'error' });
    expect(requests).toHaveLength(1);
  },
);

test('what is not there a moment after may still be on its way', async () => {
  const { maxpay } = await open([{ status: 500 }, notFound]);
  expect(await maxpay.charge(chargeRequest())).toEqual({ state: 'unknown' });
});

test('where it cannot be asked either, the outcome is unknown', async () => {
  const { requests, maxpay } = await open([{ fault: 'reset' }, { status: 429 }]);
  expect(await maxpay.charge(chargeRequest())).toEqual({ state: 'unknown' });
  expect(requests).toHaveLength(2);
});

test('wallets are not its business', async () => {
  const { requests, maxpay } = await open({});
  const paymentMethod = { type: 'googlepay', token: 't' } as const;
  expect(await maxpay.charge(chargeRequest({ paymentMethod }))).toEqual({ state: 'error' });
  expect(requests).toHaveLength(0);
});

test('who comes back is checked by the name that they bring', async () => {
  const { requests, maxpay } = await open({ CHECK: done });
  expect(await maxpay.finish(reference, knownAttempt({ reference }))).toMatchObject({
    attemptId,
    verdict: { state: 'captured', amountCents: 1_990, stored: { token } },
  });
  expect(requests[0]).toMatchObject({
    transaction_type: 'CHECK',
    reference,
    transaction_unique_id: attemptId,
  });
});

test('where no server remembers the payer, Maxpay does; but over how much is asked once more', async () => {
  const { requests, maxpay } = await open({ CHECK: done });
  expect(await maxpay.finish(reference)).toEqual({ attemptId, verdict: { state: 'processing', reference } });
  expect(requests[0]).not.toHaveProperty('transaction_unique_id');
  const withAmount = await open({ CHECK: { json: readSample('maxpay/sale-done', { amount: '19.90' }) } });
  expect(await withAmount.maxpay.finish(reference)).toMatchObject({
    verdict: { state: 'captured', amountCents: 1_990 },
  });
});

test('a stranger’s name is nothing of ours', async () => {
  const { requests, maxpay } = await open({ CHECK: notFound });
  expect(await maxpay.finish('SLFF404')).toBeUndefined();
  expect(await maxpay.finish('SLFF 404|x')).toBeUndefined();
  expect(requests).toHaveLength(1);
});

test('asking is exact: it is there, it is under way, or it never was', async () => {
  const found = await open({ CHECK: done });
  expect(await found.maxpay.pollStatus(knownAttempt())).toMatchObject({
    state: 'captured',
    amountCents: 1_990,
  });
  expect(found.requests[0]).toMatchObject({ transaction_type: 'CHECK', transaction_unique_id: attemptId });
  const underWay = await open({ CHECK: { json: readSample('maxpay/sale3d-page') } });
  expect(await underWay.maxpay.pollStatus(knownAttempt())).toMatchObject({ state: 'requires_action' });
  const form = await open({ CHECK: { json: readSample('maxpay/sale3d-form') } });
  expect(await form.maxpay.pollStatus(knownAttempt())).toEqual({ state: 'processing', reference });
  const never = await open({ CHECK: notFound });
  expect(await never.maxpay.pollStatus(knownAttempt())).toEqual({ state: 'absent' });
});

test('a charge by token leaves no new payment method behind', async () => {
  const { maxpay } = await open({ CHECK: done });
  expect(await maxpay.pollStatus(knownAttempt({ token }))).toMatchObject({ state: 'captured', stored: null });
});

test('that a question was refused says nothing about the charge', async () => {
  const json = readSample('maxpay/declined', { status: 'error', code: 1001, message: 'Bad signature' });
  const { maxpay } = await open({ CHECK: { json } });
  expect(await maxpay.pollStatus(knownAttempt())).toEqual({ state: 'unknown' });
});

test.each(faults)('%s to a question neither', async (_name, answer) => {
  const { maxpay } = await open({ CHECK: answer });
  expect(await maxpay.pollStatus(knownAttempt())).toEqual({ state: 'unknown' });
});

const refund = { refundId, attemptId, reference, amountCents: 500 };
const refunded = { json: readSample('maxpay/sale-done', { reference: 'RF1' }) };

test('a refund has a name of its own', async () => {
  const { requests, maxpay } = await open({ REFUND: refunded });
  expect(await maxpay.refund(refund)).toEqual({ state: 'done', reference: 'RF1' });
  const { signature: _, ...fields } = requests[0] ?? {};
  expect(fields).toEqual({
    api_version: 1,
    auth_type: 'bySignature',
    public_key: 'pkTest_Public',
    transaction_type: 'REFUND',
    transaction_unique_id: refundId,
    reference,
    amount: 5,
    currency: 'EUR',
  });
});

test('a refund that certainly did not get through is still to be sent', async () => {
  const { requests, maxpay } = await open({ REFUND: { status: 503 } });
  expect(await maxpay.refund(refund)).toEqual({ state: 'unsent' });
  expect(requests).toHaveLength(1);
});

test('a refund that was lost is checked, and made where it never was', async () => {
  const lost = await open([{ fault: 'reset' }, refunded]);
  expect(await lost.maxpay.refund(refund)).toEqual({ state: 'done', reference: 'RF1' });
  expect(lost.requests[1]).toMatchObject({ transaction_type: 'CHECK', transaction_unique_id: refundId });
  const never = await open({ CHECK: notFound, REFUND: refunded });
  expect(await never.maxpay.pollRefund({ ...refund, refundReference: null })).toEqual({
    state: 'done',
    reference: 'RF1',
  });
});

test.each([
  ['turned down', readSample('maxpay/declined'), 'failed'],
  [
    'made before',
    readSample('maxpay/declined', { status: 'error', message: 'Already processed' }),
    'unknown',
  ],
  ['undecided', readSample('maxpay/sale-done', { code: 2 }), 'sent'],
])('a refund that is %s', async (_name, json, state) => {
  const { maxpay } = await open({ REFUND: { json } });
  expect(await maxpay.refund(refund)).toMatchObject({ state });
});

test('a card never comes out of it again', async () => {
  const echo = readSample('maxpay/declined', { message: `Do not honor ${card.number}` });
  const { maxpay } = await open({ SALE3D: { json: echo } });
  expect(JSON.stringify(await maxpay.charge(chargeRequest()))).not.toContain(card.number);
});
