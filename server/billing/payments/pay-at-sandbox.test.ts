import { randomBytes } from 'node:crypto';
import type { ChargeReply } from '#contract/billing/charges.ts';
import { attemptsOf, goodCard, orderFor, verifyAge } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import { createToken } from '../orders/orders.ts';
import { tryCharge, tryChargeTrustPay } from './pay-by-card.ts';
import { payPalOrder } from './pay-by-paypal.ts';
import { chargeByApplePay, chargeByGooglePay, trustPayIntent } from './pay-by-wallet.ts';
import { checkReturn, readOrder } from './payment-status.ts';

const checkAdyen = checkReturn('adyen');
const checkMaxpay = checkReturn('maxpay');
const checkTrustPay = checkReturn('trustpay');

/** Real adapters and the stand-in's real wire. */
async function shopper(world: World, options: Parameters<World['member']>[0] = {}): Promise<Member> {
  return { ...(await world.member(options)), ip: `10.${[...randomBytes(3)].join('.')}` };
}

/** Answers at the page that the browser was sent to, and says with what it comes back from there. */
async function answerAt(page: Response, answer: Record<string, string>): Promise<URLSearchParams> {
  expect(page.status).toBe(200);
  const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const back = await fetch(new URL(action, page.url), {
    method: 'POST',
    body: new URLSearchParams(answer),
    redirect: 'manual',
  });
  return new URL(back.headers.get('location') ?? 'http://nowhere').searchParams;
}

async function answerBank({ step }: ChargeReply, answer: Record<string, string>): Promise<URLSearchParams> {
  if (!step) throw new Error('there is no step');
  const { url, method, fields } = step;
  return answerAt(
    await fetch(url, method === 'POST' ? { method, body: new URLSearchParams(fields) } : {}),
    answer,
  );
}

const passed = { password: 'password' };

test.for([
  ['4111 1111 1111 1111', 'ok', 'success'],
  ['5555 5555 5555 4444', 'ok', 'success'],
  ['4000 0000 0000 9995', 'ko', 'insufficient_funds'],
  ['4000 0000 0000 0127', 'ko', 'invalid_cvc'],
  ['4000 0000 0000 0069', 'ko', 'expired_card'],
  ['4000 0000 0000 0119', 'ko', 'processing_error'],
  ['4000 0000 0000 0002', 'ko', 'generic'],
  ['4000 0000 0000 9987', 'ko', 'lost_or_stolen'],
] as const)('the card %s ends as %s, %s', async ([number, status, outcome], { world }) => {
  const marco = await shopper(world);
  const { input } = await orderFor(marco, 'credits-300', { number });
  expect(await tryCharge(marco, input)).toMatchObject({ status, outcome, provider: 'adyen' });
});

test.for([
  { answer: passed, result: true, outcome: 'success', state: 'captured' },
  { answer: { password: '', answer: 'cancel' }, result: false, outcome: 'try_again', state: 'declined' },
  { answer: { password: 'wrong' }, result: false, outcome: 'check_failed', state: 'declined' },
] as const)('a bank that asks and gets $answer.password', async (wanted, { world }) => {
  const marco = await shopper(world);
  const { trackerId } = marco;
  const { orderId, input } = await orderFor(marco, 'vip-month', { number: '5454 5454 5454 5454' });
  const asked = await tryCharge(marco, input);
  expect(asked).toMatchObject({ status: 'ok', outcome: 'pending' });
  const reference = (await answerBank(asked, wanted.answer)).get('redirectResult') ?? '';
  const { result, outcome } = wanted;
  expect(await checkAdyen(marco, { trackerId, reference })).toEqual({ result, outcome, orderId });
  expect(await attemptsOf(marco)).toMatchObject([{ state: wanted.state }]);
  expect(await readOrder(marco, { trackerId, orderId })).toMatchObject({ outcome });
});

/** What is on file, by its last digits. */
async function keptBy({ app: { db }, accountId }: Member): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('payment_method')
    .select('last_four')
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .execute();
  return rows.map(({ last_four: digits }) => digits);
}

test.for([
  { provider: 'adyen', brand: 'lunaria', flowId: '7' },
  { provider: 'trustpay', brand: 'verbena', flowId: '7' },
  // It names every card, asked or not.
  { provider: 'maxpay', brand: 'lunaria', flowId: '12' },
] as const)('$provider keeps the card of a pack with a yes alone', async (where, { world }) => {
  const marco = await shopper(world, { brand: world.brand(where.brand), flowId: where.flowId });
  await verifyAge(marco);
  const first = await orderFor(marco, 'credits-100');
  const { provider } = where;
  expect(await tryCharge(marco, first.input)).toMatchObject({ status: 'ok', outcome: 'success', provider });
  expect(await keptBy(marco)).toEqual([]);
  const again = await orderFor(marco, 'credits-100', { number: '5555 5555 5555 4444' });
  expect(await tryCharge(marco, { ...again.input, keepForLater: true })).toMatchObject({ status: 'ok' });
  expect(await keptBy(marco)).toEqual(['4444']);
});

test('a card that was kept pays by one click', async ({ world }) => {
  const marco = await shopper(world);
  const { input } = await orderFor(marco, 'credits-300');
  const kept = { ...input, keepForLater: true };
  expect(await tryCharge(marco, kept)).toMatchObject({ status: 'ok', outcome: 'success' });
  const next = await orderFor(marco, 'credits-100');
  const byClick = { trackerId: marco.trackerId, cardOnFile: true, card: { token: next.input.card.token } };
  expect(await tryCharge(marco, byClick)).toMatchObject({ status: 'ok', outcome: 'success' });
  expect((await attemptsOf(marco)).at(-1)).toMatchObject({ method: 'on_file', last_four: '1111' });
});

test.for([
  { provider: 'adyen', brand: 'lunaria', flowId: '7', check: checkAdyen, name: 'redirectResult' },
  { provider: 'trustpay', brand: 'verbena', flowId: '7', check: checkTrustPay, name: 'instanceId' },
  { provider: 'maxpay', brand: 'lunaria', flowId: '12', check: checkMaxpay, name: 'reference' },
] as const)(
  '$provider lets the bank ask about a click on a kept card, and goes on',
  async (where, { world }) => {
    const marco = await shopper(world, { brand: world.brand(where.brand), flowId: where.flowId });
    await verifyAge(marco);
    const { trackerId } = marco;
    const pass = async (asked: ChargeReply) => {
      expect(asked).toMatchObject({ status: 'ok', outcome: 'pending', provider: where.provider });
      const reference = (await answerBank(asked, passed)).get(where.name) ?? '';
      expect(await where.check(marco, { trackerId, reference })).toMatchObject({ result: true });
    };
    const first = await orderFor(marco, 'credits-100', { number: '4000 0027 6000 3184' });
    await pass(await tryCharge(marco, { ...first.input, keepForLater: true }));
    expect(await keptBy(marco)).toEqual(['3184']);
    const next = await orderFor(marco, 'credits-100');
    const click = { trackerId, cardOnFile: true, card: { token: next.input.card.token } };
    await pass(await tryCharge(marco, click));
    expect((await attemptsOf(marco)).at(-1)).toMatchObject({ method: 'on_file', state: 'captured' });
    expect(await keptBy(marco)).toEqual(['3184']);
  },
);

test('both wallets pay', async ({ world }) => {
  const marco = await shopper(world);
  const { trackerId } = marco;
  const google = await orderFor(marco, 'credits-300');
  const data = { paymentMethodData: { tokenizationData: { token: 'sandbox-googlepay-success' } } };
  const byGoogle = { request: { trackerId }, wallet: { token: google.input.card.token, response: data } };
  expect(await chargeByGooglePay(marco, byGoogle)).toMatchObject({ status: 'ok', outcome: 'success' });
  const apple = await orderFor(marco, 'credits-300');
  const payment = { token: { paymentData: 'sandbox-applepay-3ds' } };
  const byApple = { request: { trackerId }, wallet: { token: apple.input.card.token, response: payment } };
  expect(await chargeByApplePay(marco, byApple)).toMatchObject({ status: 'ok', outcome: 'pending' });
});

test('TrustPay asks in a frame, and is asked about it afterwards', async ({ world }) => {
  const ana = await shopper(world, { brand: world.brand('verbena') });
  const { orderId, input } = await orderFor(ana, 'credits-100', { number: '5454 5454 5454 5454' });
  const asked = await tryCharge(ana, input);
  expect(asked).toMatchObject({
    status: 'ok',
    provider: 'trustpay',
    step: { type: 'frame', method: 'POST' },
  });
  const reference = (await answerBank(asked, passed)).get('instanceId') ?? '';
  const reply = await checkTrustPay(ana, { trackerId: ana.trackerId, reference });
  expect(reply).toEqual({ result: true, outcome: 'success', orderId });
});

test('Maxpay sends to the bank, in the flow that it has', async ({ world }) => {
  const marco = await shopper(world, { flowId: '12' });
  await verifyAge(marco);
  const { orderId, input } = await orderFor(marco, 'credits-100', { number: '5454 5454 5454 5454' });
  const asked = await tryCharge(marco, input);
  expect(asked).toMatchObject({ status: 'ok', provider: 'maxpay', step: { type: 'redirect' } });
  const reference = (await answerBank(asked, passed)).get('reference') ?? '';
  const reply = await checkMaxpay(marco, { trackerId: marco.trackerId, reference });
  expect(reply).toEqual({ result: true, outcome: 'success', orderId });
});

test('an age check takes nothing, keeps no card and is remembered', async ({ world, db }) => {
  const marco = await shopper(world, { flowId: '12' });
  const { input } = await orderFor(marco, 'age-check');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', outcome: 'success' });
  const { accountId } = marco;
  const account = await db
    .selectFrom('account')
    .select(['age_verified_at', 'level'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  expect(account?.age_verified_at).not.toBeNull();
  expect(account?.level).toBe(0);
  const kept = await db
    .selectFrom('payment_method')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  expect(kept).toEqual([]);
});

test('an age check that is left at the bank, or fails there, verifies no member', async ({ world, db }) => {
  const marco = await shopper(world, { flowId: '12' });
  const { trackerId, accountId } = marco;
  const { orderId, input } = await orderFor(marco, 'age-check', { number: '5454 5454 5454 5454' });
  const verifiedAt = async () =>
    (
      await db
        .selectFrom('account')
        .select('age_verified_at')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).age_verified_at;
  const asked = await tryCharge(marco, input);
  expect(asked).toMatchObject({ status: 'ok', outcome: 'pending', provider: 'maxpay' });
  expect(await verifiedAt()).toBeNull();
  const reference = (await answerBank(asked, { password: 'wrong' })).get('reference') ?? '';
  const reply = await checkMaxpay(marco, { trackerId, reference });
  expect(reply).toEqual({ result: false, outcome: 'check_failed', orderId });
  expect(await verifiedAt()).toBeNull();
});

test('PayPal is approved there and captured here', async ({ world }) => {
  const marco = await shopper(world);
  const { trackerId } = marco;
  const { approveAt, paypalId, orderId } = await payPalOrder(marco, { trackerId, productId: 'credits-300' });
  const back = await answerAt(await fetch(approveAt ?? ''), { answer: 'approve' });
  expect(back.get('token')).toBe(paypalId);
  const done = await payPalOrder(marco, { trackerId, paypalId });
  expect(done).toMatchObject({ status: 'COMPLETED', outcome: 'success', orderId });
  expect(await payPalOrder(marco, { trackerId, paypalId })).toMatchObject({ status: 'COMPLETED', orderId });
  expect(done.card).toEqual({ id: null });
  expect(await keptBy(marco)).toEqual([]);
  const asked = { trackerId, productId: 'credits-100', keepForLater: true };
  const next = await payPalOrder(marco, asked);
  await answerAt(await fetch(next.approveAt ?? ''), { answer: 'approve' });
  const kept = await payPalOrder(marco, { trackerId, paypalId: next.paypalId });
  expect(kept).toMatchObject({ status: 'COMPLETED', card: { id: expect.any(String) } });
  expect(await keptBy(marco)).toHaveLength(1);
});

test('the card of a plan is changed by way of the bank, and nothing is taken', async ({ world }) => {
  const marco = await shopper(world);
  const { trackerId } = marco;
  await tryCharge(marco, (await orderFor(marco, 'vip-month')).input);
  expect(await keptBy(marco)).toEqual(['1111']);
  const { token } = await createToken(marco, { trackerId, newCardOnly: true });
  const card = { ...goodCard, number: '5454 5454 5454 5454', token };
  const asked = await tryCharge(marco, { trackerId, card });
  expect(asked).toMatchObject({ status: 'ok', outcome: 'pending' });
  expect(await keptBy(marco)).toEqual(['1111']);
  const reference = (await answerBank(asked, passed)).get('redirectResult') ?? '';
  expect(await checkAdyen(marco, { trackerId, reference })).toMatchObject({ result: true });
  expect(await keptBy(marco)).toEqual(['5454']);
  expect((await attemptsOf(marco)).at(-1)).toMatchObject({ amount_cents: 0, keeps_for: 'renewals' });
});

test.for([
  ['success', 'ok', 'success'],
  ['insufficient_funds', 'ko', 'insufficient_funds'],
] as const)(
  'a wallet at TrustPay’s with %s ends as %s, %s',
  async ([scenario, status, outcome], { world }) => {
    const ana = await shopper(world, { brand: world.brand('verbena') });
    const { trackerId } = ana;
    const opened = await trustPayIntent(ana, { trackerId, productId: 'credits-250', source: 'applepay' });
    const { instanceId, secrets, order } = opened;
    // Until the wallet has asked, the outcome is unknown.
    expect(await checkTrustPay(ana, { trackerId, reference: instanceId })).toMatchObject({
      outcome: 'pending',
    });
    const response = { token: { paymentData: `sandbox-applepay-${scenario}` } };
    const intent = { instanceId, secret: secrets.payment, response };
    const reply = await tryChargeTrustPay(ana, { trackerId, card: { intent } });
    expect(reply).toMatchObject({ status, outcome, provider: 'trustpay', orderId: order });
    expect(await checkTrustPay(ana, { trackerId, reference: instanceId })).toMatchObject({ outcome });
  },
);
