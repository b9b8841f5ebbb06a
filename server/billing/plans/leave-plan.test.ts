import { DAY } from '#server/platform/clock.ts';
import { buy, openBank, refundsOf } from '#testing/billing/subscriptions.ts';
import { messageCreditsOf, spendMessageCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member } from '#testing/world.ts';
import { readBilling } from '../desk/read-billing.ts';
import { leavePlan } from './end-plan.ts';

const refundedCents = async (member: Member) =>
  (await refundsOf(member)).reduce((sum, { amount_cents }) => sum + amount_cents, 0);

test('a member who takes a year and leaves at once, twice, has paid for the credits that they keep', async ({
  app,
  world,
}) => {
  const bank = await openBank(app);
  const marco = await world.member();
  for (let time = 0; time < 2; time += 1) {
    await buy(marco, 'vip-year');
    expect(await leavePlan(marco, { when: 'now' })).toMatchObject({ status: 'ok', returnedCredits: 0 });
  }
  const paid = bank.charges
    .filter(({ shopper }) => shopper.customerId === marco.accountId)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(await messageCreditsOf(marco)).toBe(2_000);
  expect(paid - (await refundedCents(marco))).toBeGreaterThanOrEqual(2 * 5_000);
});

test('credits are paid back only against their return, and only those that are still there', async ({
  app,
  world,
}) => {
  await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-year');
  await spendMessageCredits(marco, 400, 'some words');
  app.clock.advance(DAY);
  const { subscription } = await readBilling(marco, {});
  expect(subscription).toMatchObject({
    unusedCents: Math.round((14_080 * 364) / 365),
    returnableCredits: 600,
    returnableCreditsCents: 3_000,
  });
  const left = await leavePlan(marco, { when: 'now', returnCredits: true });
  expect(left).toMatchObject({
    status: 'ok',
    returnedCredits: 600,
    refundCents: (subscription?.unusedCents ?? 0) + 3_000,
  });
  expect(await refundedCents(marco)).toBe(left.refundCents);
  expect(await messageCreditsOf(marco)).toBe(0);
});

test('credits that were had before are not bought back beyond those of the period', async ({
  app,
  world,
}) => {
  await openBank(app);
  const marco = await world.member();
  await buy(marco, 'credits-300');
  await buy(marco, 'vip-month');
  await spendMessageCredits(marco, 20, 'a few words');
  const left = await leavePlan(marco, { when: 'now', returnCredits: true });
  expect(left).toMatchObject({ returnedCredits: 50, refundCents: 2_740 + 250 });
  expect(await messageCreditsOf(marco)).toBe(280);
});
