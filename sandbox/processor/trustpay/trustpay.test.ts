import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY } from '#server/platform/clock.ts';
import { answerBank, startProcessorWithMerchant, read } from '#testing/sandbox/processor.ts';
import type { Answer } from '#testing/sandbox/processor.ts';

const { processor, merchant } = await startProcessorWithMerchant();

async function post(path: string, fields: Record<string, string>, key?: string): Promise<Answer> {
  return read(
    await fetch(`${processor.origin}/trustpay/api/v1/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key ?? processor.keys.trustpay.apiKey },
      body: new URLSearchParams(fields),
    }),
  );
}

async function ask(instanceId: unknown): Promise<Answer> {
  return read(
    await fetch(`${processor.origin}/trustpay/api/v1/instance/${String(instanceId)}`, {
      headers: { 'x-api-key': processor.keys.trustpay.apiKey },
    }),
  );
}

let count = 0;
const browser = { 'browser[userAgent]': 'Mozilla/5.0', 'browser[acceptHeader]': 'text/html' };

function purchase(pan: string, changes: Record<string, string> = {}): Promise<Answer> {
  count += 1;
  return post('purchase', {
    amount: '9.90',
    currency: 'EUR',
    pan,
    cvv: '737',
    exp: '03/30',
    cardholder: 'Anna Rossi',
    reference: `order-${count}`,
    redirectUrl: 'http://es.localhost/trpay/paymentCheck',
    'billing[country]': 'ES',
    ...browser,
    ...changes,
  });
}

interface Notification {
  PaymentInformation: {
    CreditDebitIndicator: string;
    Status: string;
    References: Record<string, string>;
    Amount: { Amount: number; Currency: string };
    StatusReasonInformation?: { Reason: { Code: string } };
  };
  Signature: string;
}
async function received(): Promise<Notification[]> {
  await processor.settled();
  return merchant.received.map(({ body }) => JSON.parse(body) as Notification);
}

test('takes a card, and signs what it tells', async () => {
  const { status, body } = await purchase('4111111111111111');
  expect(status).toBe(200);
  expect(body['paymentStatus']).toBe('000.000.000');
  expect((await ask(body['instanceId'])).body['paymentStatus']).toBe('000.000.000');
  const [webhook] = await received();
  const { PaymentInformation: information, Signature } = webhook!;
  expect(information).toMatchObject({
    CreditDebitIndicator: 'CRDT',
    Status: 'Paid',
    References: { MerchantReference: `order-${count}`, PaymentRequestId: body['instanceId'] },
    Amount: { Amount: 9.9, Currency: 'EUR' },
  });
  const { MerchantReference, PaymentId, PaymentRequestId } = information.References;
  const values = ['CRDT', MerchantReference, PaymentId, PaymentRequestId, 'Paid', '9.90', 'EUR'].sort();
  const { signatureKey } = processor.keys.trustpay;
  expect(Signature).toBe(createHmac('sha256', signatureKey).update(values.join('/')).digest('hex'));
});

test.each([
  ['4000000000009995', '800.100.155'],
  ['4000000000000127', '800.100.153'],
  ['4000000000000069', '800.100.157'],
  ['4000000000000119', '900.100.100'],
  ['4000000000009987', '800.100.171'],
  ['4242424242424241', '800.100.151'],
])('the card %s is rejected with %s', async (pan, code) => {
  const { status, body } = await purchase(pan);
  expect({ status, code: body['paymentStatus'] }).toEqual({ status: 200, code });
  const [webhook] = await received();
  expect(webhook?.PaymentInformation).toMatchObject({
    Status: 'Rejected',
    StatusReasonInformation: { Reason: { Code: code } },
  });
});

test.each([
  ['password', '000.000.000'],
  ['wrong', '100.380.401'],
])('the bank asks in a frame, and %s ends in %s', async (password, code) => {
  const { body } = await purchase('5454545454545454');
  expect(body).toMatchObject({ redirectParams: { MD: expect.any(String) } });
  expect(body['paymentStatus']).toBeUndefined();
  expect((await ask(body['instanceId'])).body['paymentStatus']).toBeUndefined();
  const back = await answerBank(String(body['redirectUrl']), password);
  const address = new URL(back.headers.get('location') ?? '');
  expect(address.pathname).toBe('/trpay/paymentCheck');
  expect(address.searchParams.get('instanceId')).toBe(body['instanceId']);
  expect((await ask(body['instanceId'])).body['paymentStatus']).toBe(code);
});

test('the first payment stands for the card in those that follow', async () => {
  const follow = (initialInstanceId: unknown, more: Record<string, string> = {}) =>
    post('purchase', {
      amount: '9.90',
      currency: 'EUR',
      paymentType: 'Recurring',
      initialInstanceId: String(initialInstanceId),
      reference: 'renewal',
      redirectUrl: 'http://es.localhost/trpay/paymentCheck',
      'billing[country]': 'ES',
      ...more,
    });
  const first = await purchase('4111111111111111', { paymentType: 'RecurringInitial' });
  expect((await follow(first.body['instanceId'])).body['paymentStatus']).toBe('000.000.000');
  const refused = await purchase('4000000000000341', { paymentType: 'RecurringInitial' });
  expect((await follow(refused.body['instanceId'])).body['paymentStatus']).toBe('800.100.152');
  const asked = await purchase('4000002760003184', { paymentType: 'RecurringInitial' });
  await answerBank(String(asked.body['redirectUrl']), 'password');
  expect((await follow(asked.body['instanceId'])).body['paymentStatus']).toBe('300.100.100');
  const click = { paymentType: 'CardOnFile', ...browser };
  expect((await follow(asked.body['instanceId'], click)).body).toHaveProperty('redirectUrl');
  // A renewal with a browser and a click without one are neither.
  expect((await follow(first.body['instanceId'], browser)).status).toBe(400);
  expect((await follow(first.body['instanceId'], { paymentType: 'CardOnFile' })).status).toBe(400);
  const single = await purchase('4111111111111111');
  expect((await follow(single.body['instanceId'])).status).toBe(400);
});

test('gives back, says how that stands, and knows of chargebacks', async () => {
  const refund = (instanceId: unknown, amount = '9.90') =>
    post('Refund', { instanceId: String(instanceId), amount, currency: 'EUR', reference: `refund-${count}` });
  const { body } = await purchase('4111111111111111');
  const done = await refund(body['instanceId']);
  expect(done.body['paymentStatus']).toBe('000.000.000');
  expect((await refund(body['instanceId'])).body['paymentStatus']).toBe('700.400.200');
  const slow = await purchase('4000000000005126');
  const pending = await refund(slow.body['instanceId']);
  expect(pending.body['paymentStatus']).toBe('000.200.000');
  const disputed = await purchase('4000000000000259');
  processor.advance(DAY);
  expect((await ask(pending.body['instanceId'])).body['paymentStatus']).toBe('000.000.000');
  const webhook = (await received()).map(
    ({ PaymentInformation: { CreditDebitIndicator, Status, References } }) =>
      [CreditDebitIndicator, Status, References['PaymentRequestId']].join(' '),
  );
  expect(webhook).toContain(`DBIT Refunded ${String(pending.body['instanceId'])}`);
  expect(webhook).toContain(`DBIT Chargebacked ${String(disputed.body['instanceId'])}`);
});

test('a wallet payment is announced, and paid by the page', async () => {
  const { body } = await post('intent', { amount: '9.90', currency: 'EUR', reference: 'wallet' });
  const { payment } = body['secrets'] as { payment: string };
  expect((await ask(body['instanceId'])).body['paymentStatus']).toBeUndefined();
  const paid = await post(`intent/${String(body['instanceId'])}/pay`, {
    secret: payment,
    token: 'sandbox-googlepay-success',
  });
  expect(paid.status).toBe(200);
  expect((await ask(body['instanceId'])).body['paymentStatus']).toBe('000.000.000');
});

test.each([{ amount: '990' }, { exp: '3/2030' }, { reference: '' }, { pan: '4111 1111' }])(
  'turns down %j',
  async (wrong) => {
    const { status, body } = await purchase('4111111111111111', wrong);
    expect(status).toBe(400);
    expect(body['errors']).toHaveLength(1);
  },
);

test('asks for its key, and refuses an unknown one', async () => {
  expect((await post('purchase', {}, 'wrong')).status).toBe(401);
  expect((await ask('nobody')).status).toBe(404);
});
