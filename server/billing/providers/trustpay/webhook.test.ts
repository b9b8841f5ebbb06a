import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { attemptId, readSample, refundId } from '#testing/billing/gateway.ts';
import { BadSignature, providerEvent } from '../provider.ts';
import { readNotification, signNotification } from './webhook.ts';

const key = 'test-signature-key';
const paid = readSample('trustpay/notification-paid') as { PaymentInformation: Record<string, unknown> };

function signed(content: object, signature = signNotification(content, key)) {
  return { headers: {}, body: Buffer.from(JSON.stringify({ ...content, Signature: signature })) };
}

function about(more: Record<string, unknown>) {
  return signed({ ...paid, PaymentInformation: { ...paid.PaymentInformation, ...more } });
}

/** Made by hand from the recorded shape: values only, numbers with two decimals, sorted, joined. */
const text =
  '0194f3a2-0000-7000-8000-000000000001/19.90/9876543210/CRDT/EC6A1F4C9D8B4E7BA0F1/EUR/Paid/a/b/null/true';
const vector = 'ae6d0cec9f7f3cf7ea1eb76354905b446ea9ce330697b89fe327dac54ef5700e';

test('signs as the known answer says, made by hand', () => {
  expect(signNotification(paid, key)).toBe(vector);
  expect(createHmac('sha256', key).update(text).digest('hex')).toBe(vector);
});

test('neither the order of the fields nor the old signature matters', () => {
  const turned = Object.fromEntries(Object.entries(paid.PaymentInformation).toReversed());
  expect(signNotification({ Signature: 'x', PaymentInformation: turned }, key)).toBe(vector);
});

test('a payment is money, and the payment stands for the card', () => {
  const [charge, stored] = readNotification(signed(paid, vector.toUpperCase()), key);
  const reference = 'EC6A1F4C9D8B4E7BA0F1';
  expect(charge).toMatchObject({
    kind: 'charge',
    attemptId,
    reference,
    verdict: { state: 'captured', reference, amountCents: 1_990, stored: null },
  });
  expect(stored).toMatchObject({ kind: 'stored', attemptId, stored: { token: reference } });
  expect(charge?.dedupeKey).not.toBe(stored?.dedupeKey);
});

test('a wallet’s payment is money and nothing else', () => {
  const References = { MerchantReference: `wallet-${attemptId}`, PaymentId: '5', PaymentRequestId: 'IN1' };
  const events = readNotification(about({ References }), key);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    kind: 'charge',
    attemptId,
    verdict: { state: 'captured', stored: null },
  });
});

test('what is reported twice has the same name, and what differs another', () => {
  const keyOf = (webhook: ReturnType<typeof signed>) => readNotification(webhook, key)[0]?.dedupeKey;
  expect(keyOf(signed(paid))).toBe(keyOf(about({})));
  expect(keyOf(signed(paid))).not.toBe(keyOf(about({ Status: 'Rejected' })));
});

test('a rejected payment says why', () => {
  const why = { Reason: { Code: '800.100.155', RejectReason: 'amount exceeds credit' } };
  const [event] = readNotification(about({ Status: 'Rejected', StatusReasonInformation: why }), key);
  expect(event).toMatchObject({
    kind: 'charge',
    verdict: { state: 'declined', outcome: 'insufficient_funds' },
  });
  const [silent] = readNotification(about({ Status: 'Rejected' }), key);
  expect(silent).toMatchObject({ verdict: { state: 'declined', outcome: 'generic', dropToken: false } });
  // A code of a success beside a refusal is no reason to believe in the money.
  const odd = { Reason: { Code: '000.000.000' } };
  const [contradiction] = readNotification(about({ Status: 'Rejected', StatusReasonInformation: odd }), key);
  expect(contradiction).toMatchObject({ verdict: { state: 'declined', outcome: 'generic' } });
});

test.each([
  ['Refunded', true],
  ['Paid', true],
  ['Rejected', false],
])('money that goes away is a refund: %s', (Status, succeeded) => {
  const References = { MerchantReference: refundId, PaymentId: '5', PaymentRequestId: 'RF1' };
  const [event] = readNotification(
    about({ CreditDebitIndicator: 'DBIT', Status, References, Amount: { Amount: 5, Currency: 'EUR' } }),
    key,
  );
  expect(event).toMatchObject({
    kind: 'refund',
    refundId,
    refundReference: 'RF1',
    amountCents: 500,
    succeeded,
  });
});

test('a chargeback is a dispute that is lost', () => {
  const [event] = readNotification(about({ CreditDebitIndicator: 'DBIT', Status: 'Chargebacked' }), key);
  expect(event).toMatchObject({
    kind: 'dispute',
    attemptId,
    disputeReference: '9876543210',
    amountCents: 1_990,
    change: 'lost',
  });
});

test('what we do not act upon is only noted', () => {
  for (const more of [
    { Status: 'Authorized' },
    { Amount: { Amount: 19.9, Currency: 'USD' } },
    { Amount: { Amount: -1, Currency: 'EUR' } },
    { References: { MerchantReference: attemptId } },
  ]) {
    const [event] = readNotification(about(more), key);
    expect(event?.kind).toBe('other');
    expect(providerEvent.safeParse(event).success).toBe(true);
  }
});

test('everything is data that can be stored', () => {
  for (const event of readNotification(signed(paid), key)) {
    expect(providerEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
  }
});

test('nothing is believed that was changed on the way or signed with another key', () => {
  const changed = structuredClone(paid);
  changed.PaymentInformation['Amount'] = { Amount: 199, Currency: 'EUR' };
  const forgeries = [
    signed(changed, vector),
    signed({ ...paid, Extra: 'value' }, vector),
    signed(paid, signNotification(paid, 'another key')),
    signed(paid, ''),
    signed(paid, vector.slice(1)),
    { headers: {}, body: Buffer.from('not json') },
    { headers: {}, body: Buffer.from('[]') },
  ];
  for (const forgery of forgeries) expect(() => readNotification(forgery, key)).toThrow(BadSignature);
});
