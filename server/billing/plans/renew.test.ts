import type { ProviderName } from '#contract/billing/providers.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { declined, taken } from '#testing/billing/payer.ts';
import {
  attemptsOf,
  buy,
  daysUntil,
  levelOf,
  openBank,
  passDays,
  planOf,
  refundsOf,
  templatesOf,
  work,
} from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import type { Member } from '#testing/world.ts';
import { readBilling } from '../desk/read-billing.ts';
import { recordOutcome } from '../payments/record-outcome.ts';
import { leavePlan } from './end-plan.ts';
import { sendNotices } from './notices.ts';
import { renewDue } from './renew.ts';
import { claimDue } from './renewal.sql.ts';

const signal = new AbortController().signal;
const renew = (app: Parameters<typeof renewDue>[0]) => renewDue(app, { signal });

function noticesOf({ app: { db } }: Member, subscriptionId: string) {
  return db
    .selectFrom('renewal_notice')
    .select(['period', 'kind', 'amount_cents', 'charge_at', 'sent_at'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('period')
    .orderBy('kind')
    .execute();
}

test('a year of months: twelve periods, eleven renewals, each announced two days before', async ({
  app,
  world,
  db,
}) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const start = app.clock.now();
  await passDays(app, 360);
  expect(bank.renewalsOf(marco)).toEqual(Array.from({ length: 11 }, () => 2990));
  const plan = await planOf(marco);
  expect(plan).toMatchObject({ state: 'active', period: 12, tries: 0, period_credits: 50 });
  expect(plan.period_end.getUTCFullYear()).toBe(start.getUTCFullYear() + 1);
  expect(plan.period_end.getUTCDate()).toBe(start.getUTCDate());
  expect(await levelOf(marco)).toBe(2);
  const { message_credits } = await db
    .selectFrom('balance')
    .select('message_credits')
    .where('account_id', '=', marco.accountId)
    .executeTakeFirstOrThrow();
  expect(message_credits).toBe(12 * 50);
  const notices = await noticesOf(marco, plan.id);
  expect(notices.filter(({ kind }) => kind === 'at_purchase').map(({ period }) => period)).toEqual([2]);
  const before = notices.filter(({ kind }) => kind === 'before');
  expect(before.map(({ period }) => period)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  for (const { charge_at, sent_at } of before) {
    expect(charge_at.getTime() - sent_at.getTime()).toBeGreaterThanOrEqual(2 * DAY);
    expect(charge_at.getTime() - sent_at.getTime()).toBeLessThan(3 * DAY);
  }
  expect(await templatesOf(db, marco)).toEqual(Array.from({ length: 11 }, () => 'renewal_notice'));
  const first = (await mailsTo(db, marco.email)).find(({ template }) => template === 'renewal_notice');
  expect(first!.text).toContain('29,90\u00a0€');
  expect((await readBilling(marco, {})).payments.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 11 }, () => 'renewal'),
    'plan',
  ]);
});

test.for([
  ['lunaria', 'vip-year', 30],
  ['lunaria', 'vip-quarter', 30],
  ['lunaria', 'vip-month', 2],
  ['lunaria', 'vip-week', 2],
  ['verbena', 'vip-year', 15],
  ['verbena', 'vip-month', 15],
  ['verbena', 'vip-week', 2],
] as const)('%s announces %s %i days before', async ([key, productId, days], { app, world, db }) => {
  await openBank(app);
  const member = await world.member({ brand: world.brand(key) });
  await buy(member, productId);
  const { id, period_end: end } = await planOf(member);
  const until = end.getTime() - days * DAY - app.clock.now().getTime();
  app.clock.advance(until - 2 * HOUR);
  await sendNotices(app, { signal });
  expect((await noticesOf(member, id)).filter(({ kind }) => kind === 'before')).toEqual([]);
  app.clock.advance(2 * HOUR - MINUTE);
  await sendNotices(app, { signal });
  await sendNotices(app, { signal });
  const before = (await noticesOf(member, id)).filter(({ kind }) => kind === 'before');
  expect(before).toMatchObject([{ period: 2, charge_at: end }]);
  expect(await templatesOf(db, member)).toEqual(['renewal_notice']);
  expect((await noticesOf(member, id)).some(({ kind }) => kind === 'at_purchase')).toBe(days === 2);
});

test('nothing is charged before its notice is old enough', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-quarter');
  const { period_end: end } = await planOf(marco);
  app.clock.advance(end.getTime() - app.clock.now().getTime());
  await renew(app);
  expect(bank.renewalsOf(marco)).toEqual([]);
  expect(await planOf(marco)).toMatchObject({
    state: 'active',
    next_charge_at: new Date(end.getTime() + 30 * DAY),
  });
  await work(app);
  app.clock.advance(30 * DAY - HOUR);
  await work(app);
  expect(bank.renewalsOf(marco)).toEqual([]);
  expect(await levelOf(marco)).toBe(2);
  app.clock.advance(HOUR);
  await work(app);
  expect(bank.renewalsOf(marco)).toEqual([6990]);
  // It was our fault: the days in between cost nothing.
  expect(await planOf(marco)).toMatchObject({ period: 2, period_start: app.clock.now() });
});

test('nothing is charged without consent', async ({ app, world, db }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  await db.deleteFrom('purchase_consent').where('account_id', '=', marco.accountId).execute();
  await passDays(app, 32);
  expect(bank.renewalsOf(marco)).toEqual([]);
  expect(await planOf(marco)).toMatchObject({ state: 'past_due', tries: 0 });
  expect((await templatesOf(db, marco)).at(-1)).toBe('renewal_failed');
});

test('nothing is charged beyond the price that was consented to', async ({ app, world, db }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const [consent] = await db
    .deleteFrom('purchase_consent')
    .where('account_id', '=', marco.accountId)
    .returningAll()
    .execute();
  const lower = { ...consent!, renewal_cents: consent!.renewal_cents! - 1 };
  await db.insertInto('purchase_consent').values(lower).execute();
  await passDays(app, 32);
  expect(bank.renewalsOf(marco)).toEqual([]);
  expect(await planOf(marco)).toMatchObject({ state: 'past_due', tries: 0 });
  expect((await templatesOf(db, marco)).at(-1)).toBe('renewal_failed');
});

test('two workers at once charge every member once', async ({ app, world }) => {
  const bank = await openBank(app);
  const members: Member[] = [];
  for (let count = 0; count < 15; count += 1) members.push(await world.member({ flowId: '7' }));
  for (const member of members) await buy(member, 'vip-month');
  const { period_end: end } = await planOf(members[0]!);
  app.clock.advance(end.getTime() - app.clock.now().getTime() - 2 * DAY);
  await sendNotices(app, { signal });
  app.clock.advance(2 * DAY);
  await Promise.all([renew(app), renew(app), renew(app)]);
  await renew(app);
  for (const member of members) {
    expect(bank.renewalsOf(member)).toEqual([2990]);
    expect(await planOf(member)).toMatchObject({ period: 2, next_charge_at: expect.any(Date) });
  }
});

test('what one worker is claiming another neither claims nor waits for', async ({ app, world, db }) => {
  await openBank(app);
  for (let count = 0; count < 3; count += 1) await buy(await world.member({ flowId: '7' }), 'vip-month');
  app.clock.advance(40 * DAY);
  const now = app.clock.now();
  const due = { now, until: new Date(now.getTime() + DAY) };
  await transact(db, async (tx) => {
    const first = await claimDue(tx, { ...due, limit: 2 });
    expect(first).toHaveLength(2);
    const second = await claimDue(db, { ...due, limit: 100 });
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter(({ id }) => first.some((claim) => claim.id === id))).toEqual([]);
  });
  expect(await claimDue(db, { ...due, limit: 100 })).toEqual([]);
});

test('what is unknown is not charged again, and is recorded when it is known', async ({ app, world, db }) => {
  const bank = await openBank(app);
  const [marco, anna] = [await world.member(), await world.member()];
  for (const member of [marco, anna]) await buy(member, 'vip-month');
  const { period_end: end } = await planOf(marco);
  for (const member of [marco, anna]) bank.answers(member, () => ({ state: 'unknown' }));
  await passDays(app, daysUntil(app, end) + 2);
  expect(await planOf(marco)).toMatchObject({ state: 'active', period: 1 });
  expect(await levelOf(marco)).toBe(2);
  const [[mine], [annas]] = [await attemptsOf(marco), await attemptsOf(anna)];
  await recordOutcome(app, {
    brandId: mine!.brand_id,
    attemptId: mine!.id,
    verdict: { state: 'captured', reference: 'x', amountCents: 2990, stored: null },
  });
  await recordOutcome(app, {
    brandId: annas!.brand_id,
    attemptId: annas!.id,
    verdict: { state: 'declined', reference: null, outcome: 'expired_card', dropToken: false },
  });
  expect(await planOf(marco)).toMatchObject({ state: 'active', period: 2, period_start: end });
  await passDays(app, 2);
  expect(await planOf(anna)).toMatchObject({ state: 'past_due', tries: 1 });
  expect((await templatesOf(db, anna)).at(-1)).toBe('renewal_failed');
  expect(bank.renewalsOf(marco)).toHaveLength(1);
  expect(bank.renewalsOf(anna)).toHaveLength(1);
});

test('a worker that dies between a decline and recording it is followed by one that records it', async ({
  app,
  world,
  db,
}) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, declined('insufficient_funds'));
  await passDays(app, daysUntil(app, end));
  // As it was when the provider had answered, and nothing after that was written.
  await db
    .updateTable('subscription')
    .set({ state: 'active', tries: 0, next_charge_at: app.clock.now() })
    .where('account_id', '=', marco.accountId)
    .execute();
  await renew(app);
  expect(bank.renewalsOf(marco)).toHaveLength(1);
  expect(await planOf(marco)).toMatchObject({ state: 'past_due', tries: 1 });
});

test('a worker that dies before it has charged is followed by one that does', async ({ app, world }) => {
  const bank = await openBank(app);
  const [marco, anna] = [await world.member(), await world.member()];
  for (const member of [marco, anna]) await buy(member, 'vip-month');
  const { period_end: end } = await planOf(marco);
  await passDays(app, daysUntil(app, end) - 1);
  app.clock.advance(DAY);
  let calls = 0;
  const dying = {
    ...app,
    providers: {
      ...app.providers,
      get: (name: ProviderName) => {
        calls += 1;
        // For the whole batch, and then for the first of those that are charged one by one.
        if (calls <= 2) throw new Error('gone');
        return app.providers.get(name);
      },
    },
  };
  await expect(renew(dying)).rejects.toThrow('1 subscriptions could not be renewed');
  await renew(app);
  expect([...bank.renewalsOf(marco), ...bank.renewalsOf(anna)]).toEqual([2990]);
  app.clock.advance(HOUR);
  await renew(app);
  for (const member of [marco, anna]) {
    expect(bank.renewalsOf(member)).toEqual([2990]);
    expect(await planOf(member)).toMatchObject({ period: 2, period_start: end });
  }
});

test('a charge that certainly never took place is made again, once', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, () => ({ state: 'unknown' }));
  await passDays(app, daysUntil(app, end));
  const [lost] = await attemptsOf(marco);
  await recordOutcome(app, { brandId: marco.brandId, attemptId: lost!.id, verdict: { state: 'absent' } });
  bank.answers(marco, taken);
  await passDays(app, 2);
  expect((await attemptsOf(marco)).map(({ state }) => state)).toEqual(['error', 'captured']);
  expect(await planOf(marco)).toMatchObject({ state: 'active', period: 2, period_start: end });
});

test('a fault of a provider’s is tried again soon, and does not count as a refusal', async ({
  app,
  world,
}) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, () => ({ state: 'error' }));
  await passDays(app, daysUntil(app, end));
  expect(await planOf(marco)).toMatchObject({ state: 'active', tries: 0 });
  bank.answers(marco, taken);
  app.clock.advance(HOUR);
  await work(app);
  expect(await planOf(marco)).toMatchObject({ state: 'active', period: 2, period_start: end });
});

test('a member who leaves while they are being charged gets a refund', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const { period_end: end } = await planOf(marco);
  bank.answers(marco, async (request) => {
    await leavePlan(marco, { when: 'period_end' });
    return taken(request);
  });
  await passDays(app, daysUntil(app, end));
  expect(await planOf(marco)).toMatchObject({ state: 'canceled', end_reason: 'left', period: 1 });
  expect(await refundsOf(marco)).toEqual([{ amount_cents: 2990, reason: 'late' }]);
  expect(await levelOf(marco)).toBe(1);
});

test('a member under a sanction is not charged', async ({ app, world, db }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  await db.updateTable('account').set({ status: 'disabled' }).where('id', '=', marco.accountId).execute();
  await passDays(app, 32);
  expect(bank.renewalsOf(marco)).toEqual([]);
  expect(await planOf(marco)).toMatchObject({ state: 'canceled', end_reason: 'closed' });
});
