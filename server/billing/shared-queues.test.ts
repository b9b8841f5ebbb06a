/** Two nodes at the same queues of payments, and one that dies with what it has claimed. */

import { randomUUID } from 'node:crypto';
import type { App } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Queue } from '#server/platform/work/queue.ts';
import { claim } from '#server/platform/work/statements.ts';
import { workOff } from '#server/platform/work/worker.ts';
import { fakeProvider, orderFor, payer } from '#testing/billing/payer.ts';
import { give, paid, stage } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { withServices } from '#testing/world.ts';
import type { World } from '#testing/world.ts';
import { tokenQueues } from './payments/forget-tokens.ts';
import { tryCharge } from './payments/pay-by-card.ts';
import { attemptQueues } from './payments/poll-attempts.ts';
import type { Provider } from './providers/provider.ts';
import { refundQueues } from './refunds/send-refunds.ts';

const COUNT = 15;

interface Waiting {
  app: App;
  queues: readonly Queue[];
  /** What its provider was asked about, each by its id. */
  asked: string[];
}

/** Much that waits for one provider. */
const waiting: Record<string, (world: World) => Promise<Waiting>> = {
  async removals({ app }) {
    const asked: string[] = [];
    const forget: Provider['forget'] = async ({ token }) => {
      asked.push(token);
      return { state: 'gone' };
    };
    const at = app.clock.now();
    await app.db
      .insertInto('token_removal')
      .values(
        Array.from({ length: COUNT }, () => ({
          brand_id: randomUUID(),
          id: newId(),
          provider: 'adyen' as const,
          token: newId(),
          customer_id: randomUUID(),
          work_at: at,
        })),
      )
      .execute();
    const providers = { ...app.providers, get: () => ({ ...fakeProvider('adyen'), forget }) };
    return { app: { ...app, providers }, queues: tokenQueues, asked };
  },
  async 'open charges'(world) {
    const asked: string[] = [];
    const silent: Provider = {
      ...fakeProvider('adyen', { state: 'unknown' }),
      async pollStatus({ attemptId }) {
        asked.push(attemptId);
        return { state: 'unknown' };
      },
    };
    // Those of the test before stay open.
    await world.app.db.updateTable('payment_attempt').set({ work_at: null }).execute();
    const member = await payer(world, [silent]);
    for (let count = 0; count < COUNT; count += 1) {
      const other = withServices(await payer(world, [silent]), { providers: member.app.providers });
      await tryCharge(other, (await orderFor(other, 'credits-300')).input);
    }
    world.app.clock.advance(MINUTE);
    return { app: member.app, queues: attemptQueues, asked };
  },
  async refunds(world) {
    const { member, bank } = await stage(world);
    for (let count = 0; count < COUNT; count += 1) {
      const { attemptId } = await paid(member, { receipt: false });
      await give(member, attemptId);
    }
    const asked: string[] = [];
    bank.answer = ({ refundId }) => {
      asked.push(refundId);
      return { state: 'done', reference: `r-${refundId}` };
    };
    return { app: member.app, queues: refundQueues, asked };
  },
};

test.for(Object.entries(waiting))(
  'two nodes share %s, and ask for each once',
  async ([, prepare], { world }) => {
    const { app, queues, asked } = await prepare(world);
    await Promise.all([workOff(app, queues), workOff({ ...app }, queues)]);
    expect(asked).toHaveLength(COUNT);
    expect(new Set(asked).size).toBe(COUNT);
  },
);

test.for(Object.entries(waiting))(
  '%s that a dead node has claimed are taken over, once',
  async ([, prepare], { world }) => {
    const { app, queues, asked } = await prepare(world);
    for (const queue of queues)
      await claim(app.db, queue, { lease: randomUUID(), limit: 1_000, clock: app.clock });
    await workOff(app, queues);
    expect(asked).toEqual([]);
    world.app.clock.advance(MINUTE);
    await workOff(app, queues);
    expect(asked).toHaveLength(COUNT);
    expect(new Set(asked).size).toBe(COUNT);
  },
);
