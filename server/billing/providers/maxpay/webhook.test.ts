import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { attemptId, readSample, refundId } from '#testing/billing/gateway.ts';
import { BadSignature, providerEvent } from '../provider.ts';
import { isSigned, signRequest } from './requests.ts';
import { readCallback } from './verdicts.ts';

const key = 'skTest_Private';
const reference = 'SLFF00000006CAAC0F1B';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function signed(content: object | string, by = key) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { headers: { 'x-signature': sha256(text + by) }, body: Buffer.from(text) };
}

test('a request is signed as the known answer says, made by hand', () => {
  const fields = {
    user_email: 'Mario@example.com',
    transaction_unique_id: attemptId,
    transaction_type: 'SALE',
    public_key: 'pkTest_Public',
    signature: 'whatever',
    card_number: '4111111111111111',
    card_exp_month: '03',
    card_exp_year: '2030',
    cvv: '737',
    card_holder: 'Mario Rossi',
    token: '',
    currency: 'EUR',
    country: 'ITA',
    auth_type: 'bySignature',
    api_version: 1,
    amount: 19.9,
  };
  const text =
    'amount=19.9|api_version=1|auth_type=bysignature|country=ita|currency=eur|transaction_type=sale|transaction_unique_id=0194f3a2-0000-7000-8000-000000000001|user_email=mario@example.com|sktest_private';
  const vector = 'ac8032a2a3076d9f1aa331058b12a2976326337fc6ff62beaad757cd748d6d1a';
  expect(signRequest(fields, key)).toBe(vector);
  expect(sha256(text)).toBe(vector);
  expect(signRequest({ ...fields, card_number: '5555555555554444', cvv: '1' }, key)).toBe(vector);
  expect(signRequest({ ...fields, amount: 19.91 }, key)).not.toBe(vector);
});

test('a callback is signed to the letter', () => {
  const body = '{"status":"success","code":0}';
  const vector = '850a9fd69a6e89afc8d0191dd54152917ae79265c8758ad079103f53d923191a';
  expect(sha256(body + key)).toBe(vector);
  expect(isSigned(Buffer.from(body), vector, key)).toBe(true);
  expect(isSigned(Buffer.from(body), vector.toUpperCase(), key)).toBe(true);
  expect(isSigned(Buffer.from(`${body} `), vector, key)).toBe(false);
});

const callback = readSample('maxpay/callback');

test('a sale is money', () => {
  const [event] = readCallback(signed(callback), key);
  expect(event).toMatchObject({
    kind: 'charge',
    attemptId,
    reference,
    verdict: { state: 'captured', reference, amountCents: 1_990, stored: { token: callback['token'] } },
  });
  expect(providerEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
});

test('a form says the same as JSON', () => {
  const form = new URLSearchParams(Object.entries(callback).map(([name, value]) => [name, String(value)]));
  expect(readCallback(signed(form.toString()), key)).toEqual(readCallback(signed(callback), key));
});

test('a sale that does not say over how much is asked about', () => {
  const [event] = readCallback(signed({ ...callback, amount: null }), key);
  expect(event).toMatchObject({ kind: 'charge', verdict: { state: 'processing', reference } });
});

test('a decline and an undecided one are what they are', () => {
  const [declined] = readCallback(signed(readSample('maxpay/declined')), key);
  expect(declined).toMatchObject({ verdict: { state: 'declined', outcome: 'insufficient_funds' } });
  const [undecided] = readCallback(signed({ ...callback, code: 6000 }), key);
  expect(undecided).toMatchObject({ verdict: { state: 'processing' } });
  expect(declined?.dedupeKey).not.toBe(undecided?.dedupeKey);
});

test('a refund bears the name of the refund', () => {
  const content = {
    ...callback,
    transaction_type: 'REFUND',
    transaction_unique_id: refundId,
    reference: 'RF1',
    amount: 5,
  };
  const [done] = readCallback(signed(content), key);
  expect(done).toMatchObject({
    kind: 'refund',
    refundId,
    refundReference: 'RF1',
    amountCents: 500,
    succeeded: true,
  });
  const [failed] = readCallback(signed({ ...content, status: 'decline', code: 3100 }), key);
  expect(failed).toMatchObject({ kind: 'refund', succeeded: false });
  expect(readCallback(signed({ ...content, code: 2 }), key)[0]?.kind).toBe('other');
});

test('a chargeback is a dispute', () => {
  const [lost] = readCallback(signed({ ...callback, transaction_type: 'CHARGEBACK' }), key);
  expect(lost).toMatchObject({ kind: 'dispute', attemptId, amountCents: 1_990, change: 'lost' });
  const [won] = readCallback(signed({ ...callback, transaction_type: 'CHARGEBACK_REVERSAL' }), key);
  expect(won).toMatchObject({ kind: 'dispute', change: 'reversed' });
});

test('what is nothing to us is only noted, and what is no callback is nothing', () => {
  expect(readCallback(signed({ ...callback, transaction_type: 'VOID' }), key)[0]?.kind).toBe('other');
  expect(readCallback(signed(readSample('maxpay/sale3d-page')), key)[0]?.kind).toBe('other');
  expect(readCallback(signed('hello'), key)).toEqual([]);
});

test('nothing is believed that was changed on the way or signed with another key', () => {
  const good = signed(callback);
  const forgeries = [
    { ...good, body: Buffer.from(good.body.toString().replace('19.9', '199')) },
    signed(callback, 'another key'),
    { ...good, headers: {} },
    { ...good, headers: { 'x-signature': '' } },
    { ...good, headers: { 'x-signature': ['a', 'b'] } },
  ];
  for (const forgery of forgeries) expect(() => readCallback(forgery, key)).toThrow(BadSignature);
});
