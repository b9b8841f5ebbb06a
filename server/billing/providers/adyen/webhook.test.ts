import { expect, test } from 'vitest';
import { ATTEMPT, CUSTOMER, HMAC_KEY, REFUND, adyenAt, readSample, sample } from '#testing/billing/adyen.ts';
import { BadSignature, providerEvent } from '../provider.ts';
import { notificationItem } from './client.ts';
import { sign, signItem } from './webhook.ts';

const { adyen } = adyenAt('http://nobody.invalid');
const read = (body: string | Buffer, headers: Record<string, string> = {}) =>
  adyen.readEvents({ headers, body: Buffer.from(body) });
const readNamed = async (name: string) => {
  const events = await read(readSample(`webhook-${name}.json`));
  // What is stored must be readable later.
  return events.map((event) => providerEvent.parse(event));
};
const charge = { attemptId: ATTEMPT, reference: 'NC6HT9CRT65ZGN82' };

test('the documented text has the documented signature', () => {
  const text = 'pspReference:originalReference:merchantAccount:reference:1000:EUR:REPORT_AVAILABLE:true';
  expect(sign(text, HMAC_KEY)).toBe('ZNBPtI+oDyyRrLyD1XirkKnQgIAlFc07Vj27TeHsDRE=');
  const item = notificationItem.parse({
    pspReference: 'pspReference',
    originalReference: 'originalReference',
    merchantAccountCode: 'merchantAccount',
    merchantReference: 'reference',
    amount: { value: 1000, currency: 'EUR' },
    eventCode: 'REPORT_AVAILABLE',
    success: 'true',
  });
  expect(signItem(item, HMAC_KEY)).toBe('ZNBPtI+oDyyRrLyD1XirkKnQgIAlFc07Vj27TeHsDRE=');
});

test('a missing value is an empty one', () => {
  const item = notificationItem.parse({ pspReference: 'P', eventCode: 'E', success: false });
  expect(signItem(item, HMAC_KEY)).toBe(sign('P::::::E:false', HMAC_KEY));
});

test('a charge that went well, with its token; and one that did not, with its reason', async () => {
  expect(await readNamed('authorisation')).toEqual([
    {
      kind: 'charge',
      dedupeKey: 'AUTHORISATION:NC6HT9CRT65ZGN82:true',
      ...charge,
      verdict: {
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
      },
    },
  ]);
  expect(await readNamed('authorisation-refused')).toMatchObject([
    {
      kind: 'charge',
      dedupeKey: 'AUTHORISATION:KHQC5N7G84BLNK43:false',
      verdict: { state: 'declined', outcome: 'insufficient_funds', dropToken: false },
    },
  ]);
});

test('a refund that is done, that was turned down, and that came back', async () => {
  const refund = {
    kind: 'refund',
    attemptId: null,
    reference: 'NC6HT9CRT65ZGN82',
    refundId: REFUND,
    refundReference: 'HGM5XQ756L2GWR83',
    amountCents: 1000,
  };
  expect(await readNamed('refund')).toMatchObject([{ ...refund, succeeded: true }]);
  for (const name of ['refund-refused', 'refund-failed', 'refunded-reversed']) {
    expect(await readNamed(name)).toMatchObject([{ ...refund, succeeded: false }]);
  }
});

test('a dispute, from its announcement to its end', async () => {
  const events = await readNamed('disputes');
  const dispute = { kind: 'dispute', ...charge, disputeReference: 'QDSP8Q756L2GWR84', amountCents: 2990 };
  expect(events).toMatchObject([dispute, dispute, dispute, dispute]);
  expect(events.map((event) => event.kind === 'dispute' && event.change)).toEqual([
    'announced',
    'lost',
    'reversed',
    'lost_again',
  ]);
  expect(new Set(events.map(({ dedupeKey }) => dedupeKey)).size).toBe(4);
});

test('money that was authorised and never came is lost', async () => {
  expect(await readNamed('capture-failed')).toMatchObject([{ kind: 'dispute', ...charge, change: 'lost' }]);
});

test('what was called off was not taken', async () => {
  const declined = { kind: 'charge', ...charge, verdict: { state: 'declined', dropToken: false } };
  expect(await readNamed('cancellations')).toMatchObject([
    declined,
    declined,
    declined,
    { kind: 'refund', refundId: REFUND, succeeded: true },
  ]);
});

test('what we do not act upon is kept by its name, and so is money that is not ours', async () => {
  expect(await readNamed('of-no-interest')).toMatchObject([
    { kind: 'other', name: 'REPORT_AVAILABLE', attemptId: null },
    { kind: 'other', name: 'CAPTURE' },
    { kind: 'other', name: 'AUTHORISATION' },
  ]);
});

test('a stored card comes by another road, signed as a whole', async () => {
  const body = readSample('webhook-token-created.json');
  const headers = { hmacsignature: sign(Buffer.from(body), HMAC_KEY) };
  const stored = {
    kind: 'stored',
    attemptId: null,
    reference: 'NC6HT9CRT65ZGN82',
    customerId: CUSTOMER,
    stored: {
      token: 'M5N7TQ4TG5PFWR50',
      network: 'visa',
      lastFour: null,
      expiryMonth: null,
      expiryYear: null,
    },
  };
  expect(await read(body, headers)).toMatchObject([stored]);
  const again = body.replace('token.created', 'token.alreadyExisting');
  const signed = { hmacsignature: sign(Buffer.from(again), HMAC_KEY) };
  expect(await read(again, signed)).toMatchObject([stored]);
  const gone = body.replace('token.created', 'token.disabled');
  expect(await read(gone, { hmacsignature: sign(Buffer.from(gone), HMAC_KEY) })).toMatchObject([
    { kind: 'other', name: 'recurring.token.disabled' },
  ]);
  await expect(read(body)).rejects.toThrow(BadSignature);
  await expect(read(body.replace('M5N7', 'M5N8'), headers)).rejects.toThrow(BadSignature);
});

test('while its key is exchanged both sign, and a webhook of its own may have a key of its own', async () => {
  const [old, next] = ['11'.repeat(32), '22'.repeat(32)];
  const rotating = adyenAt('http://nobody.invalid', { hmacKey: next, otherHmacKeys: [old, HMAC_KEY] }).adyen;
  const body = readSample('webhook-token-created.json');
  const readWith = (key: string) =>
    rotating.readEvents({
      headers: { hmacsignature: sign(Buffer.from(body), key) },
      body: Buffer.from(body),
    });
  for (const key of [old, next, HMAC_KEY]) expect(await readWith(key)).toMatchObject([{ kind: 'stored' }]);
  await expect(readWith('33'.repeat(32))).rejects.toThrow(BadSignature);
  const items = Buffer.from(readSample('webhook-authorisation.json'));
  expect(await rotating.readEvents({ headers: {}, body: items })).toMatchObject([{ kind: 'charge' }]);
  const without = adyenAt('http://nobody.invalid', { hmacKey: next, otherHmacKeys: [old] }).adyen;
  await expect(without.readEvents({ headers: {}, body: items })).rejects.toThrow(BadSignature);
});

const tampering: [string, object][] = [
  ['pspReference', { pspReference: 'NC6HT9CRT65ZGN83' }],
  ['originalReference', { originalReference: 'NC6HT9CRT65ZGN82' }],
  ['merchantAccountCode', { merchantAccountCode: 'Somebody' }],
  ['merchantReference', { merchantReference: REFUND }],
  ['amount.value', { amount: { currency: 'EUR', value: 1 } }],
  ['amount.currency', { amount: { currency: 'USD', value: 2990 } }],
  ['eventCode', { eventCode: 'REFUND' }],
  ['success', { success: 'false' }],
  ['signature', { additionalData: { hmacSignature: 'ZNBPtI+oDyyRrLyD1XirkKnQgIAlFc07Vj27TeHsDRE=' } }],
  ['no signature', { additionalData: {} }],
];

test.for(tampering)('a change of the %s on the way is refused', async ([, change]) => {
  const hook = sample('webhook-authorisation') as {
    notificationItems: { NotificationRequestItem: object }[];
  };
  Object.assign(hook.notificationItems[0]!.NotificationRequestItem, change);
  await expect(read(JSON.stringify(hook))).rejects.toThrow(BadSignature);
});

test('one bad item spoils the whole', async () => {
  const [good, other] = [sample('webhook-authorisation'), sample('webhook-refund')] as {
    notificationItems: { NotificationRequestItem: Record<string, unknown> }[];
  }[];
  const items = [...good!.notificationItems, ...other!.notificationItems];
  expect(await read(JSON.stringify({ notificationItems: items }))).toHaveLength(2);
  items[1]!.NotificationRequestItem['merchantReference'] = ATTEMPT;
  await expect(read(JSON.stringify({ notificationItems: items }))).rejects.toThrow(BadSignature);
});

test('what is no webhook at all is refused', async () => {
  for (const body of ['', 'null', '{}', '[]', '{"notificationItems":[]}', 'live=false', '{"type":1}']) {
    await expect(read(body)).rejects.toThrow(BadSignature);
  }
});
