import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { patiently } from '#testing/platform/jobs.ts';
import { addParcels, makeWorkTable, parcelQueue, parcelsOf, whileAtWork } from '#testing/platform/work.ts';
import type { Database } from '../database/database.ts';
import { discardFailed, listFailed, readQueues, retryFailed } from './overview.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const change = (db: Database, table: string, id: number, columns: string) =>
  sql`update ${sql.table(table)} set ${sql.raw(columns)} where id = ${id}`.execute(db);

/** One of each: two that wait, one that runs, one that comes later, one that fails, two that were given up. */
async function fillTable(db: Database): Promise<string> {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(7));
  await change(db, table, 1, "work_at = now() - interval '90 seconds'");
  await change(db, table, 3, "work_lease = gen_random_uuid(), work_at = now() + interval '30 seconds'");
  await change(db, table, 4, "work_at = now() + interval '1 hour'");
  await change(db, table, 5, "work_at = now() + interval '1 hour', work_tries = 2, work_error = 'no answer'");
  const givenUp = (minutes: number) =>
    `work_at = null, work_tries = 12, work_error = 'no', work_failed_at = now() - interval '${minutes} minutes'`;
  await change(db, table, 6, givenUp(9));
  await change(db, table, 7, givenUp(3));
  return table;
}

const ids = (count: number) => numbered(count).map(({ id }) => id);

test('of each queue it is known what waits, for how long, what fails and what was given up', async ({
  app,
  db,
  databaseUrl,
}) => {
  const [table, idle] = [await fillTable(db), await makeWorkTable(db)];
  const queues = [parcelQueue(table, {}), parcelQueue(idle, {})];
  const [busy, quiet] = await readQueues(app, queues);
  expect(busy).toMatchObject({ name: table, waiting: 2, failing: 1, givenUp: 2, donePerMinute: 0 });
  expect(busy?.oldestSeconds).toBeGreaterThanOrEqual(90);
  const nothing = { waiting: 0, oldestSeconds: 0, failing: 0, givenUp: 0, donePerMinute: 0 };
  expect(quiet).toEqual({ name: idle, ...nothing });
  // Only rows of its own count.
  const [none] = await readQueues(app, [parcelQueue(table, { where: sql`w.id > 100` })]);
  expect(none).toEqual({ name: table, ...nothing });

  await whileAtWork({ app, databaseUrl, queues }, async () => {
    await expect.poll(async () => (await readQueues(app, queues))[0]?.waiting, patiently).toBe(0);
  });
  expect((await readQueues(app, queues))[0]?.donePerMinute).toBeGreaterThan(0);
});

test('what failed is listed with its error: what was given up, and then what is tried again', async ({
  db,
}) => {
  const table = await fillTable(db);
  const queue = parcelQueue(table, { kindOf: ({ brand }) => String(brand) });
  const failed = await listFailed(db, queue, 10);
  expect(failed).toMatchObject([
    { key: '[7]', kind: 'one', tries: 12, error: 'no', givenUpAt: expect.any(Date) as Date, dueAt: null },
    { key: '[6]' },
    { key: '[5]', tries: 2, error: 'no answer', givenUpAt: null, dueAt: expect.any(Date) as Date },
  ]);
  expect(await listFailed(db, queue, 1)).toHaveLength(1);
});

test('one that failed is tried again at once, or all that were given up, and nothing else', async ({
  app,
  db,
}) => {
  const table = await fillTable(db);
  const queue = parcelQueue(table, {});
  for (const key of ['[1]', '[3]', '[99]', '["x"]', '[5,5]', 'x', '{}'])
    expect(await retryFailed(app, queue, key)).toBe(0);
  expect(await retryFailed(app, queue, '[5]')).toBe(1);
  expect((await parcelsOf(db, table))[4]).toMatchObject({ due: true, tries: 0 });
  expect(await retryFailed(app, queue)).toBe(2);
  expect((await parcelsOf(db, table)).slice(5)).toMatchObject([
    { due: true, tries: 0, failed: false },
    { due: true, tries: 0, failed: false },
  ]);
  expect(await retryFailed(app, queue)).toBe(0);
});

test('what was given up can be thrown away, where what is done is too', async ({ db }) => {
  const table = await fillTable(db);
  expect(await discardFailed(db, parcelQueue(table, { whenDone: 'keep' }), '[6]')).toBe(false);
  const queue = parcelQueue(table, {});
  for (const key of ['[1]', '[5]', 'x']) expect(await discardFailed(db, queue, key)).toBe(false);
  expect(await discardFailed(db, queue, '[6]')).toBe(true);
  expect((await parcelsOf(db, table)).map(({ id }) => id)).toEqual(ids(7).filter((id) => id !== 6));
});
