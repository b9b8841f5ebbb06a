import { createHmac } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { DAY } from '#server/platform/clock.ts';
import { adyenCard, adyenPayment, askAdyen, startProcessorWithMerchant } from '#testing/sandbox/processor.ts';
import type { Answer } from '#testing/sandbox/processor.ts';
import { startProcessor } from './processor.ts';

const { processor, merchant } = await startProcessorWithMerchant();
afterEach(() => processor.clearFaults());

let count = 0;
const newReference = () => `order-${(count += 1)}`;
function pay(reference: string, changes: Record<string, unknown> = {}, key?: string): Promise<Answer> {
  const headers = key ? { 'idempotency-key': key } : {};
  return askAdyen(processor, 'payments', adyenPayment(reference, changes), headers);
}
const codes = () =>
  merchant.received.map(({ body }) => {
    const { notificationItems } = JSON.parse(body) as {
      notificationItems?: { NotificationRequestItem: { eventCode: string; success: string } }[];
    };
    const item = notificationItems?.[0]?.NotificationRequestItem;
    return item ? `${item.eventCode} ${item.success}` : 'token';
  });
const storing = { storePaymentMethod: true, recurringProcessingModel: 'Subscription' };

test.each([500, 429])('answers %i once, and nothing is taken', async (http) => {
  const reference = newReference();
  processor.fail({ http });
  expect((await pay(reference)).status).toBe(http);
  expect(processor.charges({ reference })).toEqual([]);
  expect((await pay(reference)).status).toBe(200);
});

test('a time-out before charging takes nothing; the repeat with the same key does', async () => {
  const reference = newReference();
  processor.fail({ reference, timeout: 'before', holdMs: 10 });
  await expect(pay(reference, {}, reference)).rejects.toThrow('fetch failed');
  expect(processor.charges({ reference })).toEqual([]);
  expect((await pay(reference, {}, reference)).body['resultCode']).toBe('Authorised');
});

test('a time-out after charging has taken it; the repeat with the same key tells', async () => {
  const reference = newReference();
  processor.fail({ reference, timeout: 'after', holdMs: 10 });
  await expect(pay(reference, {}, reference)).rejects.toThrow('fetch failed');
  const [charge] = processor.charges({ reference });
  expect(charge?.state).toBe('captured');
  expect((await pay(reference, {}, reference)).body['pspReference']).toBe(charge?.id);
  expect(processor.charges({ reference })).toHaveLength(1);
});

test('an answer may come in pieces', async () => {
  processor.fail({ slowBodyMs: 20 });
  expect((await pay(newReference())).body['resultCode']).toBe('Authorised');
});

test('faults find their payment by its name, its card or its provider', async () => {
  const reference = newReference();
  processor.fail({ reference, http: 500 });
  processor.fail({ card: '4444', http: 503 });
  processor.fail({ provider: 'paypal', http: 502 });
  expect((await pay(newReference())).status).toBe(200);
  expect((await pay(newReference(), { paymentMethod: adyenCard('5555555555554444') })).status).toBe(503);
  expect((await pay(reference)).status).toBe(500);
});

test('a decline may turn out to be a success', async () => {
  const reference = newReference();
  processor.fail({ reference, lateSuccessMs: DAY });
  const { body } = await pay(reference, { paymentMethod: adyenCard('4000000000009995') });
  expect(body['resultCode']).toBe('Refused');
  await processor.settled();
  expect(codes()).toEqual(['AUTHORISATION false']);
  processor.advance(DAY);
  await processor.settled();
  expect(codes()).toEqual(['AUTHORISATION false', 'AUTHORISATION true']);
  expect(processor.charges({ reference })).toMatchObject([{ state: 'captured' }]);
});

test('what is undecided is decided later', async () => {
  const reference = newReference();
  processor.fail({ pendingMs: DAY });
  expect((await pay(reference)).body['resultCode']).toBe('Received');
  expect(processor.charges({ reference })).toMatchObject([{ state: 'pending' }]);
  processor.advance(DAY);
  expect(processor.charges({ reference })).toMatchObject([{ state: 'captured' }]);
});

test('webhooks come in order, unless the test says otherwise', async () => {
  await pay(newReference(), storing);
  await processor.settled();
  processor.fail({ webhooks: { reorder: true } });
  await pay(newReference(), storing);
  await processor.settled();
  expect(codes()).toEqual(['AUTHORISATION true', 'token', 'token', 'AUTHORISATION true']);
});

test('webhooks come twice, late, or not at all, and can be sent once more', async () => {
  processor.fail({ webhooks: { copies: 3, delayMs: 20 } });
  await pay(newReference());
  await processor.settled();
  expect(codes()).toHaveLength(3);
  expect(new Set(merchant.received.map(({ body }) => body)).size).toBe(1);

  const reference = newReference();
  processor.fail({ webhooks: { drop: true } });
  await pay(reference);
  await processor.settled();
  expect(codes()).toHaveLength(3);
  const [dropped] = processor.events({ reference });
  expect(dropped).toMatchObject({ name: 'AUTHORISATION', state: 'dropped' });
  expect(await processor.replay(dropped!.id)).toBe(200);
  expect(codes()).toHaveLength(4);
});

test('a forged signature is another than the true one', async () => {
  const reference = newReference();
  processor.fail({ reference, webhooks: { badSignature: true } });
  await pay(reference);
  await processor.settled();
  const signatureOf = (body: string) => /"hmacSignature":"([^"]+)"/.exec(body)?.[1];
  const forged = signatureOf(merchant.received[0]?.body ?? '');
  expect(forged).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  const { pspReference } = (
    JSON.parse(merchant.received[0]!.body) as {
      notificationItems: { NotificationRequestItem: { pspReference: string } }[];
    }
  ).notificationItems[0]!.NotificationRequestItem;
  const text = `${pspReference}::SerenataSandbox:${reference}:990:EUR:AUTHORISATION:true`;
  const key = Buffer.from(processor.keys.adyen.hmacKey, 'hex');
  expect(forged).not.toBe(createHmac('sha256', key).update(text).digest('base64'));
});

test('a webhook that was not acknowledged is sent again, and what follows waits for it', async () => {
  merchant.answers.push(500, 503);
  await pay(newReference(), storing);
  await processor.settled();
  expect(codes()).toEqual(['AUTHORISATION true', 'AUTHORISATION true', 'AUTHORISATION true', 'token']);
});

test('webhooks wait until a server listens', async () => {
  const other = await startProcessor();
  await askAdyen(other, 'payments', adyenPayment('early'));
  expect(other.events()).toMatchObject([{ state: 'waiting' }]);
  other.sendWebhooksTo(merchant.origin);
  await other.settled();
  expect(codes()).toEqual(['AUTHORISATION true']);
  await other.stop();
});

test('is controlled over HTTP too', async () => {
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${processor.origin}/control/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown>[] };
  };
  const reference = newReference();
  await control('POST', 'faults', { reference, webhooks: { drop: true }, lateSuccessMs: DAY });
  await pay(reference, { paymentMethod: adyenCard('4000000000000002') });
  expect((await control('GET', `charges?reference=${reference}`)).body).toMatchObject([
    { state: 'declined', why: 'generic', lastFour: '0002' },
  ]);
  await control('POST', 'clock', { advanceMs: DAY });
  const { body: events } = await control('GET', `events?reference=${reference}`);
  expect(events).toMatchObject([{ state: 'dropped' }, { state: 'dropped' }]);
  expect((await control('POST', 'replay', { id: events[1]?.['id'] })).body).toEqual({ status: 200 });
  await control('POST', 'dispute', { reference, change: 'lost' });
  await control('POST', 'settled');
  expect((await control('GET', `charges?reference=${reference}`)).body).toMatchObject([{ disputed: true }]);
  expect((await control('POST', 'faults', { http: 200 })).status).toBe(400);
  expect((await control('POST', 'nothing', {})).status).toBe(404);
});

test('keeps no card number, whatever it is asked', async () => {
  await pay(newReference(), { paymentMethod: adyenCard('5555555555554444') });
  await processor.settled();
  const all = JSON.stringify([processor.charges(), processor.events()]);
  expect(all).toContain('4444');
  expect(all).not.toContain('5555555555554444');
  expect(all).not.toContain('737"');
});

test('does not start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  await expect(startProcessor()).rejects.toThrow('production');
  vi.unstubAllEnvs();
});

test('an Apple Pay session looks like Apple’s', async () => {
  const answer = await fetch(`${processor.origin}/apple/paymentSession`, {
    method: 'POST',
    body: JSON.stringify({
      merchantIdentifier: 'merchant.serenata',
      displayName: 'Serenata',
      initiative: 'web',
      initiativeContext: 'it.localhost',
    }),
  });
  expect(await answer.json()).toMatchObject({ domainName: 'it.localhost', displayName: 'Serenata' });
});
