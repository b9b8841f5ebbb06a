import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { goodCard, orderFor } from '#testing/billing/payer.ts';
import { buy, openBank, passDays, planOf } from '#testing/billing/subscriptions.ts';
import { messageCreditsOf, spendMessageCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { cleanUp } from '#testing/platform/clean-up.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { billing } from '../module.ts';
import { createToken } from '../orders/orders.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import { blockBuyer } from './block-payers.ts';
import { previewWithdrawal, withdraw } from './withdraw.ts';

const withdrawPurchase = ({ trackerId, ...member }: Member, orderId: string) =>
  withdraw({ trackerId, ...member }, { trackerId, orderId, confirmed: true });

async function bought(member: Member, productId: string): Promise<string> {
  return (await buy(member, productId)).purchase.id;
}

/** Where cards and devices belong to one person. */
const atRealBanks = (member: Member): Member =>
  withServices(member, { providers: { ...member.app.providers, sandbox: false } });

const liftBlocks = ({ app: { db }, brandId }: Member) =>
  db.deleteFrom('payment_block').where('brand_id', '=', brandId).execute();

test('everything comes back once a year, and after that less what was used', async ({ app, world }) => {
  await openBank(app);
  const marco = await world.member();
  const { trackerId } = marco;
  const first = await bought(marco, 'credits-300');
  await spendMessageCredits(marco, 300, 'many words');
  expect(await previewWithdrawal(marco, { trackerId, orderId: first })).toEqual({
    refundCents: 2_490,
    full: true,
    credits: 0,
  });
  expect(await withdrawPurchase(marco, first)).toMatchObject({ status: 'refunding', refundCents: 2_490 });
  const second = await bought(marco, 'credits-300');
  await spendMessageCredits(marco, 200, 'more words');
  expect(await previewWithdrawal(marco, { trackerId, orderId: second })).toEqual({
    refundCents: 830,
    full: false,
    credits: 100,
  });
  expect(await withdrawPurchase(marco, second)).toMatchObject({ refundCents: 830 });
  expect(await messageCreditsOf(marco)).toBe(0);
  await liftBlocks(marco);
  app.clock.advance(366 * DAY);
  const third = await bought(marco, 'credits-100');
  await spendMessageCredits(marco, 100, 'words of another year');
  expect(await withdrawPurchase(marco, third)).toMatchObject({ refundCents: 990 });
});

test('of a plan the used days and credits are taken off the second time', async ({ app, world }) => {
  await openBank(app);
  const marco = await world.member();
  await withdrawPurchase(marco, await bought(marco, 'credits-100'));
  const plan = await bought(marco, 'vip-quarter');
  const { period_start: start, period_end: end } = await marco.app.db
    .selectFrom('subscription')
    .select(['period_start', 'period_end'])
    .where('account_id', '=', marco.accountId)
    .executeTakeFirstOrThrow();
  const days = Math.round((end.getTime() - start.getTime()) / DAY);
  await spendMessageCredits(marco, 50, 'a quarter of them');
  app.clock.advance(10 * DAY);
  const due = Math.round((5_990 * (days - 10)) / days) + 750;
  expect(await withdrawPurchase(marco, plan)).toMatchObject({ status: 'refunding', refundCents: due });
  expect(await messageCreditsOf(marco)).toBe(0);
});

test('a member who withdraws again, or loses a dispute, buys nothing more until support lifts it', async ({
  app,
  world,
}) => {
  await openBank(app);
  const marco = await world.member();
  const { trackerId } = marco;
  await bought(marco, 'vip-month');
  await withdrawPurchase(marco, await bought(marco, 'credits-100'));
  await withdrawPurchase(marco, await bought(marco, 'credits-100'));
  const request = { trackerId, productId: 'credits-300' };
  await expect(createToken(marco, request)).rejects.toMatchObject({ code: 'payment.blocked' });
  // Nothing is bought by that, so another card can be kept for the plan.
  await createToken(marco, { trackerId, newCardOnly: true });
  await liftBlocks(marco);
  const { order } = await createToken(marco, request);
  const { brandId, accountId } = marco;
  await transact(app.db, (tx) =>
    blockBuyer(app, tx, { brandId, accountId, orderId: order.id, reason: 'lost_dispute' }),
  );
  await expect(createToken(marco, request)).rejects.toMatchObject({ code: 'payment.blocked' });
  await liftBlocks(marco);
});

test('the year counts for the card too, where cards are real', async ({ app, world }) => {
  await openBank(app);
  const [marco, luca] = [await world.member(), await world.member()];
  const fingerprint = app.keyedHash('card', 'the same one');
  const orders = [];
  for (const member of [marco, luca]) {
    const orderId = await bought(member, 'credits-100');
    await spendMessageCredits(member, 50, 'half of them');
    await app.db
      .updateTable('payment_attempt')
      .set({ fingerprint })
      .where('purchase_id', '=', orderId)
      .execute();
    orders.push(orderId);
  }
  expect(await withdrawPurchase(atRealBanks(marco), orders[0] ?? '')).toMatchObject({ refundCents: 990 });
  expect(await withdrawPurchase(atRealBanks(luca), orders[1] ?? '')).toMatchObject({ refundCents: 495 });
  await liftBlocks(marco);
});

/** A member who came from there at that time. */
function cameFrom({ app: { db, clock }, brandId, accountId }: Member, origin: Buffer) {
  const traces = { way: 'form', source: '', origin_hash: origin, created_at: clock.now() } as const;
  return db
    .insertInto('arrival')
    .values({ brand_id: brandId, account_id: accountId, ...traces })
    .execute();
}

test('the year counts for the device too: on day 200, of another account with another card', async ({
  app,
  world,
}) => {
  await openBank(app);
  const origin = app.keyedHash('origin', 'the same sofa');
  const marco = await world.member();
  await cameFrom(marco, origin);
  const first = await bought(marco, 'credits-100');
  await spendMessageCredits(marco, 50, 'half of them');
  expect(await withdrawPurchase(atRealBanks(marco), first)).toMatchObject({ refundCents: 990 });
  // A member whose account is erased is recognised by nothing but the hash.
  await app.db.deleteFrom('arrival').where('account_id', '=', marco.accountId).execute();
  app.clock.advance(200 * DAY);
  await cleanUp(app);
  const [luca, paolo] = [await world.member(), await world.member()];
  await cameFrom(luca, origin);
  await cameFrom(paolo, app.keyedHash('origin', 'another sofa'));
  for (const [member, due] of [
    [luca, 495],
    [paolo, 990],
  ] as const) {
    const orderId = await bought(member, 'credits-100');
    await spendMessageCredits(member, 50, 'half of them');
    expect(await withdrawPurchase(atRealBanks(member), orderId)).toMatchObject({ refundCents: due });
  }
  await liftBlocks(marco);
  // A year after the last one of that device the count starts over. The audit is kept by the database's own clock.
  app.clock.advance(366 * DAY);
  await billing.cleanUp(app);
  expect(await app.db.selectFrom('withdrawal_origin').selectAll().execute()).toEqual([]);
  const anna = await world.member();
  await cameFrom(anna, origin);
  const last = await bought(anna, 'credits-100');
  await spendMessageCredits(anna, 50, 'half of them');
  expect(await withdrawPurchase(atRealBanks(anna), last)).toMatchObject({ refundCents: 990 });
});

test('a card that withdrew too often buys nothing more, and the plan that it pays for is renewed until it is left', async ({
  app,
  world,
}) => {
  const bank = await openBank(app);
  const marco = await world.member();
  const { id: orderId } = (await buy(marco, 'vip-month')).purchase;
  const fingerprint = app.keyedHash('card', `${marco.brandId} ${goodCard.number.replaceAll(' ', '')}`);
  for (const table of ['payment_method', 'payment_attempt'] as const)
    await app.db.updateTable(table).set({ fingerprint }).where('account_id', '=', marco.accountId).execute();
  const { brandId, accountId } = marco;
  await transact(app.db, (tx) =>
    blockBuyer(atRealBanks(marco).app, tx, { brandId, accountId, orderId, reason: 'repeated_withdrawals' }),
  );
  // Neither by this member nor with that card by another.
  await expect(createToken(marco, { trackerId: marco.trackerId, productId: 'credits-300' })).rejects.toThrow(
    expect.objectContaining({ code: 'payment.blocked' }),
  );
  const luca = await world.member();
  const { input } = await orderFor(luca, 'credits-300');
  expect(await tryCharge(luca, input)).toMatchObject({ status: 'ko', outcome: 'address_blocked' });
  await passDays(app, 65);
  expect(bank.renewalsOf(marco)).toEqual([2990, 2990]);
  expect(await planOf(marco)).toMatchObject({ state: 'active', period: 3 });
  await liftBlocks(marco);
});
