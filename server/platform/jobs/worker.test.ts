import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from '#testing/harness.ts';
import { controlledRuns, jobsOf, newKind, patiently, whileWorking } from '#testing/platform/jobs.ts';
import { databaseUrlOf } from '#testing/template.ts';
import { createLogger } from '../telemetry/log.ts';
import { enqueue, handle } from './jobs.ts';

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

test('jobs of one line run one after the other, even on two workers, and in their order', async ({
  app,
  db,
  databaseUrl,
}) => {
  const kind = newKind();
  const runs = controlledRuns();
  const texts = ['one', 'two', 'three', 'four'];
  for (const text of texts) await enqueue(db, kind, { text }, { line: 'line' });
  await enqueue(db, kind, { text: 'beside' });
  const stage = { app, databaseUrl, handlers: [handle(kind, runs.run)] };
  await whileWorking(stage, () =>
    whileWorking(stage, async () => {
      const first = [await runs.next(), await runs.next()];
      expect(first.map(({ text }) => text).toSorted()).toEqual(['beside', 'one']);
      for (const run of first) run.succeed();
      for (const [index, text] of texts.slice(1).entries()) {
        const run = await runs.next();
        expect(run.text).toBe(text);
        // None has begun meanwhile but those that have ended.
        expect(runs.total.count).toBe(index + 3);
        run.succeed();
      }
      await expect.poll(() => jobsOf(db, kind.id), patiently).toEqual([]);
    }),
  );
});

test('the next of a line begins as soon as the one before it has ended', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  // A look a second would need as many seconds.
  const COUNT = 120;
  for (let count = 0; count < COUNT; count += 1)
    await enqueue(db, kind, { text: String(count) }, { line: 'long line' });
  const handler = handle(kind, () => Promise.resolve());
  await whileWorking({ app, databaseUrl, handlers: [handler] }, async () => {
    await expect.poll(() => jobsOf(db, kind.id), patiently).toEqual([]);
  });
});

test('one that fails keeps its line waiting for no longer than it runs', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const runs = controlledRuns();
  for (const text of ['one', 'two']) await enqueue(db, kind, { text }, { line: 'failing line' });
  await whileWorking({ app, databaseUrl, handlers: [handle(kind, runs.run)] }, async () => {
    (await runs.next()).fail(new Error('not now'));
    const next = await runs.next();
    expect(next.text).toBe('two');
    next.succeed();
  });
  expect(await jobsOf(db, kind.id)).toMatchObject([{ state: 'waiting', lastError: 'not now' }]);
});

test('the job of a killed worker is picked up by another, before the next of its line', async ({
  app,
  db,
  databaseUrl,
}) => {
  const kind = newKind();
  const runs = controlledRuns();
  for (const text of ['killed', 'next']) await enqueue(db, kind, { text }, { line: 'killed line' });
  // What a worker that was killed in the middle of a job leaves behind.
  await sql`update job set work_lease = gen_random_uuid(), work_at = now() - interval '1 second', work_tries = 1
    where id = (select min(id) from job where task = ${kind.id})`.execute(db);
  await whileWorking({ app, databaseUrl, handlers: [handle(kind, runs.run)] }, async () => {
    const run = await runs.next();
    expect(run).toMatchObject({ text: 'killed', attempt: 2 });
    run.succeed();
    const next = await runs.next();
    expect(next).toMatchObject({ text: 'next', attempt: 1 });
    next.succeed();
    await expect.poll(() => jobsOf(db, kind.id), patiently).toEqual([]);
  });
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
  // The try does not count.
  expect(await jobsOf(db, kind.id)).toMatchObject([
    { state: 'waiting', attempts: 0, lastError: 'The worker stopped before the work was done.' },
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
        before.succeed();
        await expect.poll(() => said.join(''), patiently).toContain('cannot look for work');
        await admin.query(`alter database "${name}" allow_connections true`);
        await expect.poll(() => jobsOf(db, kind.id), patiently).toEqual([]);
        await enqueue(db, kind, { text: 'after' });
        (await runs.next()).succeed();
      },
    );
  } finally {
    await admin.query(`alter database "${name}" allow_connections true`);
    await admin.end();
  }
  // Its result was written once the database was back, so that it ran once.
  expect(runs.total.count).toBe(2);
});
