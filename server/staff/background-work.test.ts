import { sql } from 'kysely';
import { z } from 'zod';
import { readQueueName, workQueues } from '#contract/staff/work-queues.ts';
import type { Database } from '#server/platform/database/database.ts';
import { jobQueues } from '#server/platform/jobs/job-queues.ts';
import { enqueue, handle, jobKind } from '#server/platform/jobs/jobs.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { World } from '#testing/world.ts';
import { discardWork, listFailedWork, readWork, retryWork } from './background-work.ts';
import { listAudit } from './console-reads.ts';

const greet = jobKind('greet', z.object({ name: z.string() }));
const queues = jobQueues([handle(greet, () => Promise.resolve())]);
const queue = 'jobs.general';

const operatorOf = async (world: World, name = 'Ada') =>
  withServices(await atWork(world, { name }), { queues });

async function makeFailedJob(db: Database): Promise<string> {
  await enqueue(db, greet, { name: 'Marco' });
  const { rows } = await sql<{ id: number }>`
    update job set work_at = null, work_tries = max_tries, work_error = 'no one home', work_failed_at = now()
    where id = (select max(id) from job) returning id`.execute(db);
  return JSON.stringify(rows.map(({ id }) => id));
}

test('what was given up is seen with its error, and is tried again when an operator says so', async ({
  world,
  db,
}) => {
  const operator = await operatorOf(world, 'Dora');
  const key = await makeFailedJob(db);
  expect(await readWork(operator)).toMatchObject({ queues: [{ name: queue, waiting: 0, givenUp: 1 }] });
  const { failed, discardable } = await listFailedWork(operator, { queue });
  expect(failed).toEqual([
    {
      key,
      kind: 'greet',
      tries: 12,
      error: 'no one home',
      givenUpAt: expect.any(Number) as number,
      dueAt: null,
    },
  ]);
  expect(discardable).toBe(true);

  expect(await retryWork(operator, { queue, key })).toEqual({ retried: 1 });
  expect(await readWork(operator)).toMatchObject({ queues: [{ name: queue, waiting: 1, givenUp: 0 }] });
  const { entries } = await listAudit(operator, {});
  expect(entries[0]).toMatchObject({
    action: 'work.retried',
    actor: 'Dora',
    subject: queue,
    details: { key, count: 1 },
  });
  await expect(retryWork(operator, { queue, key })).rejects.toThrow('work.not_found');
});

test('all that was given up is tried again together', async ({ world, db }) => {
  const operator = await operatorOf(world);
  await db.deleteFrom('job').execute();
  for (let count = 0; count < 3; count += 1) await makeFailedJob(db);
  expect(await retryWork(operator, { queue })).toEqual({ retried: 3 });
  expect(await retryWork(operator, { queue })).toEqual({ retried: 0 });
  expect(await listFailedWork(operator, { queue })).toMatchObject({ failed: [] });
});

test('what was given up is thrown away once, and nothing that waits is', async ({ world, db }) => {
  const operator = await operatorOf(world);
  const key = await makeFailedJob(db);
  expect(await discardWork(operator, { queue, key })).toEqual({ ok: true });
  await expect(discardWork(operator, { queue, key })).rejects.toThrow('work.not_found');
  await enqueue(db, greet, { name: 'Lucia' });
  const { rows } = await sql<{ id: number }>`select max(id) as id from job`.execute(db);
  const waits = JSON.stringify(rows.map(({ id }) => id));
  await expect(discardWork(operator, { queue, key: waits })).rejects.toThrow('work.not_found');
  await expect(retryWork(operator, { queue, key: waits })).rejects.toThrow('work.not_found');
});

test('every queue has a title in the console, and every title a queue', ({ app }) => {
  const known = app.queues.map(({ name }) => readQueueName(name).queue);
  expect(new Set(known)).toEqual(new Set(workQueues));
});

test('of a queue that does not exist there is nothing to see', async ({ world }) => {
  const operator = await operatorOf(world);
  for (const call of [listFailedWork, retryWork])
    await expect(call(operator, { queue: 'jobs.none' })).rejects.toThrow('work.not_found');
});
