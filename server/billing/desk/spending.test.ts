import { DAY, HOUR } from '#server/platform/clock.ts';
import {
  attemptsOf,
  failureOf,
  fakeProvider,
  keepOnFile,
  orderFor,
  oweRenewal,
  payer,
  step,
  taken,
} from '#testing/billing/payer.ts';
import { give, paid, stage, work } from '#testing/billing/refunds.ts';
import { planOf } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { importUpsell } from '../payments/added-orders.ts';
import { chargeRenewals } from '../payments/charge-renewals.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import { payPalOrder } from '../payments/pay-by-paypal.ts';
import { chargeByApplePay, chargeByGooglePay, trustPayIntent } from '../payments/pay-by-wallet.ts';
import { recordOutcome } from '../payments/record-outcome.ts';
import type { Verdict } from '../providers/provider.ts';
import { cancelOrder } from '../reversals/withdraw.ts';
import {
  pauseSpending,
  readMemberSpending,
  readSpending,
  setSpendingLimit,
  unusualFrom,
} from './spending.ts';

const asksBank: Verdict = { state: 'requires_action', reference: 'psp-3ds', step };

/** A member whose clock goes by itself, beginning on a Monday that is the first of a month, at eight in the evening. */
function withClock(member: Member, start?: Date): { member: Member; clock: MovableClock } {
  const clock = new MovableClock(start);
  return { member: withServices(member, { clock }), clock };
}

async function buy(member: Member, productId: string) {
  const { input, orderId } = await orderFor(member, productId);
  return { ...(await tryCharge(member, input)), orderId };
}

async function windowOf(member: Member, period: 'day' | 'week' | 'month') {
  const { windows } = await readSpending(member);
  return windows.find((window) => window.period === period);
}

test('of several tabs that pay at the same time, those are let through that fit the limit', async ({
  world,
}) => {
  const adyen = fakeProvider();
  const { member: marco } = withClock(await payer(world, [adyen]));
  await setSpendingLimit(marco, { period: 'week', limitCents: 4_000 });
  const orders = [];
  for (const productId of ['credits-300', 'credits-100', 'credits-800'])
    orders.push(await orderFor(marco, productId));
  const tries = await Promise.all(
    orders.map(({ input }) =>
      tryCharge(marco, input).then(
        ({ status }) => ({ code: status as string, details: undefined }),
        (error: { code: string; details: unknown }) => error,
      ),
    ),
  );
  // 24.90 and 9.90 fit together; what costs more than the limit never does.
  expect(tries.map(({ code }) => code)).toEqual(['ok', 'ok', 'spending.limit_reached']);
  expect(tries[2]?.details).toMatchObject({ period: 'week', limitCents: 4_000, freeAt: null });
  const { input } = await orderFor(marco, 'credits-300');
  const nextMonday = Date.parse('2026-06-07T22:00:00Z');
  const details = { period: 'week', limitCents: 4_000, leftCents: 520, freeAt: nextMonday };
  expect(await failureOf(tryCharge(marco, input))).toEqual({ code: 'spending.limit_reached', details });
  expect(adyen.requests).toHaveLength(2);
  await setSpendingLimit(marco, { period: 'week', limitCents: 3_000 });
  expect(await windowOf(marco, 'week')).toMatchObject({ spentCents: 3_480, leftCents: 0 });
});

test('two tabs cannot share what is left', async ({ world }) => {
  const adyen = fakeProvider('adyen', asksBank);
  const { member: marco } = withClock(await payer(world, [adyen]));
  await setSpendingLimit(marco, { period: 'day', limitCents: 3_000 });
  const orders = [await orderFor(marco, 'credits-300'), await orderFor(marco, 'vip-month')];
  const tries = await Promise.all(orders.map(({ input }) => failureOf(tryCharge(marco, input))));
  expect(tries.map(({ code }) => code).toSorted()).toEqual(['none', 'spending.limit_reached']);
  expect(await attemptsOf(marco)).toHaveLength(1);
});

test('a lower limit holds at once, a higher one or none after a day, and that can be taken back', async ({
  world,
}) => {
  const { member: marco, clock } = withClock(await payer(world, [fakeProvider()]));
  const set = (limitCents: number | null) => setSpendingLimit(marco, { period: 'month', limitCents });
  const now = clock.now().getTime();
  await set(2_000);
  await set(1_000);
  expect(await windowOf(marco, 'month')).toMatchObject({ limitCents: 1_000, next: null });
  await set(10_000);
  expect(await windowOf(marco, 'month')).toMatchObject({
    limitCents: 1_000,
    next: { limitCents: 10_000, from: now + DAY },
  });
  clock.advance(23 * HOUR);
  // Asked for again it does not start over; setting the present one takes it back.
  await set(10_000);
  expect((await windowOf(marco, 'month'))?.next?.from).toBe(now + DAY);
  expect(await failureOf(buy(marco, 'credits-300'))).toMatchObject({ code: 'spending.limit_reached' });
  await set(1_000);
  clock.advance(2 * HOUR);
  expect(await windowOf(marco, 'month')).toMatchObject({ limitCents: 1_000, next: null });
  await set(null);
  expect(await windowOf(marco, 'month')).toMatchObject({ limitCents: 1_000, next: { limitCents: null } });
  clock.advance(DAY);
  expect(await windowOf(marco, 'month')).toMatchObject({ limitCents: null, leftCents: null, next: null });
  expect(await buy(marco, 'credits-300')).toMatchObject({ status: 'ok' });
});

test('what is undecided counts until it is decided, called off or given back', async ({ world }) => {
  const { member: marco } = withClock(await payer(world, [fakeProvider('adyen', asksBank)]));
  const { trackerId } = marco;
  await setSpendingLimit(marco, { period: 'day', limitCents: 2_500 });
  const first = await buy(marco, 'credits-300');
  expect(await readSpending(marco)).toMatchObject({ totalCents: 2_490, undecidedCents: 2_490 });
  expect(await failureOf(buy(marco, 'credits-100'))).toMatchObject({ details: { leftCents: 10 } });
  await cancelOrder(marco, { trackerId, orderId: first.orderId });
  expect(await readSpending(marco)).toMatchObject({ totalCents: 0, undecidedCents: 0 });
  await buy(marco, 'credits-100');
  const attempt = (await attemptsOf(marco)).find(({ amount_cents }) => amount_cents === 990);
  const of = { brandId: marco.brandId, attemptId: attempt?.id ?? '' };
  const verdict = { state: 'captured', reference: 'psp-1', amountCents: 990, stored: null } as const;
  await recordOutcome(marco.app, { ...of, verdict });
  expect(await readSpending(marco)).toMatchObject({ totalCents: 990, undecidedCents: 0 });
});

test('what went back is not spent', async ({ world }) => {
  const { member: marco } = await stage(world);
  await setSpendingLimit(marco, { period: 'day', limitCents: 2_500 });
  const { attemptId } = await paid(marco, { amountCents: 1_990, credits: 0 });
  await give(marco, attemptId, { amountCents: 500 });
  expect(await windowOf(marco, 'day')).toMatchObject({ spentCents: 1_990, leftCents: 510 });
  await work(marco.app);
  expect(await windowOf(marco, 'day')).toMatchObject({ spentCents: 1_490, leftCents: 1_010 });
});

test('days, weeks from Monday and months begin by the clock of the brand', async ({ world }) => {
  // Half past eleven on a Sunday evening in Rome, the last day of May.
  const start = new Date('2026-05-31T21:30:00Z');
  const { member: marco, clock } = withClock(await payer(world, [fakeProvider()]), start);
  for (const period of ['day', 'week', 'month'] as const)
    await setSpendingLimit(marco, { period, limitCents: 3_000 });
  await buy(marco, 'credits-300');
  expect(await failureOf(buy(marco, 'credits-300'))).toMatchObject({
    details: { leftCents: 510, freeAt: Date.parse('2026-05-31T22:00:00Z') },
  });
  clock.advance(HOUR);
  const { windows, totalCents } = await readSpending(marco);
  expect(windows.map(({ spentCents }) => spentCents)).toEqual([0, 0, 0]);
  expect(totalCents).toBe(2_490);
  await buy(marco, 'credits-300');
  expect(await failureOf(buy(marco, 'credits-300'))).toMatchObject({
    details: { period: 'month', freeAt: Date.parse('2026-06-30T22:00:00Z') },
  });
});

test('no click charges anything during a pause, by whatever it is paid; a plan renews all the same', async ({
  world,
  app,
}) => {
  const providers = (['adyen', 'paypal', 'trustpay'] as const).map((name) => fakeProvider(name));
  const marco = await payer(world, providers);
  const { trackerId } = marco;
  const bought = await buy(marco, 'credits-100');
  await keepOnFile(app, marco);
  const renewal = await oweRenewal(marco, { amountCents: 2_990 });
  const { pausedUntil } = await pauseSpending(marco, { days: 7 });
  const { token } = (await orderFor(marco, 'credits-300')).input.card;
  const wallet = { request: { trackerId }, wallet: { token, response: {} } };
  const google = { paymentMethodData: { tokenizationData: { token: 'x' } } };
  const apple = { token: { paymentData: 'x' } };
  const ana = await payer(world, providers, { brand: world.brand('verbena') });
  const openIntent = () => Promise.reject(new Error('nobody may ask for that'));
  Object.assign(providers[2] ?? {}, { openIntent, payIntent: openIntent });
  await pauseSpending(ana, { days: 7 });
  const tries = [
    tryCharge(marco, (await orderFor(marco, 'credits-800')).input),
    tryCharge(marco, { trackerId, cardOnFile: true, card: { token } }),
    payPalOrder(marco, { trackerId, productId: 'credits-800' }),
    importUpsell(marco, { trackerId, orderId: bought.orderId, productId: 'credits-300' }),
    chargeByGooglePay(marco, { ...wallet, wallet: { token, response: google } }),
    chargeByApplePay(marco, { ...wallet, wallet: { token, response: apple } }),
    trustPayIntent(ana, { trackerId: ana.trackerId, productId: 'credits-100' }),
  ];
  for (const refused of await Promise.all(tries.map((one) => failureOf(one))))
    expect(refused).toEqual({ code: 'spending.paused', details: { until: pausedUntil } });
  expect(await attemptsOf(marco)).toHaveLength(1);
  const charges = await chargeRenewals(marco.app, [{ brandId: marco.brandId, purchaseId: renewal }]);
  expect(charges.get(renewal)).toMatchObject({ state: 'captured' });
  expect(await readSpending(marco)).toMatchObject({ totalCents: 990 + 2_990 });
});

test('a pause is made longer and never shorter, and ends the plan with its period where that is asked for', async ({
  world,
}) => {
  const { member: marco, clock } = withClock(await payer(world, [fakeProvider()]));
  const now = clock.now().getTime();
  await oweRenewal(marco, { amountCents: 2_990 });
  await pauseSpending(marco, { days: 30 });
  expect(await planOf(marco)).toMatchObject({ end_reason: null });
  const shorter = pauseSpending(marco, { days: 7, endPlan: true });
  expect(await failureOf(shorter)).toMatchObject({ code: 'spending.pause_running' });
  expect(await planOf(marco)).toMatchObject({ end_reason: null });
  const { pausedUntil } = await pauseSpending(marco, { days: 180, endPlan: true });
  expect(pausedUntil).toBeGreaterThan(now + 179 * DAY);
  expect(await planOf(marco)).toMatchObject({ end_reason: 'left', next_charge_at: null });
  clock.advance(181 * DAY);
  expect(await readSpending(marco)).toMatchObject({ pausedUntil: null });
  expect(await buy(marco, 'credits-300')).toMatchObject({ status: 'ok' });
});

test('what is unusual is measured by what the member spends in a week', async ({ world }) => {
  // A newcomer has no usual week; small sums are never unusual, large ones always.
  expect([null, 500, 2_000, 9_000].map(unusualFrom)).toEqual([10_000, 3_000, 6_000, 10_000]);
  const { member: marco, clock } = withClock(await payer(world, [fakeProvider('adyen', taken)]));
  expect(await readSpending(marco)).toMatchObject({
    unusual: { lastDayCents: 0, fromCents: 10_000, usualWeekCents: null },
    helpLines: [{ number: '02 2327 2327', name: 'Telefono Amico' }],
  });
  await buy(marco, 'credits-300');
  clock.advance(15 * DAY);
  await buy(marco, 'credits-300');
  // 24.90 in the two weeks before.
  expect(await readSpending(marco)).toMatchObject({
    unusual: { lastDayCents: 2_490, fromCents: 3_735, usualWeekCents: 1_245 },
  });
});

test('support and finance see the limits of a member, and there is no way for them to change any', async ({
  world,
}) => {
  const marco = await payer(world, [fakeProvider()]);
  await setSpendingLimit(marco, { period: 'day', limitCents: 3_000 });
  await buy(marco, 'credits-300');
  const support = await atWork(world, { role: 'support' });
  const seen = await readMemberSpending(support, { brand: marco.brand.key, accountId: marco.accountId });
  expect(seen).toMatchObject({
    windows: [{ period: 'day', limitCents: 3_000, spentCents: 2_490 }, { limitCents: null }, {}],
    totalCents: 2_490,
    pausedUntil: null,
  });
});
