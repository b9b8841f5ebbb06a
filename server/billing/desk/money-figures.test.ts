import { randomUUID } from 'node:crypto';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createMetrics } from '#server/platform/telemetry/metrics.ts';
import { paid, stage } from '#testing/billing/refunds.ts';
import { storeEvents } from '#testing/billing/webhooks.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { readMoneyFigures, watchMoney } from './money-figures.ts';

test('what is due, open, parked or failed is counted, by providers and by age', async ({ world }) => {
  const { member } = await stage(world);
  const { db, clock } = member.app;
  const { brandId, accountId } = member;
  const now = clock.now();
  const before = await readMoneyFigures(await atWork(world, { role: 'finance' }));
  const { attemptId, purchaseId, subscriptionId } = await paid(member, { renews: true });
  await db
    .updateTable('subscription')
    .set({ next_charge_at: new Date(now.getTime() - HOUR) })
    .where('id', '=', subscriptionId)
    .execute();
  await db
    .insertInto('payment_attempt')
    .values({
      brand_id: brandId,
      id: newId(),
      purchase_id: purchaseId,
      account_id: accountId,
      provider: 'adyen',
      method: 'card',
      initiated_by: 'member',
      amount_cents: 100,
      state: 'unknown',
      created_at: new Date(now.getTime() - HOUR),
    })
    .execute();
  const failed = { brand_id: brandId, attempt_id: attemptId, purchase_id: purchaseId, account_id: accountId };
  await db
    .insertInto('refund')
    .values({
      ...failed,
      provider: 'adyen',
      id: newId(),
      amount_cents: 5,
      reason: 'support',
      state: 'failed',
      created_at: now,
    })
    .execute();
  const verdict = { state: 'captured', reference: 'psp', amountCents: 1, stored: null } as const;
  const nobodys = () =>
    ({ kind: 'charge', dedupeKey: randomUUID(), attemptId: randomUUID(), reference: null, verdict }) as const;
  // Only the older one is of interest: the other may have overtaken what it is about by a moment.
  await storeEvents(db, 'adyen', [nobodys()], now);
  await storeEvents(db, 'adyen', [nobodys()], new Date(now.getTime() - 5 * MINUTE));
  await db.updateTable('provider_event').set({ state: 'parked' }).where('state', '=', 'new').execute();

  const figures = await readMoneyFigures(await atWork(world, { role: 'finance' }));
  expect(figures).toMatchObject({
    dueRenewals: before.dueRenewals + 1,
    parkedEvents: before.parkedEvents + 1,
    failedRefunds: before.failedRefunds + 1,
  });
  expect(figures.oldestRenewalSeconds).toBeGreaterThanOrEqual(3_600);
  expect(figures.openAttempts).toContainEqual({ provider: 'adyen', age: 'day', count: 1 });
  expect(figures.gates.map(({ state }) => state)).not.toContain('closed');

  const metrics = createMetrics();
  watchMoney({ ...world.app, metrics });
  const scraped = await metrics.registry.metrics();
  expect(scraped).toContain(`serenata_money_due_renewals ${figures.dueRenewals}\n`);
  expect(scraped).toContain('serenata_money_open_attempts{provider="adyen",age="day"} 1');
  expect(scraped).toContain(`serenata_money_parked_events ${figures.parkedEvents}\n`);
});
