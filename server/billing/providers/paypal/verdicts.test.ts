import { expect, test } from 'vitest';
import { attemptId, customerId, openGateway, readSample, refundId } from '#testing/billing/gateway.ts';
import type { Answer } from '#testing/billing/gateway.ts';
import { BadSignature, providerEvent } from '../provider.ts';
import { createPayPal } from './paypal.ts';
import { WrongPayment } from './verdicts.ts';

const order = '5O190127TN364715T';
const money = '3C679366HH908993F';
const headers = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77',
  'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  'paypal-transmission-sig': 'lmI95Jx3Y9nhR5SJWlHVIWpg4AgFk7n9bCHSRxbrd8A=',
  'paypal-transmission-time': '2027-01-10T12:00:02Z',
};

async function open(verdict: Answer = { json: { verification_status: 'SUCCESS' } }) {
  const gateway = await openGateway(({ path }) =>
    path === '/v1/oauth2/token' ? { json: readSample('paypal/access') } : verdict,
  );
  const keys = { clientId: 'client', secret: 'secret', webhookId: 'WH-1' };
  return { ...gateway, paypal: createPayPal({ ...gateway.surroundings, ...keys }) };
}

async function handle(content: object, resource?: object) {
  const { paypal } = await open();
  const sent = resource ? { ...content, resource } : content;
  const [event] = await paypal.readEvents({ headers, body: Buffer.from(JSON.stringify(sent)) });
  expect(providerEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
  return event;
}

const captured = readSample('paypal/webhook-captured') as { resource: Record<string, unknown> };
const withType = (event_type: string) => ({ ...captured, event_type });

test('PayPal is asked whether it sent this, with the very text of it', async () => {
  const { received, paypal } = await open();
  const raw = `{ "id":"WH-1", "event_type":"A.B",  "resource":{"n":1.10, "è":"\\u00e8"} }`;
  await paypal.readEvents({ headers, body: Buffer.from(raw) });
  const asked = received.find(({ path }) => path === '/v1/notifications/verify-webhook-signature');
  expect(asked?.body).toContain(`"webhook_event":${raw}}`);
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: 'WH-1',
  });
});

test('what it did not send is not believed, and is not even asked about without a signature', async () => {
  const body = Buffer.from(JSON.stringify(captured));
  const forged = await open({ json: { verification_status: 'FAILURE' } });
  await expect(forged.paypal.readEvents({ headers, body })).rejects.toThrow(BadSignature);
  const { received, paypal } = await open();
  for (const name of Object.keys(headers)) {
    const fewer = { ...headers, [name]: undefined };
    await expect(paypal.readEvents({ headers: fewer, body })).rejects.toThrow(BadSignature);
  }
  for (const text of ['', 'not json', '{"id":"WH-1"}', '{},"webhook_id":"another"']) {
    await expect(paypal.readEvents({ headers, body: Buffer.from(text) })).rejects.toThrow(BadSignature);
  }
  expect(received).toHaveLength(0);
});

test('where it cannot be asked, it is no forgery: it will come again', async () => {
  for (const answer of [{ status: 500 }, { fault: 'reset' }, { json: {} }] as const) {
    const { paypal } = await open(answer);
    const received = paypal.readEvents({ headers, body: Buffer.from(JSON.stringify(captured)) });
    await expect(received).rejects.toThrow('could not be asked');
    await expect(received).rejects.not.toThrow(BadSignature);
  }
});

test('money that came in', async () => {
  expect(await handle(captured)).toEqual({
    kind: 'charge',
    dedupeKey: `PAYMENT.CAPTURE.COMPLETED ${money}`,
    attemptId,
    reference: order,
    verdict: { state: 'captured', reference: order, amountCents: 1_990, stored: null },
  });
});

test.each([
  ['PAYMENT.CAPTURE.DENIED', 'DECLINED', { state: 'declined', outcome: 'insufficient_funds' }],
  ['PAYMENT.CAPTURE.DECLINED', 'DECLINED', { state: 'declined', outcome: 'insufficient_funds' }],
  ['PAYMENT.CAPTURE.PENDING', 'PENDING', { state: 'processing' }],
])('%s', async (type, status, verdict) => {
  const event = await handle(withType(type), { ...captured.resource, status });
  expect(event).toMatchObject({ kind: 'charge', attemptId, reference: order, verdict });
});

test('approved is not paid', async () => {
  const event = await handle(withType('CHECKOUT.ORDER.APPROVED'), readSample('paypal/order-approved'));
  expect(event).toMatchObject({
    kind: 'charge',
    attemptId,
    verdict: { state: 'processing', reference: order },
  });
});

test('a refund of ours, one that failed, and one that was made by hand', async () => {
  const resource = readSample('paypal/refund');
  const about = { kind: 'refund', attemptId, refundReference: '1JU08902781691411', amountCents: 500 };
  expect(await handle(withType('PAYMENT.CAPTURE.REFUNDED'), resource)).toMatchObject({
    ...about,
    refundId,
    succeeded: true,
  });
  expect(await handle(withType('PAYMENT.REFUND.FAILED'), resource)).toMatchObject({
    ...about,
    refundId,
    succeeded: false,
  });
  const byHand = { ...resource, custom_id: attemptId };
  expect(await handle(withType('PAYMENT.CAPTURE.REFUNDED'), byHand)).toMatchObject({
    ...about,
    refundId: null,
  });
});

test('a dispute and the reversal that it ends in are one thing', async () => {
  const resolved = readSample('paypal/webhook-disputed') as { resource: Record<string, unknown> };
  const about = { kind: 'dispute', attemptId, disputeReference: money, amountCents: 1_990 };
  expect(await handle(resolved)).toMatchObject({ ...about, change: 'lost' });
  const begun = { ...resolved, event_type: 'CUSTOMER.DISPUTE.CREATED' };
  expect(await handle(begun)).toMatchObject({ ...about, change: 'announced' });
  const won = { ...resolved.resource, dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } };
  expect(await handle(resolved, won)).toMatchObject({ ...about, change: 'reversed' });
  const reversal = readSample('paypal/refund', {
    custom_id: attemptId,
    amount: { currency_code: 'EUR', value: '19.90' },
  });
  expect(await handle(withType('PAYMENT.CAPTURE.REVERSED'), reversal)).toMatchObject({
    ...about,
    change: 'lost',
  });
});

test('what was put into the vault belongs to its order', async () => {
  expect(await handle(readSample('paypal/webhook-vaulted'))).toMatchObject({
    kind: 'stored',
    reference: order,
    customerId,
    stored: { token: 'nkq2y9g' },
  });
});

test('what is nothing of ours is only noted', async () => {
  const others = [
    withType('BILLING.PLAN.CREATED'),
    { ...captured, resource: { ...captured.resource, custom_id: 'shop-17' } },
    {
      ...withType('PAYMENT.CAPTURE.REFUNDED'),
      resource: { ...readSample('paypal/refund'), custom_id: 'x', invoice_id: 'y' },
    },
    { ...withType('VAULT.PAYMENT-TOKEN.CREATED'), resource: { id: 'nkq2y9g' } },
    { ...withType('CUSTOMER.DISPUTE.CREATED'), resource: {} },
  ];
  for (const other of others) expect(await handle(other)).toMatchObject({ kind: 'other' });
});

test('money of ours in another currency is loud', async () => {
  const { paypal } = await open();
  const resource = { ...captured.resource, amount: { currency_code: 'USD', value: '19.90' } };
  const body = Buffer.from(JSON.stringify({ ...captured, resource }));
  await expect(paypal.readEvents({ headers, body })).rejects.toThrow(WrongPayment);
});
