import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ATTEMPT, CUSTOMER, adyenAt, card, chargeOf, sample } from '#testing/billing/adyen.ts';
import { answer, halfAnAnswer, hangUp, playProvider, silence } from '#testing/billing/play-provider.ts';
import type { Play } from '#testing/billing/play-provider.ts';

async function chargeAt(plays: Play[], request = chargeOf(), timeoutMs = 2_000) {
  const { url, received } = await playProvider(...plays);
  const verdict = await adyenAt(url, { timeoutMs }).adyen.charge(request);
  return {
    verdict,
    received,
    bodies: received.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  };
}

test('a card goes out as Adyen wants it, and comes back as money and a token', async () => {
  const { verdict, received, bodies } = await chargeAt([answer(200, sample('authorised'))]);
  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/payments',
    headers: { 'x-api-key': 'api-key', 'idempotency-key': ATTEMPT, 'content-type': 'application/json' },
  });
  expect(bodies[0]).toEqual({
    amount: { value: 2990, currency: 'EUR' },
    merchantAccount: 'SerenataIT',
    reference: ATTEMPT,
    returnUrl: 'https://lunaria.example/adyen/paymentCheck',
    paymentMethod: {
      type: 'scheme',
      number: '4111111111111111',
      expiryMonth: '03',
      expiryYear: '2030',
      cvc: '737',
      holderName: 'Marco Rossi',
    },
    shopperReference: CUSTOMER,
    shopperStatement: 'LUNARIA and a name tha',
    recurringProcessingModel: 'Subscription',
    shopperInteraction: 'Ecommerce',
    storePaymentMethod: true,
    channel: 'Web',
    origin: 'https://lunaria.example',
    shopperIP: '203.0.113.7',
    shopperEmail: 'marco@example.com',
    shopperLocale: 'it-IT',
    countryCode: 'IT',
    browserInfo: {
      acceptHeader: expect.stringContaining('text/html'),
      colorDepth: 24,
      javaEnabled: false,
      javaScriptEnabled: true,
      language: 'it-IT',
      screenHeight: 844,
      screenWidth: 390,
      timeZoneOffset: -120,
      userAgent: 'Mozilla/5.0 (iPhone)',
    },
    authenticationData: {
      attemptAuthentication: 'always',
      threeDSRequestData: { nativeThreeDS: 'disabled' },
    },
  });
  expect(verdict).toEqual({
    state: 'captured',
    reference: 'NC6HT9CRT65ZGN82',
    amountCents: 2990,
    stored: {
      token: 'M5N7TQ4TG5PFWR50',
      network: 'visa',
      lastFour: '1111',
      expiryMonth: 3,
      expiryYear: 2030,
    },
  });
});

test('a card on file, a renewal, a single payment and another merchant account say what they are', async () => {
  const bodyOf = async (more: Parameters<typeof chargeOf>[0]) =>
    (await chargeAt([answer(200, sample('authorised'))], chargeOf(more))).bodies[0];
  expect(await bodyOf({ paymentMethod: { type: 'on_file', token: 'TOKEN' }, store: null })).toMatchObject({
    paymentMethod: { type: 'scheme', storedPaymentMethodId: 'TOKEN' },
    recurringProcessingModel: 'CardOnFile',
    shopperInteraction: 'ContAuth',
    browserInfo: {},
  });
  // Only what is known at any time: it must be possible to send the very same once more.
  expect(await bodyOf({ paymentMethod: { type: 'renewal', token: 'TOKEN' }, store: null })).toEqual({
    amount: { value: 2990, currency: 'EUR' },
    merchantAccount: 'SerenataIT',
    reference: ATTEMPT,
    returnUrl: 'https://lunaria.example/adyen/paymentCheck',
    paymentMethod: { type: 'scheme', storedPaymentMethodId: 'TOKEN' },
    shopperReference: CUSTOMER,
    shopperStatement: 'LUNARIA and a name tha',
    recurringProcessingModel: 'Subscription',
    shopperInteraction: 'ContAuth',
  });
  // Kept for a member's clicks it is not kept for renewals.
  expect(await bodyOf({ store: 'clicks' })).toMatchObject({
    recurringProcessingModel: 'CardOnFile',
    shopperInteraction: 'Ecommerce',
    storePaymentMethod: true,
  });
  const single = await bodyOf({ store: null, authenticate: false, merchantAccount: 'SerenataES' });
  expect(single).toMatchObject({ merchantAccount: 'SerenataES', shopperInteraction: 'Ecommerce' });
  expect(single).not.toHaveProperty('storePaymentMethod');
  expect(single).not.toHaveProperty('recurringProcessingModel');
  expect(single).toMatchObject({
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
  });
  expect(single?.['authenticationData']).not.toHaveProperty('attemptAuthentication');
});

test('wallets hand their tokens on', async () => {
  const methodOf = async (type: 'googlepay' | 'applepay', token: string) =>
    (await chargeAt([answer(200, sample('authorised'))], chargeOf({ paymentMethod: { type, token } })))
      .bodies[0]?.['paymentMethod'];
  expect(await methodOf('googlepay', '{"signature":"MEU"}')).toEqual({
    type: 'googlepay',
    googlePayToken: '{"signature":"MEU"}',
  });
  const apple = '{"version":"EC_v1","data":"x"}';
  expect(await methodOf('applepay', apple)).toEqual({
    type: 'applepay',
    applePayToken: Buffer.from(apple).toString('base64'),
  });
  expect(await methodOf('applepay', 'sandbox-applepay-success')).toMatchObject({
    applePayToken: 'sandbox-applepay-success',
  });
});

test('the token is taken from either place, and its absence is no fault', async () => {
  const storedIn = async (name: string) => {
    const { verdict } = await chargeAt([answer(200, sample(name))]);
    return verdict.state === 'captured' ? verdict.stored : verdict;
  };
  expect(await storedIn('authorised-new-token-name')).toEqual({
    token: 'VHW3BG2P9RKV7N82',
    network: 'mastercard',
    lastFour: '4444',
    expiryMonth: 11,
    expiryYear: 2031,
  });
  expect(await storedIn('authorised-without-token')).toBeNull();
});

test('a card can be looked at for nothing', async () => {
  const request = chargeOf({ amountCents: 0, store: null });
  const { verdict, bodies } = await chargeAt([answer(200, sample('authorised-zero'))], request);
  expect(bodies[0]).toMatchObject({ amount: { value: 0, currency: 'EUR' } });
  expect(verdict).toMatchObject({ state: 'captured', amountCents: 0, stored: null });
});

test('a bank that asks its customer is a form or another page', async () => {
  const form = await chargeAt([answer(200, sample('redirect-post'))]);
  expect(form.verdict).toEqual({
    state: 'requires_action',
    reference: null,
    step: {
      type: 'form',
      url: 'https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS2/redirect',
      method: 'POST',
      fields: {
        MD: 'OEVudmZVMUlkWjd0MDNwUWs2bmhSdz09',
        PaReq: 'eNpVUttygjAQ/RXG9',
        TermUrl: 'https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/termurl',
      },
    },
  });
  const page = await chargeAt([answer(200, sample('redirect-get'))]);
  expect(page.verdict).toMatchObject({
    state: 'requires_action',
    reference: 'QFQTPCQ8HXSKGK82',
    step: { type: 'redirect', method: 'GET', fields: {} },
  });
  const script = sample('redirect-get');
  Object.assign(script['action'] as object, { url: 'javascript:alert(1)' });
  expect((await chargeAt([answer(200, script)])).verdict).toEqual({ state: 'error' });
  expect((await chargeAt([answer(200, sample('challenge-native'))])).verdict).toEqual({ state: 'error' });
});

test('what is not decided yet is under way; an unreadable answer is unknown', async () => {
  const verdictOf = async (body: unknown) => (await chargeAt([answer(200, body)])).verdict;
  expect(await verdictOf(sample('received'))).toEqual({
    state: 'processing',
    reference: 'Z7K9WQ756L2GWR82',
  });
  for (const odd of [
    { ...sample('authorised'), resultCode: 'PartiallyAuthorised' },
    { ...sample('authorised'), amount: { currency: 'USD', value: 2990 } },
    { ...sample('authorised'), pspReference: undefined },
    { hello: 'world' },
    'not json',
  ]) {
    expect(await verdictOf(odd)).toEqual({ state: 'unknown' });
  }
});

test('what certainly was not done is an error, so that another provider may be tried', async () => {
  for (const play of [
    answer(429, ''),
    answer(503, ''),
    answer(401, sample('error-security')),
    answer(422, sample('error-validation')),
  ]) {
    const { verdict, received } = await chargeAt([play]);
    expect(verdict).toEqual({ state: 'error' });
    expect(received).toHaveLength(1);
  }
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  expect(await adyenAt(`http://127.0.0.1:${port}`).adyen.charge(chargeOf())).toEqual({ state: 'error' });
});

test('a number that Adyen does not even try is the member’s to correct', async () => {
  const { verdict } = await chargeAt([answer(422, sample('error-card-number'))]);
  expect(verdict).toEqual({
    state: 'declined',
    reference: null,
    outcome: 'invalid_number',
    dropToken: false,
  });
});

test('a lost answer is requested again with the same body and the same key', async () => {
  const faults: Play[] = [
    hangUp,
    halfAnAnswer,
    answer(500, 'oops'),
    answer(422, sample('error-in-progress')),
  ];
  for (const fault of faults) {
    const { verdict, received } = await chargeAt([fault, answer(200, sample('authorised'))]);
    expect(verdict).toMatchObject({ state: 'captured', amountCents: 2990 });
    expect(received).toHaveLength(2);
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(received[1]?.headers['idempotency-key']).toBe(ATTEMPT);
  }
  const slow = await chargeAt([silence, answer(200, sample('refused'))], chargeOf(), 400);
  expect(slow.verdict).toMatchObject({ state: 'declined', outcome: 'insufficient_funds' });
});

test('after three tries in vain the outcome is unknown', async () => {
  for (const fault of [hangUp, answer(502, '')]) {
    const { verdict, received } = await chargeAt([fault]);
    expect(verdict).toEqual({ state: 'unknown' });
    expect(received).toHaveLength(3);
  }
});

test('that a repeat was turned down says nothing about the first', async () => {
  for (const no of [answer(429, ''), answer(401, sample('error-security'))]) {
    const { verdict, received } = await chargeAt([hangUp, no]);
    expect(verdict).toEqual({ state: 'unknown' });
    expect(received).toHaveLength(3);
  }
  const late = await chargeAt([hangUp, answer(503, ''), answer(200, sample('authorised'))]);
  expect(late.verdict).toMatchObject({ state: 'captured' });
});

test('neither a verdict nor a log line holds the card', async () => {
  const lines: string[] = [];
  const { url } = await playProvider(answer(422, { errorCode: '101', message: card.number }));
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const verdict = await adyenAt(url, { log }).adyen.charge(chargeOf());
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify([verdict, lines])).not.toContain(card.number);
});
