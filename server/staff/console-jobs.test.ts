import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { discardJob, listJobs, retryJob } from './console-jobs.ts';
import { listAudit } from './console-reads.ts';

const greet = jobKind('greet', z.object({ name: z.string() }));

async function makeDeadJob(db: Database): Promise<string> {
  await enqueue(db, greet, { name: 'Marco' });
  const { rows } = await sql<{ id: string }>`
    update job set work_at = null, work_tries = max_tries, work_error = 'nobody home', work_failed_at = now()
    where id = (select max(id) from job) returning id::text`.execute(db);
  const [job] = rows;
  if (!job) throw new Error('no job');
  return job.id;
}

test('a dead job is seen with its last error, and runs again when an operator says so', async ({
  world,
  db,
}) => {
  const operator = await atWork(world, { name: 'Dora' });
  const id = await makeDeadJob(db);
  const dead = await listJobs(operator, { state: 'dead' });
  expect(dead.jobs).toMatchObject([{ id, task: 'greet', state: 'dead', lastError: 'nobody home' }]);
  expect(dead.counts).toEqual({ waiting: 0, running: 0, dead: 1 });

  expect(await retryJob(operator, { id })).toEqual({ ok: true });
  const waiting = await listJobs(operator, { state: 'waiting' });
  expect(waiting.jobs).toMatchObject([{ id, attempts: 0 }]);
  expect(waiting.counts).toEqual({ waiting: 1, running: 0, dead: 0 });
  const { entries } = await listAudit(operator, {});
  expect(entries[0]).toMatchObject({ action: 'job.retried', actor: 'Dora', subject: `job ${id}` });
});

test('a dead job is thrown away once', async ({ world, db }) => {
  const operator = await atWork(world);
  const id = await makeDeadJob(db);
  expect(await discardJob(operator, { id })).toEqual({ ok: true });
  await expect(discardJob(operator, { id })).rejects.toThrow('job.not_found');
  await expect(retryJob(operator, { id })).rejects.toThrow('job.not_found');
  const { entries } = await listAudit(operator, {});
  expect(entries.filter(({ subject }) => subject === `job ${id}`)).toMatchObject([
    { action: 'job.discarded' },
  ]);
});

test('work that has not given up cannot be thrown away', async ({ world, db }) => {
  const operator = await atWork(world);
  await enqueue(db, greet, { name: 'Lucia' });
  const [job] = (await listJobs(operator, { state: 'waiting' })).jobs;
  await expect(discardJob(operator, { id: job?.id ?? '' })).rejects.toThrow('job.not_found');
  await expect(retryJob(operator, { id: '9999999999999999999' })).rejects.toThrow('job.not_found');
});
