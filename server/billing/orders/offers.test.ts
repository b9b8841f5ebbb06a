import { failureOf, fakeProvider, keepOnFile, orderFor, payer, verifyAge } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import { importOrder, importUpsell } from '../payments/added-orders.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import { payPalOrder } from '../payments/pay-by-paypal.ts';
import { trustPayIntent } from '../payments/pay-by-wallet.ts';
import { changePlan } from '../plans/change-plan.ts';
import { createToken } from './orders.ts';

const providers = () => [fakeProvider(), fakeProvider('paypal'), fakeProvider('trustpay')];

test('a member orders what their own flow lists, by whichever way, and nothing else', async ({ world }) => {
  const marco = await payer(world, providers());
  const { trackerId } = marco;
  const { input, orderId } = await orderFor(marco, 'vip-month');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok' });
  await keepOnFile(world.app, marco);
  // TrustPay takes money for the Spanish brand alone.
  const ana = await payer(world, providers(), { brand: world.brand('verbena') });
  // Another flow's, one that is not for show, another flow's age check, and none at all.
  for (const productId of ['plain-month', 'plain-credits-100', 'credits-1500', 'age-check', 'gold']) {
    const refused = { code: 'order.plan_unknown' };
    const request = { trackerId, productId };
    await marco.app.limits.reset('chargeAccount', marco.accountId);
    expect(await failureOf(createToken(marco, request)), productId).toMatchObject(refused);
    expect(await failureOf(importOrder(marco, request)), productId).toMatchObject(refused);
    expect(await failureOf(payPalOrder(marco, request)), productId).toMatchObject(refused);
    const atTrustPay = trustPayIntent(ana, { trackerId: ana.trackerId, productId });
    expect(await failureOf(atTrustPay), productId).toMatchObject(refused);
    expect(await failureOf(importUpsell(marco, { ...request, orderId })), productId).toMatchObject(refused);
    expect(await failureOf(changePlan(marco, request)), productId).toMatchObject(refused);
  }
});

test('a member who was moved to another flow cannot pay what they ordered in the one before', async ({
  world,
}) => {
  const marco = await payer(world, providers());
  const { db } = marco.app;
  const { brandId, accountId } = marco;
  const { input } = await orderFor(marco, 'credits-300');
  await db
    .updateTable('account')
    .set({ flow_id: '0000' })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
  expect(await failureOf(tryCharge(marco, input))).toMatchObject({ code: 'order.terms_changed' });
  const plain = await orderFor(marco, 'plain-credits-100');
  expect(await tryCharge(marco, { ...plain.input, disclaimer: true })).toMatchObject({ status: 'ok' });
});

test('where the flow asks for an age check, nothing else is ordered or paid before it', async ({ world }) => {
  const marco = await payer(world, [fakeProvider('maxpay')], { flowId: '12' });
  const { trackerId } = marco;
  const refused = { code: 'age.unverified' };
  for (const productId of ['credits-300', 'vip-month', 'gold']) {
    expect(await failureOf(createToken(marco, { trackerId, productId }))).toMatchObject(refused);
  }
  expect(await failureOf(createToken(marco, { trackerId, newCardOnly: true }))).toMatchObject(refused);
  const check = await orderFor(marco, 'age-check');
  expect(await tryCharge(marco, check.input)).toMatchObject({ status: 'ok' });
  const { input } = await orderFor(marco, 'credits-300');
  // An order of before is not paid either, should the check be called in question.
  await verifyAge(marco, null);
  expect(await failureOf(tryCharge(marco, input))).toMatchObject(refused);
  await verifyAge(marco);
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok' });
});
