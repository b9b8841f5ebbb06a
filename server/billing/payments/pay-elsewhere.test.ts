import type { FlowSettings } from '#contract/brand/flow.ts';
import {
  attemptsOf,
  declined,
  failureOf,
  fakeProvider,
  orderFor,
  payer,
  providersOf,
  step,
  taken,
} from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import { withServices } from '#testing/world.ts';
import { readPayRules } from '../orders/payment-rules.ts';
import { tryCharge } from './pay-by-card.ts';
import { payPalOrder } from './pay-by-paypal.ts';
import { chargeByApplePay, chargeByGooglePay, trustPayIntent, validateMerchant } from './pay-by-wallet.ts';
import { checkReturn, readOrder } from './payment-status.ts';

const checkAdyen = checkReturn('adyen');
const checkMaxpay = checkReturn('maxpay');
const checkTrustPay = checkReturn('trustpay');

test('wallets hand over what they made, pay like a card, and are kept with a yes alone', async ({
  world,
}) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { trackerId } = marco;
  const google = await orderFor(marco, 'credits-300');
  const googleResponse = { paymentMethodData: { tokenizationData: { token: 'sandbox-googlepay-success' } } };
  const byGoogle = {
    request: { trackerId },
    wallet: { token: google.input.card.token, response: googleResponse },
  };
  expect(await chargeByGooglePay(marco, byGoogle)).toMatchObject({ status: 'ok', orderId: google.orderId });
  const apple = await orderFor(marco, 'credits-300');
  const appleResponse = { token: { paymentData: { version: 'EC_v1', data: 'abc' } } };
  const byApple = {
    request: { trackerId, keepForLater: true },
    wallet: { token: apple.input.card.token, response: appleResponse },
  };
  expect(await chargeByApplePay(marco, byApple)).toMatchObject({ status: 'ok', orderId: apple.orderId });
  expect(adyen.requests.map(({ paymentMethod, store }) => [paymentMethod, store])).toEqual([
    [{ type: 'googlepay', token: 'sandbox-googlepay-success' }, null],
    [{ type: 'applepay', token: '{"version":"EC_v1","data":"abc"}' }, 'clicks'],
  ]);
  expect(await attemptsOf(marco)).toMatchObject([{ method: 'googlepay' }, { method: 'applepay' }]);
});

test('a wallet that hands over nothing of use leaves the order as it was', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { input } = await orderFor(marco, 'credits-300');
  const empty = {
    request: { trackerId: marco.trackerId },
    wallet: { token: input.card.token, response: {} },
  };
  expect(await failureOf(chargeByGooglePay(marco, empty))).toMatchObject({ code: 'request.malformed' });
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok' });
});

test('PayPal is approved at its own page, and captured when the member is back', async ({ world }) => {
  let attemptId = '';
  const paypal = fakeProvider('paypal', (request) => {
    ({ attemptId } = request);
    const url = 'https://paypal.example/approve';
    return {
      state: 'requires_action',
      reference: 'PP-1',
      step: { type: 'redirect', url, method: 'GET', fields: {} },
    };
  });
  paypal.finish = (id) => {
    const verdict = { state: 'captured', reference: 'CAP-1', amountCents: 2490, stored: null } as const;
    return Promise.resolve(id === 'PP-1' ? { attemptId, verdict } : undefined);
  };
  const marco = await payer(world, [paypal]);
  const luca = await payer(world, [paypal]);
  const { trackerId } = marco;
  const made = await payPalOrder(marco, { trackerId, productId: 'credits-300' });
  expect(made).toMatchObject({
    paypalId: 'PP-1',
    status: 'CREATED',
    approveAt: 'https://paypal.example/approve',
    outcome: 'pending',
    email: marco.email,
  });
  const asLuca = payPalOrder(luca, { trackerId: luca.trackerId, paypalId: 'PP-1' });
  expect(await failureOf(asLuca)).toMatchObject({ code: 'order.not_found' });
  const done = await payPalOrder(marco, { trackerId, paypalId: 'PP-1' });
  expect(done).toMatchObject({ status: 'COMPLETED', outcome: 'success', orderId: made.orderId });
  expect(await payPalOrder(marco, { trackerId, paypalId: 'PP-1' })).toEqual(done);
  const unknown = payPalOrder(marco, { trackerId, paypalId: 'PP-2' });
  expect(await failureOf(unknown)).toMatchObject({ code: 'order.not_found' });
});

test('PayPal that is down or undecided says so, and is no address where nothing is to be paid', async ({
  world,
  db,
}) => {
  const openAt = async (paypal: ReturnType<typeof fakeProvider>, productId = 'credits-300', flowId = '7') => {
    const marco = await payer(world, [paypal], { flowId });
    return payPalOrder(marco, { trackerId: marco.trackerId, productId });
  };
  expect(await openAt(fakeProvider('paypal', { state: 'error' }))).toMatchObject({
    status: 'DECLINED',
    outcome: 'processing_error',
    paypalId: '',
  });
  expect(await openAt(fakeProvider('paypal', { state: 'unknown' }))).toMatchObject({ status: 'PENDING' });
  const { flows, ...lunaria } = world.brand('lunaria');
  const withPayPal: FlowSettings = { ...flows.get('12')!, paymentMethods: ['card', 'paypal'] };
  const brand = { ...lunaria, flows: new Map(flows).set('12', withPayPal) };
  const ugo = await payer(world, [fakeProvider('paypal')], { brand, flowId: '12' });
  const free = payPalOrder(ugo, { trackerId: ugo.trackerId, productId: 'age-check' });
  expect(await failureOf(free)).toMatchObject({ code: 'request.not_found' });
  const orders = await db
    .selectFrom('purchase')
    .select('id')
    .where('account_id', '=', ugo.accountId)
    .execute();
  expect(orders).toEqual([]);
});

test('what a flow or this server does not offer is not there, is not in the list of ways to pay, and leaves no order', async ({
  world,
  db,
}) => {
  const all = [fakeProvider(), fakeProvider('paypal'), fakeProvider('maxpay')];
  const cardsAlone = await payer(world, all, { flowId: '12' });
  const noPayPalHere = await payer(world, [fakeProvider('maxpay')]);
  for (const [member, productId] of [
    [cardsAlone, 'age-check'],
    [noPayPalHere, 'credits-300'],
  ] as const) {
    const { trackerId } = member;
    expect((await readPayRules(member)).rules.map(({ method }) => method)).toEqual(['card']);
    const byPayPal = payPalOrder(member, { trackerId, productId });
    expect(await failureOf(byPayPal)).toMatchObject({ code: 'request.not_found' });
    const orders = await db
      .selectFrom('purchase')
      .select('id')
      .where('account_id', '=', member.accountId)
      .execute();
    expect(orders).toEqual([]);
    const { input } = await orderFor(member, productId);
    const wallet = { token: input.card.token, response: {} };
    for (const charge of [chargeByGooglePay, chargeByApplePay])
      expect(await failureOf(charge(member, { request: { trackerId }, wallet }))).toMatchObject({
        code: 'request.not_found',
      });
    const validationURL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
    expect(await failureOf(validateMerchant(member, { validationURL }))).toMatchObject({
      code: 'request.not_found',
    });
  }
});

test('the member who is back from the bank learns the outcome, and no one else does', async ({ world }) => {
  let attemptId = '';
  const adyen = fakeProvider('adyen', (request) => {
    ({ attemptId } = request);
    return { state: 'requires_action', reference: 'psp-3ds', step };
  });
  const marco = await payer(world, [adyen]);
  const luca = await payer(world, [adyen]);
  const { input, orderId } = await orderFor(marco, 'credits-300');
  await tryCharge(marco, input);
  const { trackerId } = marco;
  expect(await readOrder(marco, { trackerId, orderId })).toMatchObject({
    status: 'ok',
    outcome: 'pending',
    step,
  });
  const verdict = { state: 'captured', reference: 'psp-3ds', amountCents: 2490, stored: null } as const;
  adyen.finish = (result) => Promise.resolve(result === 'good' ? { attemptId, verdict } : undefined);
  expect(await checkAdyen(marco, { trackerId, reference: 'made-up' })).toEqual({});
  // Not one of those that take payments here.
  expect(await failureOf(checkTrustPay(marco, { trackerId, reference: 'good' }))).toMatchObject({
    code: 'request.not_found',
  });
  expect(await checkAdyen(luca, { trackerId: luca.trackerId, reference: 'good' })).toEqual({});
  const reply = await checkAdyen(marco, { trackerId, reference: 'good' });
  expect(reply).toEqual({ result: true, outcome: 'success', orderId });
  expect(await readOrder(marco, { trackerId, orderId })).toMatchObject({ status: 'ok', outcome: 'success' });
  const asLuca = readOrder(luca, { trackerId: luca.trackerId, orderId });
  expect(await failureOf(asLuca)).toMatchObject({ code: 'order.not_found' });
});

test('a check that the bank did not pass is shown with its reason', async ({ world }) => {
  let attemptId = '';
  const trustpay = fakeProvider('trustpay', (request) => {
    ({ attemptId } = request);
    return { state: 'requires_action', reference: 'instance-1', step };
  });
  const seen: unknown[] = [];
  trustpay.finish = (_, known) => {
    seen.push(known?.attemptId);
    return Promise.resolve({ attemptId, verdict: declined('check_failed') });
  };
  const ana = await payer(world, [trustpay], { brand: world.brand('verbena') });
  const eva = await payer(world, [trustpay], { brand: world.brand('verbena') });
  const { input, orderId } = await orderFor(ana, 'credits-100');
  await tryCharge(ana, input);
  const { trackerId } = ana;
  expect(await checkTrustPay(eva, { trackerId: eva.trackerId, reference: 'instance-1' })).toEqual({});
  expect(seen).toEqual([]);
  const reply = await checkTrustPay(ana, { trackerId, reference: 'instance-1' });
  expect(reply).toEqual({ result: false, outcome: 'check_failed', orderId });
  expect(seen).toEqual([attemptId]);
});

test('an order that was never tried waits, and one that ran out asks to be made again', async ({
  world,
  db,
}) => {
  const marco = await payer(world, []);
  const { orderId } = await orderFor(marco, 'credits-300');
  const read = () => readOrder(marco, { trackerId: marco.trackerId, orderId });
  expect(await read()).toMatchObject({ status: 'pending', outcome: 'pending', provider: null });
  await db.updateTable('purchase').set({ state: 'expired' }).where('id', '=', orderId).execute();
  expect(await read()).toMatchObject({ status: 'ko', outcome: 'try_again' });
});

test('a provider that the brand does not use is no address, and leaves no order behind', async ({
  world,
  db,
}) => {
  const brand = world.brand('lunaria');
  const payment = { ...brand.settings.payment, rules: [{ providers: ['adyen' as const] }] };
  const without = { ...brand, settings: { ...brand.settings, payment } };
  const marco = await payer(world, [fakeProvider('trustpay'), fakeProvider('paypal')], { brand: without });
  const { brandId, accountId, trackerId } = marco;
  for (const open of [trustPayIntent, payPalOrder]) {
    // What the member may not buy is refused before it is asked who would take the money.
    const unknown = open(marco, { trackerId, productId: 'gold' });
    expect(await failureOf(unknown)).toMatchObject({ code: 'order.plan_unknown' });
    const wished = open(marco, { trackerId, productId: 'credits-100' });
    expect(await failureOf(wished)).toMatchObject({ code: 'request.not_found' });
  }
  for (const check of [checkTrustPay, checkMaxpay]) {
    const back = check(marco, { trackerId, reference: 'made-up' });
    expect(await failureOf(back)).toMatchObject({ code: 'request.not_found' });
  }
  expect(await checkAdyen(marco, { trackerId, reference: 'made-up' })).toEqual({});
  const orders = await db
    .selectFrom('purchase')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
  expect(orders).toEqual([]);
});

test('the rules name those who are there, in their order, and only what the flow offers', async ({
  world,
}) => {
  const all = [fakeProvider('adyen'), fakeProvider('maxpay'), fakeProvider('paypal')];
  const marco = await payer(world, all);
  expect(await readPayRules(marco)).toEqual({
    rules: [
      { method: 'card', providers: ['adyen', 'maxpay'] },
      { method: 'paypal', providers: ['paypal'] },
      { method: 'applepay', providers: ['adyen'] },
      { method: 'googlepay', providers: ['adyen'] },
    ],
    googlepay: {
      gateway: 'adyen',
      gatewayMerchantId: 'SerenataSandbox',
      merchantId: 'merchant.example.lunaria',
      merchantName: 'Lunaria (demo)',
    },
    applepay: { merchantName: 'Lunaria (demo)' },
    sandbox: true,
  });
  const checked = await payer(world, all, { flowId: '12' });
  expect(await readPayRules(checked)).toMatchObject({
    rules: [{ method: 'card', providers: ['maxpay', 'adyen'] }],
    googlepay: null,
    applepay: null,
  });
  const poor = await payer(world, [fakeProvider('maxpay')]);
  expect((await readPayRules(poor)).rules).toEqual([{ method: 'card', providers: ['maxpay'] }]);
});

test('a session with Apple is asked of Apple alone', async ({ world, app }) => {
  const known = providersOf(fakeProvider());
  const { validateAppleMerchant } = app.providers;
  const marco = withServices(await world.member(), { providers: { ...known, validateAppleMerchant } });
  for (const address of [
    'https://apple-pay-gateway.apple.com.evil.example/paymentservices/startSession',
    'https://evil.example/?apple-pay-gateway.apple.com',
    'http://apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com:8443/',
    'https://user@apple-pay-gateway.apple.com/',
    'https://169.254.169.254/latest/meta-data',
    'not an address',
  ]) {
    const refused = validateMerchant(marco, { validationURL: address });
    expect(await failureOf(refused)).toMatchObject({ code: 'payment.validation_refused' });
  }
  const validationURL = 'https://apple-pay-gateway-nc-pod3.apple.com/paymentservices/startSession';
  const notSetUp = validateMerchant(marco, { validationURL });
  expect(await failureOf(notSetUp)).toMatchObject({ code: 'payment.unavailable' });
  const asked: unknown[] = [];
  const providers = {
    ...known,
    validateAppleMerchant: (request: unknown) => {
      asked.push(request);
      return Promise.resolve({ merchantSessionIdentifier: 'x' });
    },
  };
  expect(await validateMerchant(withServices(marco, { providers }), { validationURL })).toEqual({
    merchantSessionIdentifier: 'x',
  });
  expect(asked).toEqual([
    {
      validationUrl: validationURL,
      merchantId: 'merchant.example.lunaria',
      merchantName: 'Lunaria (demo)',
      domain: new URL(marco.origin).hostname,
    },
  ]);
});

test('money that came too late is not shown as paid', async ({ world, db }) => {
  let attemptId = '';
  const adyen = fakeProvider('adyen', (request) => {
    ({ attemptId } = request);
    return request.amountCents === 2490 ? { state: 'unknown' } : taken(request);
  });
  const marco = await payer(world, [adyen]);
  const { input, orderId } = await orderFor(marco, 'credits-300');
  await tryCharge(marco, input);
  // Another amount than was asked for buys nothing.
  const verdict = { state: 'captured', reference: 'psp-late', amountCents: 1, stored: null } as const;
  adyen.finish = () => Promise.resolve({ attemptId, verdict });
  const { trackerId } = marco;
  expect(await checkAdyen(marco, { trackerId, reference: 'x' })).toEqual({
    result: false,
    outcome: 'try_again',
    orderId,
  });
  const refunds = await db.selectFrom('refund').select('reason').where('purchase_id', '=', orderId).execute();
  expect(refunds).toEqual([{ reason: 'late' }]);
});
