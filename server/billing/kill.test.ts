import { randomInt } from 'node:crypto';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { Database } from '#server/platform/database/database.ts';
import { billingActions, killDuring } from '#testing/billing/billing-actions.ts';
import type { Outcome } from '#testing/billing/billing-actions.ts';
import {
  compareBooks,
  keepBuying,
  makeShopper,
  runSandbox,
  takeOver,
} from '#testing/billing/processor-process.ts';
import type { Shopper } from '#testing/billing/processor-process.ts';
import { passTime } from '#testing/billing/random-history.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { usualOrLong } from '#testing/long-runs.ts';
import { startNode } from '#testing/node.ts';
import { runServer, serverEnvironment } from '#testing/real-server.ts';
import { reconcile } from './incoming/reconcile.ts';
import { chargePolls } from './payments/poll-schedule.ts';

const KILLS = usualOrLong(1, 10);

test(
  'whenever the server is killed, all that was charged is in the books, and once',
  async ({ app, db, world, databaseUrl }) => {
    const sandbox = await runSandbox();
    // One provider says everything twice. Of some charges nothing is known until the provider is asked, or its report read.
    await sandbox.fail({ provider: 'adyen', card: '1111', times: 1e6, webhooks: { copies: 2 } });
    await sandbox.fail({ provider: 'adyen', card: '4444', times: 1e6, webhooks: { drop: true } });
    await sandbox.fail({ provider: 'maxpay', times: 1e6, webhooks: { drop: true } });
    const shoppers: Shopper[] = [];
    const environment = {
      DATA_DIR: await makeFolder(),
      DATABASE_URL: databaseUrl,
      PAYMENT_SANDBOX_URL: sandbox.origin,
      LIMIT_CHARGE_ACCOUNT: '1000000',
      LIMIT_CHARGE_ADDRESS: '1000000',
      LOG_LEVEL: 'silent',
    };
    const begun = new Date();
    const paid: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await runServer(environment);
      const enough = paid.length + randomInt(5, 25);
      // A shopper who was cut off buys no more of the same before it is known what became of it: others come.
      const newcomers = [
        await makeShopper(world, { number: '4111111111111111' }),
        await makeShopper(world, { number: '4111111111111111' }),
        await makeShopper(world, { number: '5555555555554444' }),
        await makeShopper(world, { number: '4111111111111111', flowId: '12' }),
        await makeShopper(world, { number: '4111111111111111', brand: 'verbena' }),
      ];
      shoppers.push(...newcomers);
      const shopping = newcomers.map((shopper) => keepBuying(server.port, shopper, paid));
      await expect.poll(() => paid.length, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(enough);
      server.kill('SIGKILL');
      await server.ended;
      await Promise.all(shopping);
    }
    // The last one is not killed, so it may as well live in this process.
    const last = await startNode(serverEnvironment(environment));
    await sandbox.deliverWebhooks();
    await last.stop();

    const heir = await takeOver(app, sandbox.origin);
    const days = new Set([begun, heir.clock.now()].map((date) => date.toISOString().slice(0, 10)));
    await passTime(heir, heir.clock, 1);
    for (const name of providerName.options) {
      const provider = heir.providers.get(name);
      for (const day of days) if (provider) await reconcile(heir, provider, day);
    }
    // A charge whose end stays unknown counts as not made after the last question. A day has one.
    for (let day = 0; day < chargePolls.most; day += 1) await passTime(heir, heir.clock, 24);
    const { ours, theirs, wrong } = await compareBooks(db, await sandbox.charges(), shoppers);
    expect(ours).toEqual(theirs);
    expect(wrong).toEqual([]);
    expect(await countFulfilled(db, paid)).toBe(paid.length);
  },
  usualOrLong(120_000, 1_200_000),
);

async function countFulfilled(db: Database, ids: string[]): Promise<number> {
  const { count } = await db
    .selectFrom('purchase')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where('state', '=', 'fulfilled')
    .executeTakeFirstOrThrow();
  return count;
}

test('a payment that a kill cuts is asked about as soon as there is a server again', async ({
  db,
  world,
  databaseUrl,
}) => {
  const sandbox = await runSandbox();
  // The bank takes the money. Neither its answer nor its webhook ever comes.
  await sandbox.fail({ provider: 'maxpay', timeout: 'after', webhooks: { drop: true } });
  const environment = {
    DATA_DIR: await makeFolder(),
    DATABASE_URL: databaseUrl,
    PAYMENT_SANDBOX_URL: sandbox.origin,
    // The tries of the test above count in the same database, from the same address.
    LIMIT_CHARGE_ADDRESS: '1000000',
    LOG_LEVEL: 'silent',
  };
  const shopper = await makeShopper(world, { number: '4111111111111111', flowId: '12' });
  const server = await runServer(environment);
  const cut = keepBuying(server.port, shopper, []);
  await expect.poll(async () => (await sandbox.charges()).length).toBe(1);
  server.kill('SIGKILL');
  await server.ended;
  await cut;
  const stateOf = async () => {
    const attempts = db.selectFrom('payment_attempt').select('state');
    return attempts.where('account_id', '=', shopper.accountId).executeTakeFirstOrThrow();
  };
  expect(await stateOf()).toEqual({ state: 'created' });
  await startNode(serverEnvironment(environment));
  // By itself it would be asked about minutes later.
  await expect.poll(stateOf).toEqual({ state: 'captured' });
});

const MOST_STEPS = 40;

test.for(Object.entries(billingActions))(
  '%s heals, wherever it is broken off',
  async ([, action], { world, handle }) => {
    const outcomes: Outcome[] = [];
    while (!outcomes.at(-1)?.survived && outcomes.length < MOST_STEPS) {
      outcomes.push(await killDuring(action, outcomes.length + 1, { world, pool: handle.pool }));
    }
    const done = outcomes.at(-1);
    expect(done).toMatchObject({ survived: true, wrong: [] });
    expect(done?.after).not.toBe(done?.before);
    for (const [step, { before, after, wrong }] of outcomes.entries()) {
      expect({ step, wrong }).toEqual({ step, wrong: [] });
      if (!action.mayBeAbandoned || after !== before)
        expect({ step, after }).toEqual({ step, after: done?.after });
    }
  },
);
