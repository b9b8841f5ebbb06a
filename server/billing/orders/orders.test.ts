import { DAY, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { hashToken } from '#server/platform/security/sessions.ts';
import {
  attemptsOf,
  declined,
  failureOf,
  fakeProvider,
  goodCard,
  orderFor,
  payer,
  taken,
} from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member } from '#testing/world.ts';
import { importOrder } from '../payments/added-orders.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import { createToken } from './orders.ts';

function purchaseOf({ app: { db } }: Member, id: string) {
  return db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

test('an order keeps what it costs and only the hash of its token', async ({ world, app }) => {
  const marco = await payer(world, []);
  const { trackerId } = marco;
  const { token, order } = await createToken(marco, { trackerId, productId: 'credits-300' });
  const now = app.clock.now().getTime();
  expect(order).toMatchObject({ amountCents: 2490, currency: 'EUR', expiresAt: now + 15 * MINUTE });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await purchaseOf(marco, order.id)).toMatchObject({
    account_id: marco.accountId,
    kind: 'plan',
    product_id: 'credits-300',
    amount_cents: 2490,
    credits: 300,
    state: 'created',
    token_hash: hashToken(token),
    flow_id: '7',
    country: 'it',
  });
});

test('an order may be made by its other name, and paid all the same', async ({ world }) => {
  const marco = await payer(world, [fakeProvider()]);
  const { trackerId } = marco;
  const made = await importOrder(marco, { trackerId, productId: 'credits-800' });
  expect(made).toMatchObject({ result: 'OK', amountCents: 5490 });
  const paid = await tryCharge(marco, { trackerId, card: { ...goodCard, token: made.token } });
  expect(paid).toMatchObject({ status: 'ok', orderId: made.orderId });
});

test('another card and an age check are orders of nothing', async ({ world }) => {
  const marco = await payer(world, [fakeProvider()]);
  await tryCharge(marco, (await orderFor(marco, 'vip-month')).input);
  const card = await createToken(marco, { trackerId: marco.trackerId, newCardOnly: true });
  expect(await purchaseOf(marco, card.order.id)).toMatchObject({
    kind: 'card',
    product_id: null,
    amount_cents: 0,
  });
  const luca = await payer(world, [fakeProvider()], { flowId: '12' });
  const check = await createToken(luca, { trackerId: luca.trackerId, productId: 'age-check' });
  expect(await purchaseOf(luca, check.order.id)).toMatchObject({ kind: 'verification', amount_cents: 0 });
});

test('a plan that is not sold cannot be ordered, nor a cheaper plan before the present one is over', async ({
  world,
}) => {
  const marco = await payer(world, [fakeProvider()]);
  expect(await failureOf(orderFor(marco, 'gold'))).toMatchObject({ code: 'order.plan_unknown' });
  const { input } = await orderFor(marco, 'vip-week');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok' });
  expect(await failureOf(orderFor(marco, 'vip-year'))).toMatchObject({ code: 'order.nothing_due' });
  expect(await failureOf(orderFor(marco, 'vip-week'))).toMatchObject({ code: 'order.already_yours' });
});

test('a member cannot fill the books with orders', async ({ world, app }) => {
  const marco = await payer(world, []);
  for (let n = 0; n < 50; n += 1) await orderFor(marco, 'credits-300');
  expect(await failureOf(orderFor(marco, 'credits-300'))).toMatchObject({ code: 'request.too_many' });
  app.clock.advance(16 * MINUTE);
  await orderFor(marco, 'credits-300');
});

test('a renewal that is owed is paid by its own order, as often as it takes', async ({ world, app }) => {
  let isBroke = false;
  const adyen = fakeProvider('adyen', (request) =>
    isBroke ? declined('insufficient_funds') : taken(request),
  );
  const marco = await payer(world, [adyen]);
  const { db } = marco.app;
  const { trackerId, brandId, accountId } = marco;
  expect(await tryCharge(marco, (await orderFor(marco, 'vip-month')).input)).toMatchObject({ status: 'ok' });
  isBroke = true;
  app.clock.advance(31 * DAY);
  const plan = await db
    .updateTable('subscription')
    .set({ state: 'past_due' })
    .where('account_id', '=', accountId)
    .returning(['id', 'product_id', 'version'])
    .executeTakeFirstOrThrow();
  const renewalId = newId();
  await db
    .insertInto('purchase')
    .values({
      brand_id: brandId,
      id: renewalId,
      account_id: accountId,
      kind: 'renewal',
      product_id: plan.product_id,
      version: plan.version,
      flow_id: '7',
      language: 'it',
      country: 'it',
      amount_cents: 2990,
      credits: 50,
      subscription_id: plan.id,
      period: 2,
      state: 'awaiting_payment',
    })
    .execute();
  const payByHand = async () => {
    const { token, order } = await createToken(marco, { trackerId, renewalId });
    expect(order).toMatchObject({ id: renewalId, amountCents: 2990 });
    return tryCharge(marco, { trackerId, card: { ...goodCard, token } });
  };
  expect(await payByHand()).toMatchObject({ status: 'ko', outcome: 'insufficient_funds' });
  isBroke = false;
  expect(await payByHand()).toMatchObject({ status: 'ok', outcome: 'success', orderId: renewalId });
  expect(adyen.requests.at(-1)).toMatchObject({ store: 'renewals', authenticate: true });
  expect((await attemptsOf(marco)).map(({ state }) => state)).toEqual(['captured', 'declined', 'captured']);
  expect(await failureOf(payByHand())).toMatchObject({ code: 'order.nothing_due' });
});
