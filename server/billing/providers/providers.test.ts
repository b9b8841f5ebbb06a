import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/telemetry/log.ts';
import { CUSTOMER, card, chargeOf } from '#testing/billing/adyen.ts';
import { answer, playProvider } from '#testing/billing/play-provider.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { openProviders } from './providers.ts';

async function open(environment: Record<string, string>) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...environment });
  const opened = await openProviders({ config, log: createLogger(config), clock: new MovableClock() });
  onTestFinished(() => opened.close());
  return opened;
}

const adyenKeys = {
  ADYEN_API_KEY: 'key',
  ADYEN_MERCHANT_ACCOUNT: 'SerenataIT',
  ADYEN_HMAC_KEY: 'aa'.repeat(32),
};
const names = ['adyen', 'trustpay', 'maxpay', 'paypal'] as const;

test('without keys all providers are stand-ins, which take no money', async () => {
  const { providers } = await open({ NODE_ENV: 'test' });
  expect(providers.sandbox).toBe(true);
  expect(names.map((name) => providers.get(name)?.name)).toEqual([...names]);
  expect(providers.googlePay()).toEqual({ gateway: 'adyen', gatewayMerchantId: 'SerenataSandbox' });
});

test('in production only what has keys is there', async () => {
  const production = { NODE_ENV: 'production' };
  const { providers } = await open(production);
  expect(names.map((name) => providers.get(name))).toEqual([undefined, undefined, undefined, undefined]);
  expect(providers.sandbox).toBe(false);
  expect(providers.googlePay()).toBeUndefined();
  const { providers: some } = await open({ ...production, ...adyenKeys });
  expect(some.get('adyen')?.name).toBe('adyen');
  expect(some.get('paypal')).toBeUndefined();
  expect(some.sandbox).toBe(false);
  expect(some.googlePay()).toEqual({ gateway: 'adyen', gatewayMerchantId: 'SerenataIT' });
  expect(some.googlePay('SerenataES')).toMatchObject({ gatewayMerchantId: 'SerenataES' });
});

test('keys make a provider real; the rest stands in', async () => {
  const { url, received } = await playProvider(answer(401, {}));
  const { providers } = await open({ NODE_ENV: 'test', ...adyenKeys, ADYEN_URL: `${url}/v71/` });
  expect(providers.sandbox).toBe(true);
  expect(await providers.get('adyen')?.charge(chargeOf())).toEqual({ state: 'error' });
  expect(received[0]).toMatchObject({ path: '/v71/payments', headers: { 'x-api-key': 'key' } });
});

test('a stand-in that runs elsewhere is notified where we listen', async () => {
  const { url, received } = await playProvider(answer(200, {}));
  const { listeningAt, providers } = await open({ NODE_ENV: 'test', PAYMENT_SANDBOX_URL: url });
  listeningAt('http://localhost:3000');
  await expect
    .poll(() => received.map(({ path, body }) => [path, body]))
    .toEqual([['/control/webhooks', '{"origin":"http://localhost:3000"}']]);
  await providers.get('adyen')?.charge(chargeOf());
  expect(received[1]?.path).toBe('/adyen/v71/payments');
});

test('a card is charged, stored, charged again, refunded and found in the report of the stand-in', async () => {
  const { providers } = await open({ NODE_ENV: 'test' });
  const adyen = providers.get('adyen')!;
  const first = await adyen.charge(chargeOf({ authenticate: false }));
  expect(first).toMatchObject({ state: 'captured', amountCents: 2990, stored: { lastFour: '1111' } });
  const { reference, stored } = first as { reference: string; stored: { token: string } };
  // The same attempt is the same charge.
  expect(await adyen.charge(chargeOf({ authenticate: false }))).toEqual(first);

  const attemptId = '0197c1f2-7a30-7cc4-9c3d-5d0f4b7f1a12';
  const paymentMethod = { type: 'renewal', token: stored.token } as const;
  const renewal = chargeOf({ attemptId, paymentMethod, store: null, amountCents: 1990 });
  const renewed = await adyen.charge(renewal);
  expect(renewed).toMatchObject({ state: 'captured', amountCents: 1990 });
  const known = {
    attemptId,
    reference: null,
    amountCents: 1990,
    token: stored.token,
    initiatedBy: 'merchant' as const,
    createdAt: new MovableClock().now(),
    request: { origin: renewal.origin, descriptor: renewal.descriptor, customerId: CUSTOMER },
  };
  expect(await adyen.resend?.(known, async () => true)).toEqual(renewed);

  const refundId = '0197c1f2-9b52-7d11-8f00-2f6c1e0c9a22';
  const back = { refundId, attemptId: chargeOf().attemptId, reference, amountCents: 500 };
  expect(await adyen.refund(back)).toMatchObject({ state: 'sent' });
  const day = new MovableClock().now().toISOString().slice(0, 10);
  expect(await adyen.report(day)).toEqual(
    expect.arrayContaining([
      { kind: 'charge', reference, ours: chargeOf().attemptId, amountCents: 2990 },
      expect.objectContaining({ kind: 'charge', ours: attemptId, amountCents: 1990 }),
    ]),
  );
  expect(await adyen.forget({ token: stored.token, customerId: CUSTOMER })).toEqual({ state: 'gone' });
});

test('a bank that asks is a form at the stand-in’s, and no is no there too', async () => {
  const { providers } = await open({ NODE_ENV: 'test' });
  const adyen = providers.get('adyen')!;
  const by = (number: string, attemptId: string) =>
    adyen.charge(chargeOf({ attemptId, paymentMethod: { type: 'card', card: { ...card, number } } }));
  expect(await by('5454545454545454', '0197c1f2-7a30-7cc4-9c3d-5d0f4b7f1a13')).toMatchObject({
    state: 'requires_action',
    step: { type: 'form', method: 'POST', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/3ds\//) },
  });
  expect(await by('4000000000009995', '0197c1f2-7a30-7cc4-9c3d-5d0f4b7f1a14')).toMatchObject({
    state: 'declined',
    outcome: 'insufficient_funds',
  });
  expect(await adyen.finish('made-up')).toBeUndefined();
});

const merchant = { merchantId: 'merchant.lunaria', merchantName: 'Lunaria', domain: 'lunaria.example' };

test('the stand-in opens a session at its own address', async () => {
  const { url } = await playProvider(answer(200, {}));
  const { providers } = await open({ NODE_ENV: 'test', PAYMENT_SANDBOX_URL: url });
  const validationUrl = `${url}/apple/paymentSession`;
  expect(await providers.validateAppleMerchant({ ...merchant, validationUrl })).toMatchObject({
    merchantIdentifier: 'merchant.lunaria',
    signature: 'sandbox',
  });
});

test('Apple alone is asked for a session', async () => {
  const { providers } = await open({ NODE_ENV: 'test' });
  const validate = (validationUrl: string) => providers.validateAppleMerchant({ ...merchant, validationUrl });
  // Not set up.
  expect(await validate('https://apple-pay-gateway.apple.com/paymentservices/startSession')).toBeUndefined();
  for (const address of [
    'http://apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com:8443/',
    'https://apple-pay-gateway.apple.com.evil.example/',
    'https://user@apple-pay-gateway.apple.com/',
    'https://evil-apple-pay-gateway.apple.com/',
    'https://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:1/apple/paymentSession',
    'nonsense',
  ]) {
    await expect(validate(address)).rejects.toMatchObject({ code: 'payment.validation_refused' });
  }
});
