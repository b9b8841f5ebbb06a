import { proveByPassword } from '#server/accounts/prove.ts';
import { DAY } from '#server/platform/clock.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { newId } from '#server/platform/ids.ts';
import { inSession } from '#testing/accounts/member-session.ts';
import {
  attemptsOf,
  declined,
  failureOf,
  fakeProvider,
  keepOnFile,
  orderFor,
  oweRenewal,
  payer,
  taken,
} from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member } from '#testing/world.ts';
import { createToken } from '../orders/orders.ts';
import { blockHash } from '../orders/payment-blocks.ts';
import { changePlan } from '../plans/change-plan.ts';
import { stayInPlan } from '../plans/end-plan.ts';
import { importUpsell } from './added-orders.ts';
import { chargeRenewals } from './charge-renewals.ts';
import { tryCharge } from './pay-by-card.ts';

/** What a plan owes for its next period, agreed to and announced. */
function ordered(member: Member): Promise<string> {
  return oweRenewal(member, { amountCents: 2490 });
}

async function chargeBy({ app, brandId }: Member, purchaseId: string) {
  return (await chargeRenewals(app, [{ brandId, purchaseId }])).get(purchaseId);
}

test('our own charge goes by the payment method on file, without a browser and a bank page', async ({
  world,
  app,
}) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen, fakeProvider('maxpay')]);
  const purchaseId = await ordered(marco);
  expect(await chargeBy(marco, purchaseId)).toBe('none');
  const id = await keepOnFile(app, marco);
  expect(await chargeBy(marco, purchaseId)).toMatchObject({
    state: 'captured',
    provider: 'adyen',
    purchase: { state: 'fulfilled' },
  });
  expect(adyen.requests).toMatchObject([
    {
      paymentMethod: { type: 'renewal', token: `kept-${id}` },
      store: null,
      authenticate: false,
      amountCents: 2490,
      shopper: { customerId: marco.accountId },
      origin: siteOrigin(app, marco.brand),
    },
  ]);
  expect(adyen.requests[0]?.shopper).not.toHaveProperty('browser');
  expect(await attemptsOf(marco)).toMatchObject([{ initiated_by: 'merchant', payment_method_id: id }]);
});

test('what is paid or under way is not charged again', async ({ world, app }) => {
  const adyen = fakeProvider('adyen', { state: 'unknown' });
  const marco = await payer(world, [adyen]);
  await keepOnFile(app, marco);
  const purchaseId = await ordered(marco);
  const first = await chargeBy(marco, purchaseId);
  expect(first).toMatchObject({ state: 'unknown' });
  expect(await chargeBy(marco, purchaseId)).toMatchObject({
    attemptId: (first as { attemptId: string }).attemptId,
  });
  expect(adyen.requests).toHaveLength(1);
  const other = await payer(world, [fakeProvider('adyen', taken)]);
  await keepOnFile(app, other);
  const paidId = await ordered(other);
  const both = await Promise.all([chargeBy(other, paidId), chargeBy(other, paidId)]);
  expect(both[0]).toMatchObject({ attemptId: (both[1] as { attemptId: string }).attemptId });
  expect(await attemptsOf(other)).toHaveLength(1);
});

test('a fault of the provider that keeps the payment method sends the charge to no other', async ({
  world,
  app,
}) => {
  const maxpay = fakeProvider('maxpay');
  const marco = await payer(world, [fakeProvider('adyen', { state: 'error' }), maxpay]);
  await keepOnFile(app, marco);
  expect(await chargeBy(marco, await ordered(marco))).toMatchObject({ state: 'error' });
  expect(maxpay.requests).toEqual([]);
});

test('a card that was blocked since is none', async ({ world, app, db }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  await keepOnFile(app, marco);
  const value_hash = blockHash(marco.app, marco.brandId, 'email', marco.email);
  await db
    .insertInto('payment_block')
    .values({
      brand_id: marco.brandId,
      id: newId(),
      kind: 'email',
      stops: 'charges',
      value_hash,
      label: 'x',
      reason: 'x',
    })
    .execute();
  expect(await chargeBy(marco, await ordered(marco))).toBe('none');
  expect(adyen.requests).toEqual([]);
});

test('another card is what is asked for where a new one is to be kept', async ({ world, app }) => {
  const marco = await payer(world, [fakeProvider('adyen', declined('generic'))]);
  await keepOnFile(app, marco);
  const { trackerId } = marco;
  const request = { trackerId, newCardOnly: true };
  expect(await failureOf(createToken(marco, request))).toMatchObject({ code: 'order.no_plan' });
  await ordered(marco);
  const { token } = await createToken(marco, request);
  const byOld = tryCharge(marco, { trackerId, cardOnFile: true, card: { token } });
  expect(await failureOf(byOld)).toMatchObject({ code: 'payment.no_card_on_file' });
});

test('a session that a mailed link alone has opened charges nothing on file until its owner has shown who is there', async ({
  world,
  app,
}) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  await keepOnFile(app, marco);
  const { input } = await orderFor(marco, 'credits-100');
  const byLink = await inSession(marco, 'link');
  const click = { ...input, cardOnFile: true, card: { token: input.card.token } };
  const most = app.config.limits.chargesPerAccount;
  for (let tried = 0; tried <= most; tried += 1)
    expect(await failureOf(tryCharge(byLink, click))).toMatchObject({ code: 'password.needed' });
  expect(await failureOf(changePlan(byLink, { productId: 'vip-year' }))).toMatchObject({
    code: 'password.needed',
  });
  expect(await failureOf(stayInPlan(byLink))).toMatchObject({ code: 'password.needed' });
  const { orderId } = await orderFor(marco, 'credits-100');
  const add = { trackerId: marco.trackerId, orderId, productId: 'credits-100' };
  expect(await failureOf(importUpsell(byLink, add))).toMatchObject({ code: 'password.needed' });
  expect(adyen.requests).toEqual([]);

  await proveByPassword(byLink, marco);
  // What the page had begun goes on, and counts from then on in that session, however long it lasts.
  app.clock.advance(DAY);
  const later = await orderFor(byLink, 'credits-100');
  const again = { ...click, card: { token: later.input.card.token } };
  expect(await tryCharge(byLink, again)).toMatchObject({ outcome: 'success' });
  expect(await failureOf(tryCharge(byLink, again))).toMatchObject({ code: 'order.used' });
  expect(adyen.requests).toHaveLength(1);
});

test.for(['password', 'signup', 'google', 'passkey'] as const)(
  'a member who came in by %s pays with what is on file at any time in that session',
  async (method, { world, app }) => {
    const adyen = fakeProvider();
    const marco = await payer(world, [adyen]);
    await keepOnFile(app, marco);
    const signedIn = await inSession(marco, method);
    app.clock.advance(30 * DAY);
    const { input } = await orderFor(signedIn, 'credits-100');
    const click = { ...input, cardOnFile: true, card: { token: input.card.token } };
    expect(await tryCharge(signedIn, click)).toMatchObject({ outcome: 'success' });
    expect(adyen.requests).toHaveLength(1);
  },
);
