import { paymentDecided } from '#contract/billing/payment-outcome.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import type { Realtime } from '#server/platform/realtime/realtime.ts';
import { declined, taken } from '#testing/billing/payer.ts';
import {
  attemptsOf,
  buy,
  daysUntil,
  levelOf,
  openBank,
  passDays,
  planOf,
  templatesOf,
} from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import { linkIn, mailsTo } from '#testing/platform/mails.ts';
import { readBilling } from '../desk/read-billing.ts';
import { quotePlan } from '../orders/quote-plan.ts';
import { mayRetry, readAdvice, writeAdvice } from '../payments/retry-advice.ts';
import { nextRetryAt } from './dunning.ts';

test('a declined renewal is tried again after 1, 3, 7 and 14 days; then the plan ends', async ({
  app,
  world,
  db,
}) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, declined('insufficient_funds'));
  await passDays(app, daysUntil(app, end) - 1);
  const levels: number[] = [];
  for (let day = 0; day < 16; day += 1) {
    await passDays(app, 1);
    levels.push(await levelOf(marco));
    const { state } = await planOf(marco);
    expect([day, state]).toEqual([day, day < 14 ? 'past_due' : 'canceled']);
  }
  // Three days of grace, then level 1 while we go on trying.
  expect(levels).toEqual([2, 2, 2, ...Array.from({ length: 13 }, () => 1)]);
  const days = (await attemptsOf(marco)).map(({ created_at }) =>
    Math.round((created_at.getTime() - end.getTime()) / DAY),
  );
  expect(days).toEqual([0, 1, 3, 7, 14]);
  expect(await planOf(marco)).toMatchObject({ end_reason: 'unpaid', next_charge_at: null });
  expect(await templatesOf(db, marco)).toEqual(['renewal_notice', 'renewal_failed', 'plan_ended']);
  const { payments, subscription } = await readBilling(marco, {});
  expect(subscription).toBeNull();
  expect(payments.map(({ kind, status }) => [kind, status])).toEqual([
    ['renewal', 'failed'],
    ['plan', 'paid'],
  ]);
});

test('a declined renewal is shown on the open pages, each time it is tried', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, declined('insufficient_funds'));
  const news: unknown[] = [];
  const emit: Realtime['emit'] = ({ accountIds }, { name }, payload) =>
    void (name === paymentDecided.name && news.push([accountIds, payload]));
  const live = { ...app, realtime: { ...app.realtime, emit } };
  await passDays(live, daysUntil(app, end));
  const notPaid = { orderId: expect.any(String), type: 'not_paid', outcome: 'insufficient_funds' };
  expect(news).toEqual([[[marco.accountId], notPaid]]);
  bank.answers(marco, taken);
  await passDays(live, 1);
  expect(await planOf(marco)).toMatchObject({ state: 'active' });
  expect(news).toHaveLength(1);
});

test('a renewal that goes through after three days keeps the day of the month', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, declined('insufficient_funds'));
  await passDays(app, daysUntil(app, end) + 2);
  bank.answers(marco, taken);
  await passDays(app, 1);
  expect(await planOf(marco)).toMatchObject({ state: 'active', period: 2, tries: 0, period_start: end });
  expect(await levelOf(marco)).toBe(2);
  expect(bank.renewalsOf(marco)).toHaveLength(3);
});

test('one that goes through after a week begins then, since the plan had stopped working', async ({
  app,
  world,
}) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, declined('generic'));
  await passDays(app, daysUntil(app, end) + 5);
  expect(await levelOf(marco)).toBe(1);
  bank.answers(marco, taken);
  await passDays(app, 2);
  const plan = await planOf(marco);
  expect(plan).toMatchObject({ state: 'active', period: 2, period_start: app.clock.now() });
  expect(plan.next_charge_at).toEqual(plan.period_end);
  expect(await levelOf(marco)).toBe(2);
});

test.for(['authentication_required', 'lost_or_stolen', 'expired_card', 'card_declined'] as const)(
  'after %s we do not try again but ask to pay by hand',
  async (outcome, { app, world, db }) => {
    const bank = await openBank(app);
    const marco = await world.member();
    await buy(marco, 'vip-month');
    const { period_end: end } = await planOf(marco);
    bank.answers(marco, declined(outcome));
    await passDays(app, daysUntil(app, end) + 9);
    expect(bank.renewalsOf(marco)).toHaveLength(1);
    expect(await templatesOf(db, marco)).toEqual(['renewal_notice', 'renewal_failed']);
    const { subscription } = await readBilling(marco, {});
    expect(subscription).toMatchObject({ status: 'past_due', nextChargeAt: null, nextChargeCents: 2990 });
    const link = linkIn((await mailsTo(db, marco.email)).at(-1));
    expect(link.pathname).toBe('/purchase/pay');
    const renewalId = link.searchParams.get('rinnovo')!;
    expect(renewalId).toBe(subscription!.owedId);
    expect(await quotePlan(marco, { renewalId })).toMatchObject({ purchase: 'renewal', amountCents: 2990 });
    expect(await quotePlan(marco, { productId: 'vip-month' })).toMatchObject({ renewalId });
    if (outcome === 'lost_or_stolen') {
      await passDays(app, 5);
      expect(await planOf(marco)).toMatchObject({ state: 'canceled', end_reason: 'unpaid' });
      await expect(quotePlan(marco, { renewalId })).rejects.toMatchObject({ code: 'order.nothing_due' });
      return;
    }
    bank.answers(marco, taken);
    await buy(marco, { renewalId });
    expect(await planOf(marco)).toMatchObject({ state: 'active', period: 2 });
    expect(await levelOf(marco)).toBe(2);
    await expect(quotePlan(marco, { renewalId })).rejects.toMatchObject({ code: 'order.nothing_due' });
  },
);

test('another card is charged within a day', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, declined('expired_card'));
  await passDays(app, daysUntil(app, end) + 4);
  bank.answers(marco, taken);
  await buy(marco, { newCardOnly: true });
  await passDays(app, 1);
  expect(await planOf(marco)).toMatchObject({ state: 'active', period: 2 });
  expect(bank.renewalsOf(marco)).toHaveLength(2);
});

test('a revoked payment method that is of no more use is not tried again', async ({ app, world, db }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, () => ({ state: 'declined', reference: null, outcome: 'generic', dropToken: true }));
  await passDays(app, daysUntil(app, end) + 13);
  expect(bank.renewalsOf(marco)).toHaveLength(1);
  expect(await templatesOf(db, marco)).toEqual(['renewal_notice', 'renewal_failed']);
  await passDays(app, 1);
  expect(await planOf(marco)).toMatchObject({ state: 'canceled', end_reason: 'unpaid' });
});

test('a card that is not to be tried again never is, until there is another one', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  bank.answers(marco, () => ({ ...advised, advice: { retry: 'never' } }));
  await passDays(app, daysUntil(app, (await planOf(marco)).period_end) + 5);
  expect(bank.renewalsOf(marco)).toHaveLength(1);
  expect(await planOf(marco)).toMatchObject({ state: 'past_due' });
  bank.answers(marco, taken);
  await buy(marco, { newCardOnly: true });
  await passDays(app, 2);
  expect(bank.renewalsOf(marco)).toHaveLength(2);
  expect(await planOf(marco)).toMatchObject({ state: 'active' });
});

test('a card that may be tried again after four days is not tried before', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, () => ({ ...advised, advice: { retry: 'after', hours: 96 } }));
  await passDays(app, daysUntil(app, end) - 1);
  for (let day = 0; day < 16; day += 1) await passDays(app, 1);
  const days = (await attemptsOf(marco)).map(({ created_at }) =>
    Math.round((created_at.getTime() - end.getTime()) / DAY),
  );
  // Of the usual 1, 3, 7 and 14 days those that are far enough from the one before.
  expect(days).toEqual([0, 7, 14]);
  expect(await planOf(marco)).toMatchObject({ state: 'canceled', end_reason: 'unpaid' });
});

test('when a network allows the next try', () => {
  const at = new Date('2026-06-01T12:00:00Z');
  const later = (hours: number) => new Date(at.getTime() + hours * HOUR);
  expect(mayRetry({ advice: undefined, at }, at)).toBe(true);
  expect(mayRetry({ advice: { retry: 'never' }, at }, later(10_000))).toBe(false);
  expect(mayRetry({ advice: { retry: 'after', hours: 24 }, at }, later(23.9))).toBe(false);
  expect(mayRetry({ advice: { retry: 'after', hours: 24 }, at }, later(24))).toBe(true);
  for (const advice of [undefined, { retry: 'never' }, { retry: 'after', hours: 240 }] as const)
    expect(readAdvice(writeAdvice(advice))).toEqual(advice);
  const days = (next: Date | undefined) => next && (next.getTime() - at.getTime()) / DAY;
  expect(days(nextRetryAt(at, at, at))).toBe(1);
  expect(days(nextRetryAt(at, at, later(10 * 24)))).toBe(14);
  // Nothing is left before the plan ends: from then on only another card helps.
  expect(days(nextRetryAt(at, later(7 * 24), later(17 * 24)))).toBe(8);
  expect(days(nextRetryAt(at, at, null))).toBe(1);
  expect(nextRetryAt(at, later(14 * 24), later(14 * 24))).toBeUndefined();
});

const advised = {
  state: 'declined',
  reference: null,
  outcome: 'insufficient_funds',
  dropToken: false,
} as const;
