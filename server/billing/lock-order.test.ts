import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Failure } from '#contract/kernel/errors.ts';
import { transact } from '#server/platform/database/database.ts';
import { watched } from '#testing/billing/count-retries.ts';
import { ModelProvider } from '#testing/billing/model-provider.ts';
import { attemptsOf, orderFor, payer } from '#testing/billing/payer.ts';
import { handleDueWebhooks, storeEvents } from '#testing/billing/webhooks.ts';
import { expect, test } from '#testing/harness.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { withServices } from '#testing/world.ts';
import { lockAccount } from './orders/lock-account.ts';
import { tryCharge } from './payments/pay-by-card.ts';
import { removeCard } from './plans/change-plan.ts';
import { leavePlan } from './plans/end-plan.ts';
import { startRefund } from './refunds/start-refund.ts';
import { withdraw } from './reversals/withdraw.ts';

/** What went wrong, but for what a rule refuses. */
async function faultsOf(calls: Promise<unknown>[]): Promise<unknown[]> {
  const results = await Promise.allSettled(calls);
  return results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof Failure) ? [result.reason as unknown] : [],
  );
}

test('leaving, withdrawing, a refund, a chargeback and removing the card at the same moment wait for each other in one order', async ({
  world,
  handle,
}) => {
  for (let round = 0; round < 6; round += 1) {
    const model = new ModelProvider(new MovableClock());
    const marco = watched(await payer(world, [model]), handle.pool);
    const { db } = marco.app;
    const { brandId, trackerId } = marco;
    const { orderId, input } = await orderFor(marco, 'vip-month');
    await tryCharge(marco, input);
    const [attempt] = await attemptsOf(marco);
    const attemptId = attempt?.id ?? '';
    model.chargeBack(attemptId);
    const event = model.takeEvents().at(-1);
    if (event) await storeEvents(db, 'adyen', [event], marco.app.clock.now());
    const request = { brandId, attemptId, amountCents: 100, reason: 'support', id: randomUUID() } as const;
    const calls = [
      () => leavePlan(marco, { when: 'now' }),
      () => withdraw(marco, { trackerId, orderId, confirmed: true }),
      () => transact(db, (tx, afterCommit) => startRefund(marco.app, tx, afterCommit, request)),
      () => handleDueWebhooks(marco.app, 'adyen'),
      () => removeCard(marco),
      () => leavePlan(marco, { when: 'period_end' }),
    ];
    const turned = [...calls.slice(round), ...calls.slice(0, round)];
    expect(await faultsOf(turned.map((call) => call()))).toEqual([]);
    expect(marco.collisions).toEqual([]);
  }
});

test('money that is being moved does not keep messages waiting', async ({ world, db }) => {
  const marco = await payer(world, []);
  const { brandId, accountId } = marco;
  await transact(db, async (tx) => {
    await lockAccount(tx, marco);
    // As a message does that is paid for: from another connection, which would wait here for ever.
    await transact(db, async (other) => {
      await sql`set local lock_timeout = '2s'`.execute(other);
      await sql`
        insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
        values (${brandId}::uuid, ${randomUUID()}::uuid, ${accountId}::uuid, 'message', 1, 'message', 'one')`.execute(
        other,
      );
      await sql`
        insert into balance (brand_id, account_id, message_credits) values (${brandId}::uuid, ${accountId}::uuid, 1)
        on conflict (brand_id, account_id) do update set message_credits = balance.message_credits + 1`.execute(
        other,
      );
    });
  });
  const entries = await db
    .selectFrom('ledger_entry')
    .select('reason')
    .where('account_id', '=', accountId)
    .execute();
  expect(entries).toContainEqual({ reason: 'message' });
});

test('a payment that was taken is shown as taken, even where the devices cannot be notified', async ({
  world,
}) => {
  const model = new ModelProvider(new MovableClock());
  const member = await payer(world, [model]);
  const emit = () => {
    throw new TypeError('a payload that does not fit');
  };
  const marco = withServices(member, { realtime: { ...member.app.realtime, emit } });
  const { input } = await orderFor(marco, 'vip-month');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', outcome: 'success' });
  expect(await attemptsOf(marco)).toMatchObject([{ state: 'captured' }]);
});
