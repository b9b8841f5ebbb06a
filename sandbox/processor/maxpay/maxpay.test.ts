import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY } from '#server/platform/clock.ts';
import { answerBank, startProcessorWithMerchant, read } from '#testing/sandbox/processor.ts';
import type { Answer } from '#testing/sandbox/processor.ts';

const { processor, merchant } = await startProcessorWithMerchant();

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const secret = /^(signature|card_number|card_exp_month|card_exp_year|cvv|card_holder|public_key)$/;
type Fields = Record<string, string | number>;

async function post(fields: Fields, privateKey = processor.keys.maxpay.privateKey): Promise<Answer> {
  const all: Fields = {
    api_version: 1,
    auth_type: 'bySignature',
    public_key: processor.keys.maxpay.publicKey,
    ...fields,
  };
  const names = Object.keys(all).filter((name) => !secret.test(name));
  const signed = names.sort().map((name) => `${name}=${all[name]}|`);
  const signature = sha256(`${signed.join('')}${privateKey}`.toLowerCase());
  return read(
    await fetch(`${processor.origin}/maxpay/api/cc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...all, signature }),
    }),
  );
}

let count = 0;
const sale = (cardNumber: string, changes: Fields = {}, privateKey?: string) => {
  count += 1;
  const fields = {
    transaction_unique_id: `order-${count}`,
    transaction_type: 'SALE3D',
    amount: 9.9,
    currency: 'EUR',
    country: 'ITA',
    card_number: cardNumber,
    card_exp_month: '03',
    card_exp_year: '2030',
    cvv: '737',
    card_holder: 'Anna Rossi',
    redirect_url: 'http://it.localhost/maxpay/paymentCheck',
    ...changes,
  };
  return post(fields, privateKey);
};
const check = (name: string) => post({ transaction_type: 'CHECK', transaction_unique_id: name });

test('takes a card, knows it afterwards, and signs its callback', async () => {
  const { status, body } = await sale('4111111111111111');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'success',
    code: 0,
    amount: 9.9,
    transaction_unique_id: `order-${count}`,
  });
  expect((await check(`order-${count}`)).body).toMatchObject({ code: 0, reference: body['reference'] });
  await processor.settled();
  const [callback] = merchant.received;
  expect(callback?.path).toBe('/pay/webhooks/maxpay');
  expect(callback?.headers['x-signature']).toBe(sha256(callback!.body + processor.keys.maxpay.privateKey));
  expect(JSON.parse(callback!.body)).toMatchObject({ transaction_type: 'SALE3D', status: 'success' });
});

test('its token pays again, by click and by the merchant', async () => {
  const { body } = await sale('4111111111111111', { cof_type: 'CIT-initial' });
  const again = (changes: Fields) =>
    post({
      transaction_unique_id: `again-${(count += 1)}`,
      transaction_type: 'SALE',
      amount: 5,
      currency: 'EUR',
      country: 'ITA',
      token: String(body['token']),
      ...changes,
    });
  expect((await again({ cof_type: 'MIT' })).body).toMatchObject({ status: 'success', amount: 5 });
  expect((await again({ cof_type: 'CIT-subsequent' })).body).toMatchObject({ status: 'success' });
  expect((await again({})).body).toMatchObject({ status: 'error', message: 'cof_type is missing' });
  const asked = { cof_type: 'MIT', transaction_type: 'SALE3D', redirect_url: 'http://it.localhost/back' };
  expect((await again(asked)).body).toMatchObject({ status: 'error', message: 'MIT cannot be 3D' });
  const typed = await sale('4111111111111111', { cof_type: 'MIT' });
  expect(typed.body).toMatchObject({ status: 'error', message: 'token is missing' });
});

test('says no in words', async () => {
  expect((await sale('4000000000009995')).body).toMatchObject({
    status: 'decline',
    message: 'Insufficient funds',
  });
  const unasked = await sale('4000002500003155', { transaction_type: 'SALE' });
  expect(unasked.body).toMatchObject({ status: 'decline', message: 'Authentication required' });
});

test.each([
  ['password', 'success'],
  ['wrong', 'decline'],
])('sends to the bank’s page, and %s ends in %s', async (password, status) => {
  const { body } = await sale('5454545454545454');
  expect(body).toMatchObject({ status: 'success', pareq: '' });
  expect((await check(`order-${count}`)).body).toMatchObject({ code: 2 });
  const back = await answerBank(String(body['acs_url']), password);
  const address = new URL(back.headers.get('location') ?? '');
  expect(address.pathname).toBe('/maxpay/paymentCheck');
  expect(address.searchParams.get('reference')).toBe(body['reference']);
  expect((await check(`order-${count}`)).body['status']).toBe(status);
});

test('asks by the old form where the settings say so', async () => {
  processor.fail({ pareq: true });
  const { body } = await sale('5454545454545454');
  expect(body['pareq']).not.toBe('');
  const TermUrl = 'http://it.localhost/pay/return/maxpay';
  const MD = String(body['reference']);
  const page = await fetch(String(body['acs_url']), {
    method: 'POST',
    body: new URLSearchParams({ PaReq: String(body['pareq']), TermUrl, MD }),
  });
  expect(await page.text()).toContain(`name="TermUrl" value="${TermUrl}"`);
  const back = await answerBank(String(body['acs_url']), 'password', { TermUrl, MD });
  const html = await back.text();
  expect(html).toContain(`action="${TermUrl}"`);
  expect(html).toContain(`name="MD" value="${MD}"`);
  expect(html).toContain('name="PaRes"');
});

test('gives back once by each name', async () => {
  const { body } = await sale('4111111111111111');
  const refund = {
    transaction_type: 'REFUND',
    reference: String(body['reference']),
    amount: 4.5,
    currency: 'EUR',
  };
  const done = await post({ ...refund, transaction_unique_id: 'refund-1' });
  expect(done.body).toMatchObject({ status: 'success', code: 0, amount: 4.5 });
  const twice = await post({ ...refund, transaction_unique_id: 'refund-1' });
  expect(twice.body).toMatchObject({ status: 'error', message: 'Duplicate transaction_unique_id' });
  const more = await post({ ...refund, transaction_unique_id: 'refund-2', amount: 9 });
  expect(more.body).toMatchObject({ status: 'decline' });
  expect((await check('refund-1')).body).toMatchObject({ transaction_type: 'REFUND', code: 0 });
});

test('a chargeback is called back', async () => {
  await sale('4000000000000259');
  processor.advance(DAY);
  await processor.settled();
  const types = merchant.received.map(({ body }) => (JSON.parse(body) as Fields)['transaction_type']);
  expect(types).toEqual(['SALE3D', 'CHARGEBACK']);
});

test('turns down what it would turn down', async () => {
  const forged = await sale('4111111111111111', {}, 'wrong');
  expect(forged).toMatchObject({ status: 401, body: { message: 'Invalid signature' } });
  expect((await sale('4111111111111111', { public_key: 'wrong' })).status).toBe(401);
  expect((await sale('4111111111111111', { amount: '9.999' })).status).toBe(400);
  expect((await sale('4111111111111111', { country: 'IT' })).status).toBe(400);
  const again = await sale('4111111111111111', { transaction_unique_id: 'order-1' });
  expect(again.body).toMatchObject({ status: 'error', message: 'Duplicate transaction_unique_id' });
  expect((await check('nobody')).body).toMatchObject({ status: 'error', message: 'Transaction not found' });
  const nothing = await sale('4111111111111111', { transaction_type: 'AUTH3D', amount: 0 });
  expect(nothing.body).toMatchObject({ status: 'success', amount: 0 });
});
