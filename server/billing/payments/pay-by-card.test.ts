import { sql } from 'kysely';
import { MINUTE } from '#server/platform/clock.ts';
import {
  attemptsOf,
  declined,
  failureOf,
  fakeProvider,
  keepOnFile,
  orderFor,
  payer,
  taken,
} from '#testing/billing/payer.ts';
import { balanceOf } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { tryCharge, tryChargeTrustPay } from './pay-by-card.ts';

test('a card that is good pays the order, and the token is worth nothing any more', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { orderId, input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toEqual({
    status: 'ok',
    outcome: 'success',
    step: null,
    provider: 'adyen',
    data: { customerId: marco.accountId },
    orderId,
  });
  expect((await balanceOf(marco)).credits).toBe(300);
  const [attempt] = await attemptsOf(marco);
  expect(adyen.requests[0]).toMatchObject({
    attemptId: attempt?.id,
    amountCents: 2490,
    paymentMethod: { type: 'card', card: { number: '4111111111111111', month: 3, year: 2030 } },
    shopper: { customerId: marco.accountId, email: marco.email, ip: marco.ip, country: 'it' },
    descriptor: 'LUNARIA DEMO',
  });
  expect(await failureOf(tryCharge(marco, input))).toEqual({ code: 'order.used', details: { orderId } });
  expect(adyen.requests).toHaveLength(1);
});

test('who does not say what their browser is can pay all the same', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = { ...(await payer(world, [adyen])), userAgent: '' };
  const { input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', outcome: 'success' });
  expect(adyen.requests[0]?.shopper.browser?.userAgent).toBeUndefined();
});

test('the date may come as numbers', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { input } = await orderFor(marco, 'credits-300', { month: 3, year: 2030 });
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', outcome: 'success' });
  expect(adyen.requests[0]).toMatchObject({ paymentMethod: { card: { month: 3, year: 2030 } } });
});

test('of a card only its network, its end and a fingerprint are kept', async ({ world, db }) => {
  const marco = await payer(world, [fakeProvider()]);
  const { input } = await orderFor(marco, 'credits-300', { number: '5555 5555 5555 4444' });
  await tryCharge(marco, input);
  const [attempt] = await attemptsOf(marco);
  expect(attempt).toMatchObject({ network: 'mastercard', last_four: '4444', method: 'card' });
  expect(attempt?.fingerprint).toHaveLength(32);
  for (const table of ['purchase', 'payment_attempt', 'purchase_consent', 'payment_method']) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db);
    expect(rows.some(({ row }) => /5555555555554444|5555 5555/.test(row))).toBe(false);
  }
});

test('one token pressed twice at once is one charge', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { orderId, input } = await orderFor(marco, 'credits-300');
  const replies = await Promise.allSettled([tryCharge(marco, input), tryCharge(marco, input)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(replies.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'order.used', details: { orderId } },
  });
  expect(adyen.requests).toHaveLength(1);
  expect((await balanceOf(marco)).credits).toBe(300);
});

test('a token is good for fifteen minutes', async ({ world, app }) => {
  const marco = await payer(world, [fakeProvider()]);
  const { input } = await orderFor(marco, 'credits-300');
  app.clock.advance(15 * MINUTE);
  expect(await failureOf(tryCharge(marco, input))).toMatchObject({ code: 'order.expired' });
  const late = await orderFor(marco, 'credits-300');
  app.clock.advance(14 * MINUTE);
  expect(await tryCharge(marco, late.input)).toMatchObject({ status: 'ok' });
});

test("another's token is refused, and an unknown one is over", async ({ world }) => {
  const adyen = fakeProvider();
  const [marco, luca] = [await payer(world, [adyen]), await payer(world, [adyen])];
  const { input } = await orderFor(marco, 'credits-300');
  expect(await failureOf(tryCharge(luca, input))).toMatchObject({ code: 'session.not_yours' });
  const unknown = { ...input, card: { ...input.card, token: 'made-up' } };
  expect(await failureOf(tryCharge(marco, unknown))).toMatchObject({ code: 'order.expired' });
  expect(adyen.requests).toEqual([]);
});

test('a fault in a card is shown without using the order up', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { input } = await orderFor(marco, 'credits-300');
  const tryWith = (card: object) => tryCharge(marco, { ...input, card: { ...input.card, ...card } });
  expect(await tryWith({ number: '4242 4242 4242 4241' })).toMatchObject({
    status: 'ko',
    outcome: 'invalid_number',
    provider: null,
  });
  expect(await tryWith({ number: undefined })).toMatchObject({ outcome: 'invalid_number' });
  expect(await tryWith({ month: '13' })).toMatchObject({ outcome: 'invalid_expiry_month' });
  expect(await tryWith({ year: '2070' })).toMatchObject({ outcome: 'invalid_expiry_year' });
  expect(await tryWith({ year: '25' })).toMatchObject({ outcome: 'expired_card' });
  expect(await tryWith({ securityCode: '7371' })).toMatchObject({ outcome: 'invalid_cvc' });
  expect(await failureOf(tryWith({ firstName: '  ' }))).toMatchObject({ code: 'payment.name_missing' });
  expect(await attemptsOf(marco)).toEqual([]);
  expect(await tryWith({})).toMatchObject({ status: 'ok' });
  expect(adyen.requests).toHaveLength(1);
});

test('the card on file is charged by the provider that keeps it', async ({ world, app }) => {
  const [adyen, trustpay] = [fakeProvider(), fakeProvider('trustpay')];
  const marco = await payer(world, [adyen, trustpay]);
  const { input } = await orderFor(marco, 'credits-300');
  const onFile = { ...input, card: { token: input.card.token }, cardOnFile: true };
  expect(await failureOf(tryCharge(marco, onFile))).toMatchObject({ code: 'payment.no_card_on_file' });
  const id = await keepOnFile(app, marco, 'trustpay');
  expect(await tryCharge(marco, onFile)).toMatchObject({ status: 'ok', provider: 'trustpay' });
  expect(adyen.requests).toEqual([]);
  expect(trustpay.requests[0]).toMatchObject({
    paymentMethod: { type: 'on_file', token: `kept-${id}` },
    store: null,
    authenticate: false,
  });
  expect((await attemptsOf(marco))[0]).toMatchObject({
    method: 'on_file',
    initiated_by: 'member',
    payment_method_id: id,
    last_four: '1111',
  });
});

test('a card on file at another provider is none for TrustPay', async ({ world, app }) => {
  const verbena = world.brand('verbena');
  const trustpay = fakeProvider('trustpay');
  const ana = await payer(world, [fakeProvider(), fakeProvider('maxpay'), trustpay], { brand: verbena });
  await keepOnFile(app, ana, 'adyen');
  const { input } = await orderFor(ana, 'credits-100');
  const onFile = { ...input, cardOnFile: true };
  expect(await failureOf(tryChargeTrustPay(ana, onFile))).toMatchObject({ code: 'payment.no_card_on_file' });
  expect(await tryChargeTrustPay(ana, input)).toMatchObject({ status: 'ok', provider: 'trustpay' });
});

test('TrustPay takes nothing from a brand that does not use it', async ({ world }) => {
  const trustpay = fakeProvider('trustpay');
  const marco = await payer(world, [fakeProvider(), trustpay]);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await failureOf(tryChargeTrustPay(marco, input))).toMatchObject({ code: 'request.not_found' });
  expect(trustpay.requests).toEqual([]);
});

test('a typed card is asked about at the bank; it is kept for a plan and for a yes', async ({ world }) => {
  const ways = async (productId: string, flowId?: string, keepForLater?: boolean) => {
    const providers = [fakeProvider(), fakeProvider('maxpay')];
    const marco = await payer(world, providers, flowId ? { flowId } : {});
    const { input } = await orderFor(marco, productId);
    await tryCharge(marco, { ...input, keepForLater });
    const [request] = providers.flatMap(({ requests }) => requests);
    return [request?.amountCents, request?.store, request?.authenticate];
  };
  expect(await ways('vip-month')).toEqual([2990, 'renewals', true]);
  expect(await ways('vip-month', '7', false)).toEqual([2990, 'renewals', true]);
  expect(await ways('credits-300')).toEqual([2490, null, true]);
  expect(await ways('credits-300', '7', false)).toEqual([2490, null, true]);
  expect(await ways('credits-300', '7', true)).toEqual([2490, 'clicks', true]);
  expect(await ways('age-check', '12')).toEqual([0, null, true]);
  expect(await ways('age-check', '12', true)).toEqual([0, 'clicks', true]);
});

test('cards cannot be tried out here', async ({ world }) => {
  const adyen = fakeProvider('adyen', declined('generic'));
  const marco = await payer(world, [adyen]);
  const { input } = await orderFor(marco, 'credits-300', { number: '4242 4242 4242 4241' });
  for (let n = 0; n < 10; n += 1) await tryCharge(marco, input);
  expect(await failureOf(tryCharge(marco, input))).toMatchObject({ code: 'request.too_many' });
});

test('two accounts may pay by one card', async ({ world }) => {
  const adyen = fakeProvider('adyen', taken);
  for (const who of [await payer(world, [adyen]), await payer(world, [adyen])]) {
    const { input } = await orderFor(who, 'credits-300');
    expect(await tryCharge(who, input)).toMatchObject({ status: 'ok' });
  }
});
