import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { someoneWaitsForLock } from '#testing/database-fixtures.ts';
import { openDatabaseProxy, urlOfProxy } from '#testing/database-proxy.ts';
import { expect, test } from '#testing/harness.ts';
import {
  controlledRuns,
  jobsOf,
  newKind,
  patiently,
  whileWorking,
  withPool,
} from '#testing/platform/jobs.ts';
import { databaseUrlOf } from '#testing/template.ts';
import type { Database } from '../database/database.ts';
import { createLogger } from '../telemetry/log.ts';
import { releaseDeadWorkers, installJobsSchema } from './heartbeat.ts';
import { countJobs } from './jobs-admin.ts';
import { enqueue, handle, jobKind } from './jobs.ts';
import { startWorker } from './worker.ts';

test('two workers share the jobs and run each once', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const done: string[] = [];
  const handler = handle(kind, async (_app, { text }) => void done.push(text));
  const texts = Array.from({ length: 60 }, (_, index) => String(index));
  await whileWorking({ app, databaseUrl, handlers: [handler], concurrency: 4 }, async () => {
    await whileWorking({ app, databaseUrl, handlers: [handler], concurrency: 4 }, async () => {
      await db.transaction().execute(async (tx) => {
        for (const text of texts) await enqueue(tx, kind, { text });
      });
      await expect.poll(() => jobsOf(db, kind.id), patiently).toEqual([]);
    });
  });
  expect(done.toSorted()).toEqual(texts.toSorted());
});

test('jobs of one queue run one after the other, even on two workers', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const runs = controlledRuns();
  for (const text of ['one', 'two']) await enqueue(db, kind, { text }, { queue: 'line' });
  const stage = { app, databaseUrl, handlers: [handle(kind, runs.run)] };
  await whileWorking(stage, () =>
    whileWorking(stage, async () => {
      const one = await runs.next();
      expect(await countJobs(db)).toMatchObject({ running: 1 });
      expect(one.text).toBe('one');
      // Whoever looked for a job while the queue was locked must be notified that it is free again.
      const listener = new pg.Client(databaseUrl);
      const received: unknown[] = [];
      listener.on('notification', (notice) => received.push(notice));
      await listener.connect();
      await listener.query('listen "jobs:insert"');
      one.succeed();
      (await runs.next()).succeed();
      await expect.poll(() => received.length, patiently).toBeGreaterThan(0);
      await listener.end();
    }),
  );
  expect(runs.total.count).toBe(2);
});

/** What a worker that was killed in the middle of a job leaves behind. */
async function abandon(db: Database, task: string): Promise<void> {
  await sql`update graphile_worker._private_jobs
    set locked_by = 'pool-killed', locked_at = now() - interval '1 minute', attempts = 1
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${task})`.execute(db);
}

test('the job of a killed worker is picked up by another', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const runs = controlledRuns();
  await enqueue(db, kind, { text: 'hello' });
  await abandon(db, kind.id);
  const heartbeat = { everyMilliseconds: 10, deadAfterMilliseconds: 50 };
  await whileWorking({ app, databaseUrl, handlers: [handle(kind, runs.run)], heartbeat }, async () => {
    const run = await runs.next();
    expect(run.attempt).toBe(2);
    run.succeed();
    await expect.poll(() => jobsOf(db, kind.id), patiently).toEqual([]);
  });
});

test('a worker that gives signs of life keeps its job, however long it takes', async ({
  app,
  db,
  databaseUrl,
}) => {
  const kind = newKind();
  const runs = controlledRuns();
  await enqueue(db, kind, { text: 'hello' });
  const heartbeat = { everyMilliseconds: 10, deadAfterMilliseconds: 60_000 };
  await whileWorking({ app, databaseUrl, handlers: [handle(kind, runs.run)], heartbeat }, async () => {
    const run = await runs.next();
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '3 hours'
      where locked_by is not null`.execute(db);
    await expect
      .poll(async () => (await sql`select from jobs.worker`.execute(db)).rows.length, patiently)
      .toBeGreaterThan(0);
    expect(await withPool(databaseUrl, (pool) => releaseDeadWorkers(pool, 60_000))).toEqual([]);
    run.succeed();
  });
  expect(runs.total.count).toBe(1);
});

test('stop waits for the running job and takes no other', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const runs = controlledRuns();
  const ended: string[] = [];
  await whileWorking(
    { app, databaseUrl, handlers: [handle(kind, runs.run)], concurrency: 1 },
    async (worker) => {
      await enqueue(db, kind, { text: 'running' });
      const run = await runs.next();
      const stopped = worker.stop().then(() => ended.push('worker'));
      await enqueue(db, kind, { text: 'too late' });
      ended.push('job');
      run.succeed();
      await stopped;
      expect(await jobsOf(db, kind.id)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    },
  );
  expect(ended).toEqual(['job', 'worker']);
});

test('stop does not wait for ever', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const runs = controlledRuns();
  const impatient = { ...app, config: { ...app.config, shutdownSeconds: 0.05 } };
  await whileWorking({ app: impatient, databaseUrl, handlers: [handle(kind, runs.run)] }, async (worker) => {
    await enqueue(db, kind, { text: 'endless' });
    const run = await runs.next();
    await worker.stop();
    expect(run.signal.aborted).toBe(true);
  });
  expect(await jobsOf(db, kind.id)).toMatchObject([
    { state: 'waiting', attempts: 1, lastError: 'The worker stopped before the job was done.' },
  ]);
});

test('the worker survives a database that goes away for a moment', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const runs = controlledRuns();
  const said: string[] = [];
  const log = createLogger(
    { logLevel: 'info', logFormat: 'json' },
    { write: (line: string) => void said.push(line) },
  );
  const name = new URL(databaseUrl).pathname.slice(1);
  const admin = new pg.Client(databaseUrlOf(databaseUrl, 'postgres'));
  await admin.connect();
  try {
    await whileWorking(
      { app: { ...app, log }, databaseUrl, handlers: [handle(kind, runs.run)] },
      async () => {
        await enqueue(db, kind, { text: 'before' });
        const before = await runs.next();
        await admin.query(`alter database "${name}" allow_connections false`);
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
          name,
        ]);
        // Its result cannot be written now, so it will run once more.
        before.succeed();
        await expect.poll(() => said.join(''), patiently).toContain('cannot start again yet');
        await admin.query(`alter database "${name}" allow_connections true`);
        const again = await runs.next();
        expect(again).toMatchObject({ text: 'before', attempt: 2 });
        again.succeed();
        await expect.poll(() => jobsOf(db, kind.id), patiently).toEqual([]);
      },
    );
  } finally {
    await admin.query(`alter database "${name}" allow_connections true`);
    await admin.end();
  }
});

test('a worker whose first look for a job fails says so, instead of never finding any', async ({
  app,
  db,
  databaseUrl,
}) => {
  const kind = newKind();
  const runs = controlledRuns();
  const proxy = await openDatabaseProxy(databaseUrl);
  const options = { handlers: [handle(kind, runs.run)], cron: [], concurrency: 1 };
  await withPool(urlOfProxy(proxy, databaseUrl), async (pool) => {
    let starting: ReturnType<typeof startWorker> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`lock table graphile_worker._private_tasks in access exclusive mode`.execute(tx);
      starting = startWorker(app, { ...options, pool });
      starting.catch(() => {});
      await someoneWaitsForLock(db);
      proxy.cut();
    });
    await expect(starting).rejects.toThrow();
  });
  await whileWorking({ app, databaseUrl, ...options }, async () => {
    await enqueue(db, kind, { text: 'hello' });
    (await runs.next()).succeed();
  });
});

test('jobs come by the clock, with the field of the scheduler taken off', async ({
  app,
  db,
  databaseUrl,
}) => {
  const strict = jobKind(newKind().id, z.strictObject({ text: z.string() }));
  const ran = Promise.withResolvers<string>();
  const handler = handle(strict, async (_app, { text }) => ran.resolve(text));
  const payload = { text: 'every minute' };
  const entry = { task: strict.id, match: '* * * * *', payload, maxAttempts: 1, backfillMinutes: 5 };
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values (${strict.id}, now() - interval '1 day', now() - interval '2 minutes')`.execute(db);
  await whileWorking({ app, databaseUrl, handlers: [handler], cron: [entry] }, async () => {
    expect(await ran.promise).toBe('every minute');
  });
});

test('one that runs alone keeps the next of its kind waiting', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const runs = controlledRuns();
  const payload = { text: 'alone' };
  const entry = { task: kind.id, match: '* * * * *', payload, maxAttempts: 1, backfillMinutes: 5 };
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values (${kind.id}, now() - interval '1 day', now() - interval '2 minutes')`.execute(db);
  const cron = [{ ...entry, oneAtATime: true }];
  await whileWorking({ app, databaseUrl, handlers: [handle(kind, runs.run)], cron }, async () => {
    const first = await runs.next();
    const held = sql`select from graphile_worker._private_job_queues
      where queue_name = ${kind.id} and locked_by is not null`;
    expect((await held.execute(db)).rows).toHaveLength(1);
    first.succeed();
  });
});

test('installing the tables twice, and by two nodes at once, is harmless', async ({ db, databaseUrl }) => {
  const kind = newKind();
  await enqueue(db, kind, { text: 'kept' });
  await withPool(databaseUrl, (pool) => Promise.all([installJobsSchema(pool), installJobsSchema(pool)]));
  expect(await jobsOf(db, kind.id)).toHaveLength(1);
});
