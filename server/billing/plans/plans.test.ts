import { closeAccount } from '#server/accounts/privacy/close-and-erase.ts';
import { dayInWords } from '#server/countries/local-time.ts';
import { readNavigation } from '#server/feed/navigation.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { openFreshBank, removeTokens } from '#testing/billing/saved-cards.ts';
import { buy, levelOf, openBank, passDays, planOf, refundsOf, work } from '#testing/billing/subscriptions.ts';
import { setCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { readBilling } from '../desk/read-billing.ts';
import { quotePlan } from '../orders/quote-plan.ts';
import { changePlan, removeCard } from './change-plan.ts';
import { leavePlan, stayInPlan } from './end-plan.ts';

test('a plan begins with its payment: level 2, a period, its credits, and the next charge', async ({
  app,
  world,
}) => {
  await openBank(app);
  const marco = await world.member();
  const now = app.clock.now();
  expect(await quotePlan(marco, { productId: 'vip-month' })).toMatchObject({
    kind: 'now',
    purchase: 'plan',
    amountCents: 2990,
    renewalCents: 2990,
    credits: 50,
    startsAt: now.getTime(),
    renewsAt: new Date('2026-07-01T18:00:00Z').getTime(),
  });
  expect((await buy(marco, 'vip-month')).state).toBe('captured');
  expect(await levelOf(marco)).toBe(2);
  expect(await planOf(marco)).toMatchObject({
    state: 'active',
    period: 1,
    period_start: now,
    period_end: new Date('2026-07-01T18:00:00Z'),
    next_charge_at: new Date('2026-07-01T18:00:00Z'),
    period_credits: 50,
  });
  const { navigation } = await readNavigation(marco);
  expect(navigation).toMatchObject({ messageCredits: 50, planCredits: 50 });
  await expect(quotePlan(marco, { productId: 'vip-month' })).rejects.toMatchObject({
    code: 'order.already_yours',
  });
  await expect(quotePlan(marco, { productId: 'vip-month-welcome' })).rejects.toMatchObject({
    code: 'order.first_purchase_only',
  });
});

test('of a plan’s credits no more are left than there are at all', async ({ app, world }) => {
  await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  await setCredits(marco, 20);
  expect((await readNavigation(marco)).navigation.planCredits).toBe(20);
});

test('a plan that is not sold cannot be bought, packs always can, and an age check costs nothing', async ({
  app,
  world,
}) => {
  await openBank(app);
  const marco = await world.member();
  for (const productId of ['no-such-plan', 'x']) {
    await expect(quotePlan(marco, { productId })).rejects.toMatchObject({ code: 'order.plan_unknown' });
  }
  await expect(quotePlan(marco, { newCardOnly: true })).rejects.toMatchObject({ code: 'order.no_plan' });
  await buy(marco, 'vip-month');
  expect(await quotePlan(marco, { productId: 'credits-100' })).toMatchObject({
    kind: 'now',
    purchase: 'plan',
    amountCents: 990,
    renewalCents: null,
    renewsAt: null,
  });
  const luca = await world.member({ flowId: '12' });
  expect(await quotePlan(luca, { productId: 'age-check' })).toMatchObject({
    purchase: 'verification',
    amountCents: 0,
    credits: 0,
  });
  expect(await quotePlan(marco, { newCardOnly: true })).toMatchObject({
    purchase: 'card',
    productId: null,
    amountCents: 0,
  });
});

test('a pack makes level 1 and no subscription', async ({ app, world }) => {
  await openBank(app);
  const marco = await world.member();
  await buy(marco, 'credits-100');
  expect(await levelOf(marco)).toBe(1);
  await expect(planOf(marco)).rejects.toThrow('no result');
  expect((await readNavigation(marco)).navigation).toMatchObject({ messageCredits: 100, planCredits: 0 });
});

test('a better plan begins now, less the unused days of the present one, to the cent', async ({
  app,
  world,
}) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-quarter');
  const first = await planOf(marco);
  const days = (first.period_end.getTime() - first.period_start.getTime()) / DAY;
  app.clock.advance(60 * DAY + HOUR);
  // The days cost 59,90 € of the 69,90 €; the credits stay.
  const left = Math.round((5990 * (days - 61)) / days);
  const quoted = await quotePlan(marco, { productId: 'vip-month' });
  expect(quoted).toMatchObject({
    kind: 'now',
    purchase: 'upgrade',
    creditCents: left,
    amountCents: 2990 - left,
  });
  await buy(marco, 'vip-month');
  expect(bank.charges.at(-1)).toMatchObject({ amountCents: 2990 - left });
  const second = await planOf(marco);
  expect(second).toMatchObject({ product_id: 'vip-month', state: 'active', period: 1 });
  expect(second.period_start).toEqual(app.clock.now());
  const { state, end_reason, next_charge_at } = await marco.app.db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  expect({ state, end_reason, next_charge_at }).toEqual({
    state: 'canceled',
    end_reason: 'replaced',
    next_charge_at: null,
  });
  expect(await levelOf(marco)).toBe(2);
  expect(await refundsOf(marco)).toEqual([]);
  // What the member carried over was paid as well: leaving at once refunds all of the new plan's price, from both payments,
  // against its credits.
  const { refundCents } = await leavePlan(marco, { returnCredits: true });
  expect(refundCents).toBe(2990);
  const refunds = await refundsOf(marco);
  expect(refunds.map(({ amount_cents }) => amount_cents)).toEqual([2990 - left, left]);
});

test('what the unused days are worth beyond the new price is refunded', async ({ app, world }) => {
  await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-year');
  app.clock.advance(DAY);
  // The days cost 140,80 € of the 190,80 €; the credits stay.
  const left = Math.round((14_080 * 364) / 365);
  expect(await quotePlan(marco, { productId: 'vip-month' })).toMatchObject({
    amountCents: 0,
    creditCents: 2990,
  });
  await buy(marco, 'vip-month');
  expect(await planOf(marco)).toMatchObject({ product_id: 'vip-month', state: 'active' });
  expect(await refundsOf(marco)).toEqual([{ amount_cents: left - 2990, reason: 'replaced' }]);
});

test('a cheaper plan follows when the period ends, and is charged then', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  expect(await quotePlan(marco, { productId: 'vip-quarter' })).toMatchObject({
    kind: 'later',
    amountCents: 0,
    renewalCents: 6990,
    startsAt: end.getTime(),
  });
  await expect(buy(marco, 'vip-quarter')).rejects.toMatchObject({ code: 'order.nothing_due' });
  await expect(changePlan(marco, { productId: 'vip-quarter', terms: 'free' })).rejects.toMatchObject({
    code: 'order.terms_changed',
  });
  expect(await changePlan(marco, { productId: 'vip-year' })).toEqual({ startsAt: end.getTime() });
  expect(await changePlan(marco, { productId: 'vip-quarter' })).toEqual({ startsAt: end.getTime() });
  expect((await readBilling(marco, {})).subscription).toMatchObject({
    name: 'VIP un mese',
    nextName: 'VIP tre mesi',
    nextChargeCents: 6990,
    nextChargeAt: end.getTime(),
  });
  expect((await readBilling(marco, {})).payments).toHaveLength(1);
  await passDays(app, 31);
  expect(await planOf(marco)).toMatchObject({
    product_id: 'vip-quarter',
    next_product_id: null,
    state: 'active',
    period: 2,
    period_start: end,
    period_credits: 200,
  });
  expect(bank.renewalsOf(marco)).toEqual([6990]);
});

test('a choice for later can be undone', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  await expect(stayInPlan(marco)).rejects.toMatchObject({ code: 'order.nothing_due' });
  await changePlan(marco, { productId: 'vip-quarter' });
  await stayInPlan(marco);
  expect((await readBilling(marco, {})).subscription).toMatchObject({
    nextName: null,
    nextChargeCents: 2990,
  });
  await passDays(app, 31);
  expect(bank.renewalsOf(marco)).toEqual([2990]);
});

test('leaving at the end: nothing more is charged, and the plan works until then', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  const reply = await leavePlan(marco, { when: 'period_end' });
  expect(reply).toEqual({
    status: 'ok',
    message: 'left',
    refundCents: 0,
    returnedCredits: 0,
    endsAt: end.getTime(),
  });
  expect(await levelOf(marco)).toBe(2);
  const left = (await mailsTo(app.db, marco.email)).at(-1)!;
  expect(left.template).toBe('plan_left');
  expect(left.text).toContain(`Funziona fino al ${dayInWords(end, 'it', 'it')}`);
  await passDays(app, 29);
  expect(await levelOf(marco)).toBe(2);
  // A month of 31 days in which clocks go back is an hour longer.
  await passDays(app, 3);
  expect(await levelOf(marco)).toBe(1);
  expect(await planOf(marco)).toMatchObject({ state: 'expired', end_reason: 'left' });
  expect(bank.renewalsOf(marco)).toEqual([]);
  expect(await leavePlan(marco, {})).toEqual({
    status: 'ko',
    message: 'not_possible',
    refundCents: 0,
    returnedCredits: 0,
    endsAt: null,
  });
});

test('a member who stays after all is renewed as if nothing had been', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  await leavePlan(marco, { when: 'period_end' });
  await passDays(app, 10);
  await stayInPlan(marco);
  await passDays(app, 21);
  expect(await planOf(marco)).toMatchObject({ state: 'active', period: 2, end_reason: null });
  expect(bank.renewalsOf(marco)).toEqual([2990]);
});

test('leaving now: level 1 at once, the unused days come back, the credits stay', async ({ app, world }) => {
  await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  app.clock.advance(9 * DAY + HOUR);
  const days = daysOf(await planOf(marco));
  const unused = Math.round((2740 * (days - 10)) / days);
  expect((await readBilling(marco, {})).subscription).toMatchObject({ unusedCents: unused });
  expect(await leavePlan(marco, {})).toEqual({
    status: 'ok',
    message: 'left',
    refundCents: unused,
    returnedCredits: 0,
    endsAt: app.clock.now().getTime(),
  });
  expect(await levelOf(marco)).toBe(1);
  expect(await refundsOf(marco)).toEqual([{ amount_cents: unused, reason: 'left' }]);
  expect((await readNavigation(marco)).navigation).toMatchObject({ messageCredits: 50, planCredits: 0 });
  expect(await planOf(marco)).toMatchObject({
    state: 'canceled',
    end_reason: 'left_now',
    next_charge_at: null,
  });
  expect((await readBilling(marco, {})).subscription).toBeNull();
});

test('without a plan there is nothing to leave', async ({ world }) => {
  const marco = await world.member({ level: 1 });
  expect(await leavePlan(marco, { when: 'period_end' })).toMatchObject({
    status: 'ko',
    message: 'not_possible',
  });
});

test('a card that is taken off the file stops renewals, and the provider forgets it', async ({
  app,
  world,
  db,
}) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { id, token } = await db
    .selectFrom('payment_method')
    .select(['id', 'token'])
    .where('account_id', '=', marco.accountId)
    .executeTakeFirstOrThrow();
  expect((await readBilling(marco, {})).card).toEqual({
    id,
    kind: 'card',
    network: 'visa',
    lastFour: '1111',
    expiryMonth: 3,
    expiryYear: 2040,
  });
  await removeCard(marco);
  await removeCard(marco);
  await removeTokens(app);
  expect(bank.forgotten).toEqual([token]);
  expect((await readBilling(marco, {})).card).toBeNull();
  expect(await planOf(marco)).toMatchObject({ state: 'active', next_charge_at: null, end_reason: 'no_card' });
  await passDays(app, 31);
  expect(bank.renewalsOf(marco)).toEqual([]);
  expect(await planOf(marco)).toMatchObject({ state: 'expired', end_reason: 'no_card' });
  expect((await mailsTo(db, marco.email)).at(-1)?.template).toBe('plan_ended');
});

test('a member who closes their account is not charged again', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  await closeAccount(marco);
  expect(await planOf(marco)).toMatchObject({ state: 'active', next_charge_at: null, end_reason: 'closed' });
  app.clock.advance(32 * DAY);
  await work(app);
  expect(await planOf(marco)).toMatchObject({ state: 'expired', end_reason: 'closed' });
  expect(bank.renewalsOf(marco)).toEqual([]);
});

function daysOf({ period_start, period_end }: { period_start: Date; period_end: Date }): number {
  return (period_end.getTime() - period_start.getTime()) / DAY;
}
