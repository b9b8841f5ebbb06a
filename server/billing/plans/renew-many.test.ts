import { setImmediate as aMoment } from 'node:timers/promises';
import { z } from 'zod';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { arrangePayments, paymentVariables } from '#server/platform/config/payment-config.ts';
import { workOff } from '#server/platform/work/worker.ts';
import type { TestApp } from '#testing/app.ts';
import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { openGate, taken } from '#testing/billing/payer.ts';
import { buy, daysUntil, openBank, passDays, planOf } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import { PARALLEL_BATCHES } from '../payments/charge-renewals.ts';
import { attemptQueues, unsentQueue } from '../payments/poll-attempts.ts';
import { createGate } from '../providers/gate.ts';
import { gateProvider } from '../providers/gated-provider.ts';
import { renewDue } from './renew.ts';

const COUNT = 12;
const pollQueues = [...attemptQueues, unsentQueue];
const { signal } = new AbortController();

async function oweRenewals(app: TestApp, world: World, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < count; n += 1) {
    const member = await world.member();
    await buy(member, 'vip-month');
    members.push(member);
  }
  await passDays(app, daysUntil(app, (await planOf(members[0]!)).period_end) - 1);
  app.clock.advance(DAY);
  return members;
}

test('more renewals than the gate lets through wait for room, and none is turned away', async ({
  app,
  world,
}) => {
  const bank = await openBank(app);
  const members = await oweRenewals(app, world, COUNT);
  const adyen = app.providers.get('adyen')!;
  const gate = createGate(
    'adyen',
    { concurrency: 4, requestsPerSecond: 1_000, maxWaiting: 1, waitMs: 60_000 },
    { now: () => app.clock.now().getTime() },
  );
  let underWay = 0;
  let most = 0;
  const slow = {
    ...adyen,
    async charge(request: Parameters<typeof adyen.charge>[0]) {
      underWay += 1;
      most = Math.max(most, underWay);
      await aMoment();
      underWay -= 1;
      return adyen.charge(request);
    },
  };
  const gated = gateProvider(slow, gate);
  app.providers = {
    ...app.providers,
    get: (name) => (name === 'adyen' ? gated : undefined),
    gate: (name) => (name === 'adyen' ? gate : undefined),
  };
  await renewDue(app, { signal });
  for (const member of members) {
    expect(bank.renewalsOf(member)).toHaveLength(1);
    expect((await planOf(member)).period).toBe(2);
  }
  expect(gate.snapshot()).toMatchObject({ refused: 0, inFlight: 0, waiting: 0 });
  expect(most).toBeLessThanOrEqual(gate.capacity('renewal'));
});

test('where the rate of a provider holds renewals up, they wait for it, and none is turned away', async ({
  app,
  world,
}) => {
  await openBank(app);
  const members = await oweRenewals(app, world, COUNT);
  const adyen = app.providers.get('adyen')!;
  const now = () => app.clock.now().getTime();
  // All at once, and soon faster than this.
  const { adyen: limits } = arrangePayments(
    z.object(paymentVariables).parse({
      ADYEN_CONCURRENCY: '48',
      ADYEN_REQUESTS_PER_SECOND: '5',
      PROVIDER_QUEUE_LENGTH: '1',
    }),
  ).gates;
  const gate = createGate('adyen', limits, { now });
  const gated = gateProvider(adyen, gate);
  app.providers = { ...app.providers, get: () => gated, gate: () => gate };
  await renewDue(app, { signal });
  expect(gate.snapshot()).toMatchObject({ refused: 0, inFlight: 0, waiting: 0 });
  for (const member of members) expect((await planOf(member)).period).toBe(2);
});

test('a renewal that found no room at its provider is tried again soon, and not when its lease is over', async ({
  app,
  world,
}) => {
  const bank = await openBank(app);
  const [member] = await oweRenewals(app, world, 1);
  bank.answers(member!, () => ({ state: 'error', held: 'busy' }));
  await renewDue(app, { signal });
  expect((await planOf(member!)).period).toBe(1);
  bank.answers(member!, taken);
  app.clock.advance(2 * MINUTE);
  await renewDue(app, { signal });
  expect((await planOf(member!)).period).toBe(2);
});

test('a renewal that stands in line until it is polled is not sent any more, and is charged once', async ({
  app,
  db,
  world,
}) => {
  const bank = await openBank(app);
  const members = await oweRenewals(app, world, 4);
  const adyen = app.providers.get('adyen')!;
  const gate = { ...openGate('adyen'), capacity: () => 1 };
  const asked: string[] = [];
  const sent: string[] = [];
  const slow = {
    ...adyen,
    async charge(request: Parameters<typeof adyen.charge>[0]) {
      sent.push(request.attemptId);
      if (sent.length === 1) {
        // It answers after so long that the others are polled, which it does not know.
        app.clock.advance(6 * MINUTE);
        await workOff(app, pollQueues);
      }
      return adyen.charge(request);
    },
    pollStatus: ({ attemptId }: { attemptId: string }) => {
      asked.push(attemptId);
      return Promise.resolve({
        state: sent.includes(attemptId) ? ('unknown' as const) : ('absent' as const),
      });
    },
  };
  app.providers = {
    ...app.providers,
    get: (name) => (name === 'adyen' ? slow : undefined),
    gate: () => gate,
  };
  await renewDue(app, { signal });
  expect(asked).toHaveLength(4);
  expect(sent).toHaveLength(1);
  app.clock.advance(HOUR);
  await renewDue(app, { signal });
  for (const member of members) {
    expect(bank.renewalsOf(member)).toHaveLength(1);
    expect((await planOf(member)).period).toBe(2);
  }
  expect(new Set(sent).size).toBe(sent.length);
  expect(await findBrokenInvariants(db, { documents: false })).toEqual([]);
});

test('while a provider takes nothing a few of its renewals are looked at, and all of the others are renewed', async ({
  app,
  db,
  world,
}) => {
  const bank = await openBank(app);
  const members = await oweRenewals(app, world, 9);
  const [waiting, paying] = [members.slice(0, 5), members.slice(5)];
  const adyen = app.providers.get('adyen')!;
  for (const { brandId, accountId } of waiting)
    await db
      .updateTable('subscription')
      .set({ next_charge_at: new Date(app.clock.now().getTime() - 2 * DAY) })
      .where('brand_id', '=', brandId)
      .where('account_id', '=', accountId)
      .execute();
  for (const { brandId, accountId } of paying)
    await db
      .updateTable('payment_method')
      .set({ provider: 'trustpay' })
      .where('brand_id', '=', brandId)
      .where('account_id', '=', accountId)
      .execute();
  let closedBy: 'failing' | undefined = 'failing';
  const gate = { ...openGate('adyen'), isOpen: () => !closedBy, closedBy: () => closedBy };
  app.providers = {
    ...app.providers,
    get: (name) => (name === 'adyen' ? adyen : name === 'trustpay' ? { ...adyen, name } : undefined),
    gate: (name) => (name === 'adyen' ? gate : name === 'trustpay' ? openGate(name) : undefined),
  };
  await renewDue(app, { signal }, { batch: 1 });
  for (const member of paying) {
    expect(bank.renewalsOf(member)).toHaveLength(1);
    expect((await planOf(member)).period).toBe(2);
  }
  const ordered = await db
    .selectFrom('purchase')
    .select('account_id')
    .where('kind', '=', 'renewal')
    .where(
      'account_id',
      'in',
      waiting.map(({ accountId }) => accountId),
    )
    .execute();
  expect(ordered).toHaveLength(PARALLEL_BATCHES);
  for (const member of waiting) expect(bank.renewalsOf(member)).toEqual([]);

  closedBy = undefined;
  app.clock.advance(2 * MINUTE);
  await renewDue(app, { signal });
  for (const member of waiting) {
    expect(bank.renewalsOf(member)).toHaveLength(1);
    expect((await planOf(member)).period).toBe(2);
  }
  expect(await findBrokenInvariants(db, { documents: false })).toEqual([]);
});
