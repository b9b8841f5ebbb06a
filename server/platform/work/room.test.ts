import { sql } from 'kysely';
import { vi } from 'vitest';
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
import type { Run } from './queue.ts';
import { workOff } from './worker.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

test('while what it needs is away nothing is claimed, and no more than there is room for', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(5));
  const runs = heldRuns();
  let free = 0;
  const looks: number[] = [];
  const room = () => {
    looks.push(free);
    return free;
  };
  const queues = [parcelQueue(table, { handle: runs.handle, concurrency: () => 4, room })];
  await whileAtWork({ app, databaseUrl, queues }, async () => {
    await expect.poll(() => looks.length, patiently).toBeGreaterThan(1);
    for (const parcel of await parcelsOf(db, table)) expect(parcel).toMatchObject({ tries: 0, held: false });
    free = 1.5;
    const run = await runs.next();
    free = 0;
    run.end();
    await expect.poll(() => parcelsOf(db, table), patiently).toHaveLength(4);
    for (const parcel of await parcelsOf(db, table)) expect(parcel).toMatchObject({ tries: 0, held: false });
    free = 100;
    for (let count = 0; count < 4; count += 1) (await runs.next()).end();
    await expect.poll(() => parcelsOf(db, table), patiently).toEqual([]);
  });
});

test('all that is due can be done at once, however much it is, and what is due later is left', async ({
  app,
  db,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(25));
  await sql`update ${sql.table(table)} set work_at = now() + interval '1 hour' where id = 3`.execute(db);
  const handle = async (_: unknown, { id }: Record<string, unknown>) => {
    if (id === 7) throw new Error('not today');
  };
  await workOff(app, [parcelQueue(table, { handle }), parcelQueue(await makeWorkTable(db), {})]);
  expect(await parcelsOf(db, table)).toMatchObject([
    { id: 3, tries: 0, error: null },
    { id: 7, tries: 1, error: 'not today', held: false },
  ]);
});

test('a batch goes on when its handler has settled some of its rows', async ({ app, db, databaseUrl }) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(2));
  const dueIn = async () => (await parcelsOf(db, table))[1]?.dueIn ?? 0;
  const handleBatch = vi.fn(async (_: unknown, __: unknown, { lease, signal }: Run) => {
    await sql`update ${sql.table(table)} set work_at = null, work_lease = null
      where id = 1 and work_lease = ${lease}::uuid`.execute(db);
    // Its lease is extended several times meanwhile.
    for (let count = 0; count < 3; count += 1) {
      await sql`update ${sql.table(table)} set work_at = now() + interval '200 milliseconds' where id = 2`.execute(
        db,
      );
      await expect.poll(dueIn, { ...patiently, interval: 5 }).toBeGreaterThan(0.25);
    }
    signal.throwIfAborted();
    return ['settled', 'done'] as const;
  });
  const queues = [parcelQueue(table, { handleBatch, batch: 2, leaseMs: 400, whenDone: 'keep' })];
  await whileAtWork({ app, databaseUrl, queues }, () =>
    expect
      .poll(() => parcelsOf(db, table), patiently)
      .toMatchObject([
        { due: false, error: null },
        { due: false, error: null },
      ]),
  );
  expect(handleBatch).toHaveBeenCalledOnce();
});

test('a batch is no larger than there is room for', async ({ app, db }) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(5));
  const sizes: number[] = [];
  const queue = parcelQueue(table, {
    batch: 10,
    concurrency: () => 1,
    room: () => (sizes.length === 0 ? 1 : Number.POSITIVE_INFINITY),
    handleBatch: async (_, rows) => {
      sizes.push(rows.length);
      return [];
    },
  });
  await workOff(app, [queue]);
  expect(sizes).toEqual([1, 4]);
});
