import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { MINUTE } from '#server/platform/clock.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import {
  adyenCard,
  adyenMerchant,
  adyenPayment,
  answerBank,
  askAdyen,
  startProcessorWithMerchant,
} from '#testing/sandbox/processor.ts';
import type { Answer } from '#testing/sandbox/processor.ts';
import { startProcessor } from '../processor.ts';

const clock = new MovableClock();
const { processor, merchant } = await startProcessorWithMerchant({ clock });

const { lastReference, newReference, pay, payBy, receivedItems } = adyenMerchant(processor, merchant);

test('takes a card, and tells of it once more by webhook, signed', async () => {
  const { status, body } = await pay();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    resultCode: 'Authorised',
    amount: { value: 990, currency: 'EUR' },
    additionalData: { cardSummary: '1111', expiryDate: '3/2030' },
  });
  expect(body['pspReference']).toMatch(/^[A-Z0-9]{16}$/);
  expect(processor.charges().at(-1)).toMatchObject({ amount: 990, state: 'captured', lastFour: '1111' });

  const [item] = await receivedItems();
  expect(item).toMatchObject({
    eventCode: 'AUTHORISATION',
    success: 'true',
    pspReference: body['pspReference'],
  });
  const signed = [
    item!.pspReference,
    '',
    item!.merchantAccountCode,
    item!.merchantReference,
    item!.amount.value,
    item!.amount.currency,
    item!.eventCode,
    item!.success,
  ].join(':');
  const key = Buffer.from(processor.keys.adyen.hmacKey, 'hex');
  expect(item!.additionalData['hmacSignature']).toBe(
    createHmac('sha256', key).update(signed).digest('base64'),
  );
  expect(merchant.received[0]?.path).toBe('/pay/webhooks/adyen');
});

test('a stored card is announced by a webhook of its own, and can be charged later', async () => {
  const { body } = await pay({ storePaymentMethod: true, recurringProcessingModel: 'Subscription' });
  await processor.settled();
  const webhook = merchant.received.find(({ body: text }) => text.includes('recurring.token.created'));
  const { data, eventId } = JSON.parse(webhook?.body ?? '{}') as {
    data: Record<string, string>;
    eventId: string;
  };
  expect(eventId).toBe(body['pspReference']);
  expect(data['shopperReference']).toBe('member-1');
  const key = Buffer.from(processor.keys.adyen.hmacKey, 'hex');
  expect(webhook?.headers['hmacsignature']).toBe(
    createHmac('sha256', key)
      .update(webhook?.body ?? '')
      .digest('base64'),
  );
  const token = data['storedPaymentMethodId'];
  expect(body['additionalData']).toMatchObject({ 'recurring.recurringDetailReference': token });

  const later = await payByToken(token ?? '');
  expect(later.body['resultCode']).toBe('Authorised');
});

function payByToken(token: string, model = 'Subscription'): Promise<Answer> {
  return pay({
    paymentMethod: { type: 'scheme', storedPaymentMethodId: token },
    shopperInteraction: 'ContAuth',
    recurringProcessingModel: model,
  });
}

async function storeBy(number: string): Promise<string> {
  const model = { storePaymentMethod: true, recurringProcessingModel: 'Subscription' };
  const reference = newReference();
  const payment = adyenPayment(reference, { paymentMethod: adyenCard(number), ...model });
  const { body } = await askAdyen(processor, 'payments', payment);
  if (body['resultCode'] === 'RedirectShopper') await answerBank(bankOf(body), 'password');
  return processor.charges({ reference })[0]?.token ?? '';
}

function bankOf(body: Record<string, unknown>): string {
  return (body['action'] as { url: string }).url;
}

test('a stored card works at a processor that was restarted; so does a refund', async () => {
  const token = await storeBy('4000000000000341');
  const { body } = await pay();
  const other = await startProcessor();
  const answer = await askAdyen(
    other,
    'payments',
    adyenPayment('later', {
      paymentMethod: { type: 'scheme', storedPaymentMethodId: token },
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'Subscription',
    }),
  );
  expect(answer.body).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '2' });
  const refunded = await askAdyen(other, `payments/${String(body['pspReference'])}/refunds`, {
    amount: { value: 990, currency: 'EUR' },
    merchantAccount: 'SerenataSandbox',
    reference: 'refund-of-old',
  });
  expect(refunded.status).toBe(201);
  expect(other.charges().at(-1)).toMatchObject({ refunded: 990 });
  await other.stop();
});

test.each([
  ['4000000000009995', '12', 'Not enough balance'],
  ['4000000000000127', '24', 'CVC Declined'],
  ['4000000000000069', '6', 'Expired Card'],
  ['4000000000000119', '4', 'Acquirer Error'],
  ['4000000000000002', '2', 'Refused'],
  ['4000000000009987', '5', 'Blocked Card'],
  ['4242424242424241', '8', 'Invalid Card Number'],
])('the card %s is refused with %s', async (number, code, reason) => {
  const { status, body } = await payBy(number);
  expect(status).toBe(200);
  expect(body).toMatchObject({ refusalReasonCode: code, refusalReason: reason });
  const [item] = await receivedItems();
  expect(item).toMatchObject({ eventCode: 'AUTHORISATION', success: 'false', reason });
});

test.each([
  ['DECLINED', '2'],
  ['CARD_EXPIRED', '6'],
  ['NOT_ENOUGH_BALANCE', '12'],
  ['CVC_DECLINED', '24'],
  ['BLOCK_CARD', '5'],
  ['AUTHENTICATION_REQUIRED', '38'],
])('the holder %s forces %s', async (name, code) => {
  const { body } = await pay({ paymentMethod: adyenCard('4111111111111111', name) });
  expect(body['refusalReasonCode']).toBe(code);
});

test('the bank asks, the right password pays, and the browser comes back with a result', async () => {
  const { body } = await payBy('5454545454545454');
  expect(body).toMatchObject({
    resultCode: 'RedirectShopper',
    action: { type: 'redirect', method: 'POST', data: { MD: expect.any(String) } },
  });
  expect(processor.charges().at(-1)?.state).toBe('challenged');

  const page = await fetch(bankOf(body), { method: 'POST', body: new URLSearchParams({ MD: 'x' }) });
  const html = await page.text();
  expect(html).toContain('9.90 EUR');
  expect(html).toContain('<label for="password">');
  expect(page.headers.get('x-frame-options')).toBeNull();
  expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *');

  const back = await answerBank(bankOf(body), 'password');
  expect(back.status).toBe(302);
  const address = new URL(back.headers.get('location') ?? '');
  expect(address.pathname).toBe('/adyen/paymentCheck');
  const redirectResult = address.searchParams.get('redirectResult');
  const done = await askAdyen(processor, 'payments/details', { details: { redirectResult } });
  expect(done.body).toMatchObject({ resultCode: 'Authorised', merchantReference: lastReference() });
  expect((await receivedItems())[0]).toMatchObject({ success: 'true' });

  const made = await askAdyen(processor, 'payments/details', { details: { redirectResult: 'made up' } });
  expect(made.status).toBe(422);
});

test.each([
  ['wrong', 'confirm', 'Refused', '11'],
  ['password', 'cancel', 'Cancelled', '16'],
])('a password %s with %s ends in %s', async (password, answer, resultCode, code) => {
  const { body } = await payBy('4000002500003155');
  const back = await answerBank(bankOf(body), password, { answer });
  const redirectResult = new URL(back.headers.get('location') ?? '').searchParams.get('redirectResult');
  const done = await askAdyen(processor, 'payments/details', { details: { redirectResult } });
  expect(done.body).toMatchObject({ resultCode, refusalReasonCode: code });
});

test('a payment whose payer leaves the bank’s page without an answer is refused in the end', async () => {
  await payBy('5454545454545454');
  clock.advance(14 * MINUTE);
  processor.look();
  expect(processor.charges().at(-1)?.state).toBe('challenged');
  clock.advance(2 * MINUTE);
  processor.look();
  expect(await receivedItems()).toMatchObject([{ success: 'false', reason: '3D Not Authenticated' }]);
});

test('who is asked when: once, always, and then declined all the same', async () => {
  const once = await storeBy('4000002500003155');
  expect((await payByToken(once)).body['resultCode']).toBe('Authorised');
  expect((await payByToken(once, 'CardOnFile')).body['resultCode']).toBe('Authorised');

  const always = await storeBy('4000002760003184');
  expect((await payByToken(always, 'CardOnFile')).body['resultCode']).toBe('RedirectShopper');
  expect((await payByToken(always)).body).toMatchObject({ refusalReasonCode: '38' });

  const { body } = await payBy('4000008400001629');
  await answerBank(bankOf(body), 'password');
  expect(processor.charges().at(-1)).toMatchObject({ state: 'declined', why: 'card_declined' });
});

test('wallets pay by the tokens of their stand-ins', async () => {
  const wallet = (type: string, field: string, token: string) =>
    pay({ paymentMethod: { type, [field]: token } });
  const google = await wallet('googlepay', 'googlePayToken', 'sandbox-googlepay-success');
  expect(google.body['resultCode']).toBe('Authorised');
  const apple = await wallet('applepay', 'applePayToken', 'sandbox-applepay-insufficient_funds');
  expect(apple.body['refusalReasonCode']).toBe('12');
  const asked = await wallet('googlepay', 'googlePayToken', 'sandbox-googlepay-3ds');
  expect(asked.body['resultCode']).toBe('RedirectShopper');
  const wrong = await wallet('applepay', 'applePayToken', 'sandbox-googlepay-success');
  expect(wrong.status).toBe(422);
});

test('the same key is the same payment; with other words it is a conflict', async () => {
  const payment = adyenPayment('keyed');
  const ask = (body: unknown) => askAdyen(processor, 'payments', body, { 'idempotency-key': 'key-1' });
  const [first, again] = [await ask(payment), await ask(payment)];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-key')).toBe('key-1');
  expect(processor.charges({ reference: 'keyed' })).toHaveLength(1);
  const other = await ask({ ...payment, amount: { value: 1, currency: 'EUR' } });
  expect(other).toMatchObject({ status: 409, body: { errorCode: '704' } });
});

test('asks for its key', async () => {
  const { status, body } = await pay({}, { 'x-api-key': 'wrong' });
  expect({ status, errorType: body['errorType'] }).toEqual({ status: 401, errorType: 'security' });
});

const card = adyenCard('4111111111111111');
test.each<[Record<string, unknown>, string]>([
  [{ reference: undefined }, '130'],
  [{ merchantAccount: undefined }, '130'],
  [{ returnUrl: undefined }, '130'],
  [{ amount: undefined }, '100'],
  [{ amount: { value: 9.9, currency: 'EUR' } }, '137'],
  [{ amount: { value: 990, currency: 'euro' } }, '138'],
  [{ paymentMethod: { ...card, cvc: undefined } }, '130'],
  [{ paymentMethod: { ...card, expiryYear: '30' } }, '129'],
  [{ storePaymentMethod: true }, '130'],
  [{ shopperStatement: 'much longer than a bank allows' }, '702'],
  [{ browserInfo: { userAgent: 'x' } }, '130'],
])('turns down %j with %s, as Adyen would', async (changes, errorCode) => {
  const { status, body } = await pay(changes);
  expect({ status, errorCode: body['errorCode'] }).toEqual({ status: 422, errorCode });
});

test('a forgotten token pays nothing', async () => {
  const token = await storeBy('4111111111111111');
  const query = 'merchantAccount=SerenataSandbox&shopperReference=member-1';
  const address = `${processor.origin}/adyen/v71/storedPaymentMethods/${token}?${query}`;
  const headers = { 'x-api-key': processor.keys.adyen.apiKey };
  expect((await fetch(address, { method: 'DELETE', headers })).status).toBe(204);
  expect((await payByToken(token)).body['resultCode']).toBe('Refused');
});

test('turns down flags that do not go together', async () => {
  const token = await storeBy('4111111111111111');
  const stored = { paymentMethod: { type: 'scheme', storedPaymentMethodId: token } };
  const model = { recurringProcessingModel: 'CardOnFile' };
  for (const wrong of [
    { ...stored, ...model },
    { ...stored, shopperInteraction: 'ContAuth' },
    { ...model, shopperInteraction: 'ContAuth' },
    { ...model, shopperInteraction: 'ContAuth', storePaymentMethod: true },
  ])
    expect((await pay(wrong)).status).toBe(422);
  expect((await pay({ ...stored, ...model, shopperInteraction: 'ContAuth' })).body).toMatchObject({
    resultCode: 'Authorised',
  });
});

test('Mastercard advises about the next try, Visa does not', async () => {
  const by = (number: string) => pay({ paymentMethod: adyenCard(number, 'BLOCK_CARD') });
  expect((await by('5555555555554444')).body).toMatchObject({
    refusalReasonCode: '5',
    additionalData: { merchantAdviceCode: '03 : Do not try again' },
  });
  expect((await by('4111111111111111')).body).not.toHaveProperty('additionalData');
});
