import { expect, test } from '#testing/harness.ts';
import { patiently } from '#testing/platform/jobs.ts';
import { addParcels, makeWorkTable, parcelQueue, parcelsOf, whileAtWork } from '#testing/platform/work.ts';
import type { Queue } from './queue.ts';

test('a batch is handled together, and one alone where it fails, so that only the row at fault is tried again', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(
    db,
    table,
    [1, 2, 3, 4, 5].map((id) => ({ id })),
  );
  const batches: unknown[][] = [];
  const queues = [
    parcelQueue(table, {
      batch: 4,
      concurrency: () => 1,
      handleBatch: async (_, rows) => {
        batches.push(rows.map(({ id }) => id));
        if (rows.some(({ id }) => id === 2)) throw new Error('it does not fit');
        return [undefined, { giveUp: 'not this one' }];
      },
    }),
  ];
  await whileAtWork({ app, databaseUrl, queues }, async () => {
    await expect
      .poll(() => parcelsOf(db, table), patiently)
      .toMatchObject([{ id: 2, tries: 1, error: 'it does not fit', failed: false, held: false }]);
  });
  expect(batches.map((ids) => ids.toSorted())).toEqual([[1, 2, 3, 4], [1], [2], [3], [4], [5]]);
});

test('rows that come one after the other are claimed together by a queue that waits for more', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, [{ id: 1 }]);
  const batches: unknown[][] = [];
  const handleBatch: Queue['handleBatch'] = async (_, rows) => {
    batches.push(rows.map(({ id }) => id));
    return [];
  };
  const queues = [parcelQueue(table, { batch: 4, gatherMs: 1_500, handleBatch })];
  await whileAtWork({ app, databaseUrl, queues }, async () => {
    await addParcels(db, table, [{ id: 2 }, { id: 3 }]);
    await expect.poll(() => parcelsOf(db, table), patiently).toEqual([]);
  });
  expect(batches.map((ids) => ids.toSorted())).toEqual([[1, 2, 3]]);
});
