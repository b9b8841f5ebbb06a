import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { patiently } from '#testing/platform/jobs.ts';
import {
  addParcels,
  heldRuns,
  makeWorkTable,
  parcelQueue,
  parcelsOf,
  whileAtWork,
} from '#testing/platform/work.ts';
import { GiveUp } from './queue.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

test('what always fails keeps nothing back, is tried after growing pauses and then given up', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(5));
  const handle = async (_: unknown, { id }: Record<string, unknown>) => {
    if (id === 1) throw new Error('Bearer abc.def refused \0');
    if (id === 2) throw new GiveUp('no such person');
  };
  const queues = [
    parcelQueue(table, {
      handle,
      concurrency: () => 1,
      maxTries: () => 3,
      backoff: { base: 3_000, factor: 3, cap: 60_000 },
    }),
  ];
  const pauses: number[] = [];
  await whileAtWork({ app, databaseUrl, queues }, async () => {
    for (const tries of [1, 2]) {
      await expect
        .poll(() => parcelsOf(db, table), patiently)
        .toMatchObject([{ id: 1, tries, held: false }, { id: 2 }]);
      pauses.push((await parcelsOf(db, table))[0]?.dueIn ?? 0);
      await sql`update ${sql.table(table)} set work_at = now() where id = 1`.execute(db);
    }
    await expect
      .poll(() => parcelsOf(db, table), patiently)
      .toEqual([
        {
          id: 1,
          due: false,
          held: false,
          tries: 3,
          error: 'Bearer [token] refused ',
          failed: true,
          dueIn: null,
        },
        { id: 2, due: false, held: false, tries: 1, error: 'no such person', failed: true, dueIn: null },
      ]);
  });
  expect(pauses[0]).toBeGreaterThan(1.5);
  expect(pauses[1]).toBeGreaterThan((pauses[0] ?? 0) + 2);
});

test('a handler that asks for another try, or settles its row for one, gets no more than there are', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(2));
  const queues = [
    parcelQueue(table, {
      handle: async (_, { id }, run) => {
        if (id === 1) return { retry: 'Bearer abc.def busy \0' };
        await run.settle(db, { retry: 'busy' });
        return undefined;
      },
      maxTries: () => 2,
      backoff: { base: 0, cap: 0 },
    }),
  ];
  await whileAtWork({ app, databaseUrl, queues }, async () => {
    await expect
      .poll(() => parcelsOf(db, table), patiently)
      .toMatchObject([
        { tries: 2, failed: true, held: false, error: 'Bearer [token] busy ' },
        { tries: 2, failed: true, held: false, error: 'busy' },
      ]);
  });
});

test('a run that takes too long is aborted and tried again', async ({ app, db, databaseUrl }) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(1));
  const runs = heldRuns();
  const queues = [parcelQueue(table, { handle: runs.handle, timeoutMs: () => 50 })];
  await whileAtWork({ app, databaseUrl, queues }, async () => {
    await runs.next();
    await expect
      .poll(() => parcelsOf(db, table), patiently)
      .toMatchObject([{ tries: 1, held: false, error: 'The run took longer than 0.05 seconds.' }]);
  });
});
