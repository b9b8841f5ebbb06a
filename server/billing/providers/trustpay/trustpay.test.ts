import { expect, test } from 'vitest';
import {
  attemptId,
  card,
  chargeRequest,
  faults,
  knownAttempt,
  openGateway,
  patience,
  readSample,
  refundId,
  surroundings,
} from '#testing/billing/gateway.ts';
import type { Answer } from '#testing/billing/gateway.ts';
import { createTrustPay } from './trustpay.ts';

const keys = { apiKey: 'api-key', signatureKey: 'test-signature-key', repeatAfterMs: [1, 1] };
const instance = 'EC6A1F4C9D8B4E7BA0F1';
const kept = { token: instance, network: 'visa', lastFour: '1111', expiryMonth: 3, expiryYear: 2030 };
const unseen = { token: instance, network: null, lastFour: null, expiryMonth: null, expiryYear: null };

async function open(answer: Answer | ((path: string) => Answer)) {
  const gateway = await openGateway(({ path }) => (typeof answer === 'function' ? answer(path) : answer));
  const timeoutMs = patience(typeof answer === 'function' ? {} : answer);
  return { ...gateway, trustpay: createTrustPay({ ...gateway.surroundings, ...keys, timeoutMs }) };
}

test('a card is sent as a form, in euros and with everything the bank wants to know', async () => {
  const { received, trustpay } = await open({ json: readSample('trustpay/purchase-done') });
  const verdict = await trustpay.charge(chargeRequest());
  expect(verdict).toEqual({ state: 'captured', reference: instance, amountCents: 1_990, stored: kept });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ method: 'POST', path: '/api/v1/purchase' });
  expect(received[0]?.headers).toMatchObject({
    'x-api-key': 'api-key',
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    amount: '19.90',
    currency: 'EUR',
    pan: '4111111111111111',
    cvv: '737',
    exp: '03/30',
    cardholder: 'Mario Rossi',
    paymentType: 'RecurringInitial',
    reference: attemptId,
    redirectUrl: 'https://it.example.com/trpay/paymentCheck',
    'billing[country]': 'IT',
    'customer[email]': 'mario@example.com',
    'customer[ipAddress]': '192.0.2.7',
    'browser[acceptHeader]': 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'browser[language]': 'it-IT',
    'browser[screenHeight]': '844',
    'browser[screenWidth]': '390',
    'browser[timezone]': '-60',
    'browser[userAgent]': 'Test',
    'browser[javaEnabled]': 'false',
    'browser[javaScriptEnabled]': 'true',
    'browser[screenColorDepth]': '24',
    'browser[challengeWindow]': '1',
    'browser[paymentType]': 'Plain',
    descriptor: 'SERENATA',
  });
});

test('a card that is not to be kept leaves nothing behind', async () => {
  const { received, trustpay } = await open({ json: readSample('trustpay/purchase-done') });
  const verdict = await trustpay.charge(chargeRequest({ store: null, amountCents: 0 }));
  expect(verdict).toMatchObject({ state: 'captured', amountCents: 0, stored: null });
  const fields = new URLSearchParams(received[0]?.body);
  expect([fields.get('amount'), fields.get('paymentType')]).toEqual(['0.00', null]);
});

test('a renewal follows upon the first payment, without a card or a browser', async () => {
  const { received, trustpay } = await open({ json: readSample('trustpay/purchase-done') });
  const verdict = await trustpay.charge(
    chargeRequest({ paymentMethod: { type: 'renewal', token: 'FIRST1' }, store: null, authenticate: false }),
  );
  expect(verdict).toMatchObject({ state: 'captured', stored: null });
  const fields = Object.fromEntries(new URLSearchParams(received[0]?.body));
  expect(fields).toMatchObject({ paymentType: 'Recurring', initialInstanceId: 'FIRST1' });
  expect(Object.keys(fields).filter((name) => /pan|cvv|exp|browser/.test(name))).toEqual([]);
});

test('the bank’s check is a form in a frame', async () => {
  const { trustpay } = await open({ json: readSample('trustpay/purchase-3ds') });
  expect(await trustpay.charge(chargeRequest())).toEqual({
    state: 'requires_action',
    reference: instance,
    step: {
      type: 'frame',
      url: 'https://acs.example.com/challenge',
      method: 'POST',
      fields: { creq: 'eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IjEifQ', threeDSSessionData: '' },
    },
  });
});

test('a step that would run something in the page is none', async () => {
  const { trustpay } = await open({
    json: readSample('trustpay/purchase-3ds', { redirectUrl: 'javascript:alert(1)' }),
  });
  expect(await trustpay.charge(chargeRequest())).toEqual({ state: 'unknown' });
});

test('a request that it does not take may go elsewhere', async () => {
  const { trustpay } = await open({ json: readSample('trustpay/refused-request') });
  expect(await trustpay.charge(chargeRequest())).toEqual({ state: 'error' });
});

test('that a question was refused says nothing about the charge', async () => {
  const { trustpay } = await open({ json: readSample('trustpay/refused-request') });
  expect(await trustpay.pollStatus(knownAttempt({ reference: instance }))).toEqual({ state: 'unknown' });
});

test('wallets and PayPal are not its business, and it is not even asked', async () => {
  const { received, trustpay } = await open({});
  for (const type of ['googlepay', 'applepay'] as const) {
    expect(await trustpay.charge(chargeRequest({ paymentMethod: { type, token: 't' } }))).toEqual({
      state: 'error',
    });
  }
  expect(await trustpay.charge(chargeRequest({ paymentMethod: { type: 'paypal' } }))).toEqual({
    state: 'error',
  });
  expect(received).toHaveLength(0);
});

test.each(faults)('after %s of a purchase it is not sent again', async (_name, answer, state) => {
  const { received, trustpay } = await open(answer);
  expect(await trustpay.charge(chargeRequest())).toEqual({ state });
  expect(received).toHaveLength(1);
});

test('nothing was taken where no server listens', async () => {
  const gateway = await open({});
  gateway.close();
  expect(await gateway.trustpay.charge(chargeRequest())).toEqual({ state: 'error' });
});

test('who comes back is asked about by the name that they bring', async () => {
  const { received, trustpay } = await open({ json: readSample('trustpay/purchase-done') });
  const known = knownAttempt({ reference: instance });
  expect(await trustpay.finish(instance, known)).toEqual({
    attemptId,
    verdict: { state: 'captured', reference: instance, amountCents: 1_990, stored: unseen },
  });
  expect(received[0]).toMatchObject({ method: 'GET', path: `/api/v1/instance/${instance}` });
});

test('where the answer says itself whose it is and over how much, that counts', async () => {
  const { trustpay } = await open({
    json: readSample('trustpay/purchase-done', { reference: attemptId, amount: '5.00' }),
  });
  expect(await trustpay.finish(instance)).toMatchObject({
    attemptId,
    verdict: { state: 'captured', amountCents: 500, stored: null },
  });
});

test('a stranger’s name and one that leads elsewhere are nothing of ours', async () => {
  const { received, trustpay } = await open({ json: readSample('trustpay/purchase-done') });
  expect(await trustpay.finish(instance)).toBeUndefined();
  expect(await trustpay.finish('../intent')).toBeUndefined();
  expect(received).toHaveLength(1);
});

test('polling says the status, and nothing where there is no id to poll by', async () => {
  const { received, trustpay } = await open({ json: readSample('trustpay/purchase-done') });
  expect(await trustpay.pollStatus(knownAttempt())).toEqual({ state: 'unknown' });
  expect(received).toHaveLength(0);
  expect(await trustpay.pollStatus(knownAttempt({ reference: instance, token: 'FIRST1' }))).toEqual({
    state: 'captured',
    reference: instance,
    amountCents: 1_990,
    stored: null,
  });
});

test('a wallet leaves no card behind', async () => {
  const { trustpay } = await open({ json: readSample('trustpay/purchase-done') });
  const known = knownAttempt({ reference: instance, method: 'googlepay' });
  expect(await trustpay.pollStatus(known)).toMatchObject({ state: 'captured', stored: null });
});

test('while the payer is at the bank’s page it is under way', async () => {
  const { trustpay } = await open({ json: { status: 0, instanceId: instance } });
  const verdict = await trustpay.pollStatus(knownAttempt({ reference: instance }));
  expect(verdict).toEqual({ state: 'processing', reference: instance });
});

test.each(faults)('%s to a question says nothing about the charge', async (_name, answer) => {
  const { trustpay } = await open(answer);
  const known = knownAttempt({ reference: instance });
  expect(await trustpay.pollStatus(known)).toEqual({ state: 'unknown' });
  expect(await trustpay.finish(instance, known)).toEqual({ attemptId, verdict: { state: 'unknown' } });
});

const refund = { refundId, attemptId, reference: instance, amountCents: 500 };

test('a refund names the payment and itself, and is polled by its own id', async () => {
  const { received, trustpay } = await open((path) => ({
    json: readSample('trustpay/refund', path.includes('instance') ? { paymentStatus: '000.000.000' } : {}),
  }));
  const sent = { state: 'sent', reference: 'RF77A1F4C9D8B4E7BA0F' };
  expect(await trustpay.refund(refund)).toEqual(sent);
  expect(received[0]?.path).toBe('/api/v1/Refund');
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    instanceId: instance,
    amount: '5.00',
    currency: 'EUR',
    reference: refundId,
  });
  expect(await trustpay.pollRefund({ ...refund, refundReference: sent.reference })).toEqual({
    ...sent,
    state: 'done',
  });
  expect(received[1]?.path).toBe(`/api/v1/instance/${sent.reference}`);
  expect(await trustpay.pollRefund({ ...refund, refundReference: null })).toEqual({ state: 'unknown' });
});

test('a refund that the bank turns down has failed', async () => {
  const { trustpay } = await open({ json: readSample('trustpay/refund', { paymentStatus: '700.400.200' }) });
  expect(await trustpay.refund(refund)).toEqual({ state: 'failed' });
});

test('a refund is sent again only where it certainly was not made, and has failed only where they said no', async () => {
  for (const [, answer, state] of faults) {
    const { received, trustpay } = await open(answer);
    const isAway = [401, 403, 429, 503].includes(answer.status ?? 0);
    const turnedDown = isAway ? 'unsent' : 'failed';
    expect(await trustpay.refund(refund)).toEqual({ state: state === 'error' ? turnedDown : 'unknown' });
    expect(received).toHaveLength(answer.status === 429 || answer.status === 503 ? 3 : 1);
  }
  const gateway = await open({});
  gateway.close();
  expect(await gateway.trustpay.refund(refund)).toEqual({ state: 'unsent' });
});

test('a wallet opens with the secrets that TrustPay gives', async () => {
  const { received, trustpay } = await open({ json: readSample('trustpay/intent') });
  expect(await trustpay.openIntent?.({ attemptId, amountCents: 1_990 })).toEqual({
    instanceId: 'IN6A1F4C9D8B4E7BA0F1',
    secrets: { display: 'display-secret', payment: 'payment-secret' },
  });
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    amount: '19.90',
    currency: 'EUR',
    initApplePay: 'true',
    initGooglePay: 'true',
    reference: `wallet-${attemptId}`,
  });
  const broken = await open({ status: 500 });
  expect(await broken.trustpay.openIntent?.({ attemptId, amountCents: 1_990 })).toBeUndefined();
});

test('an intent is paid by what a wallet handed over, and what came of it is asked for', async () => {
  const gateway = await openGateway(({ path }) =>
    path.endsWith('/pay') ? { status: 500 } : { json: readSample('trustpay/purchase-done') },
  );
  const settings = { ...gateway.surroundings, ...keys, timeoutMs: patience({}) };
  const trustpay = createTrustPay({ ...settings, paysIntents: true });
  const attempt = { ...knownAttempt({ method: 'googlepay' }), reference: instance };
  const verdict = await trustpay.payIntent?.({ attempt, secret: 'payment-secret', token: 'from-google' });
  expect(verdict).toEqual({ state: 'captured', reference: instance, amountCents: 1_990, stored: null });
  const [paid, asked] = gateway.received;
  expect(paid?.path).toBe(`/api/v1/intent/${instance}/pay`);
  expect(Object.fromEntries(new URLSearchParams(paid?.body))).toEqual({
    secret: 'payment-secret',
    token: 'from-google',
  });
  expect(asked).toMatchObject({ method: 'GET', path: `/api/v1/instance/${instance}` });
  // Live, that is left to a script of TrustPay's, and none runs where people pay.
  expect(createTrustPay(settings).payIntent).toBeUndefined();
});

test('an address may end in a slash', async () => {
  const { received, surroundings: around } = await open({ json: readSample('trustpay/purchase-done') });
  const url = async () => `${await around.url()}/`;
  await createTrustPay({ ...surroundings(''), ...keys, url }).charge(chargeRequest());
  expect(received[0]?.path).toBe('/api/v1/purchase');
});

test('a card never comes out of it again', async () => {
  const echo = readSample('trustpay/refused-request', { pan: card.number, cvv: card.securityCode });
  const { trustpay } = await open({ json: echo });
  expect(JSON.stringify(await trustpay.charge(chargeRequest()))).not.toContain(card.number);
});
