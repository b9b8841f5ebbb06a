import { sql } from 'kysely';
import { z } from 'zod';
import { waitForBlockedSession } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import {
  controlledRuns,
  jobsOf,
  newKind,
  note,
  passTime,
  patiently,
  whileWorking,
} from '#testing/platform/jobs.ts';
import { listFailed, retryFailed } from '../work/overview.ts';
import { GiveUp } from '../work/queue.ts';
import { jobQueues } from './job-queues.ts';
import { enqueue, handle, jobKind, schedule } from './jobs.ts';

test('a job exists if and when its transaction does', async ({ db }) => {
  const kind = newKind();
  const failing = db.transaction().execute(async (tx) => {
    await enqueue(tx, kind, { text: 'never' });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await jobsOf(db, kind.id)).toEqual([]);

  await db.transaction().execute((tx) => enqueue(tx, kind, { text: 'now' }));
  expect(await jobsOf(db, kind.id)).toMatchObject([{ task: kind.id, attempts: 0, state: 'waiting' }]);
});

test('a payload that does not fit its kind is not taken', async ({ db }) => {
  const kind = newKind();
  await expect(enqueue(db, kind, { text: 7 as unknown as string })).rejects.toThrow();
  expect(await jobsOf(db, kind.id)).toEqual([]);
});

test('a failed job is tried again after a pause that grows', async ({ app, db, databaseUrl }) => {
  const kind = newKind({ maxAttempts: 5 });
  const runs = controlledRuns();
  await enqueue(db, kind, { text: 'hello' });
  await whileWorking({ app, databaseUrl, handlers: [handle(kind, runs.run)] }, async () => {
    const pauses: number[] = [];
    for (const attempt of [1, 2]) {
      const run = await runs.next();
      expect(run).toMatchObject({ text: 'hello', attempt, last: false });
      const before = Date.now();
      run.fail(new Error('the provider said no'));
      const [job] = await expect
        .poll(() => jobsOf(db, kind.id), patiently)
        .toMatchObject([{ state: 'waiting', attempts: attempt, lastError: 'the provider said no' }])
        .then(() => jobsOf(db, kind.id));
      pauses.push((job?.runAt ?? 0) - before);
      await passTime(db, kind.id);
    }
    expect(pauses[0]).toBeGreaterThan(2_000);
    expect(pauses[1]).toBeGreaterThan(7_000);
    (await runs.next()).succeed();
    await expect.poll(() => jobsOf(db, kind.id), patiently).toEqual([]);
  });
  const { values } = await app.metrics.work.get();
  const outcomes = values.filter(({ labels }) => labels.kind === kind.id);
  expect(outcomes.map(({ labels, value }) => [labels.outcome, value])).toEqual([
    ['retry', 2],
    ['done', 1],
  ]);
});

test('a job that never succeeds becomes a dead letter, which can be seen, retried and done', async ({
  app,
  db,
  databaseUrl,
}) => {
  const kind = newKind({ maxAttempts: 1 });
  const runs = controlledRuns();
  await enqueue(db, kind, { text: 'hello' });
  const handler = handle(kind, runs.run);
  await whileWorking({ app, databaseUrl, handlers: [handler] }, async () => {
    const first = await runs.next();
    expect(first.last).toBe(true);
    first.fail(
      new Error('Bearer abc.def refused at https://me:secret@host/?token=xyz for 4111 1111 1111 1111 \0'),
    );
    await expect
      .poll(() => jobsOf(db, kind.id), patiently)
      .toMatchObject([{ state: 'dead', attempts: 1, maxAttempts: 1 }]);
    const [dead] = await jobsOf(db, kind.id);
    expect(dead?.lastError).toContain('refused');
    expect(dead?.lastError).not.toMatch(/abc\.def|secret|xyz|4111/);

    const [queue] = jobQueues([handler]);
    if (!queue || !dead) throw new Error('there is no dead job');
    const [failed] = await listFailed(db, queue, 10);
    expect(failed).toMatchObject({ kind: kind.id, tries: 1, error: dead.lastError });
    expect(await retryFailed(app, queue, failed?.key)).toBe(1);
    (await runs.next()).succeed();
    await expect.poll(() => jobsOf(db, kind.id), patiently).toEqual([]);
  });
});

test('a payload of another age goes to the dead letters at once, without its values', async ({
  app,
  db,
  databaseUrl,
}) => {
  const older = jobKind(newKind().id, z.object({ text: z.number(), card: z.string() }));
  const kind = { ...older, payload: note };
  await enqueue(db, older, { text: 7, card: 'hunter2' });
  const runs = controlledRuns();
  await whileWorking({ app, databaseUrl, handlers: [handle(kind, runs.run)] }, async () => {
    await expect
      .poll(() => jobsOf(db, kind.id), patiently)
      .toMatchObject([{ state: 'dead', attempts: 1, maxAttempts: 12 }]);
  });
  const [dead] = await jobsOf(db, kind.id);
  expect(dead?.lastError).toBe(`The payload does not fit ${kind.id}: text (invalid_type)`);
  expect(runs.total.count).toBe(0);
});

test('work that knows it is hopeless gives up at once', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  await enqueue(db, kind, { text: 'hello' });
  const handler = handle(kind, () => Promise.reject(new GiveUp('no such person')));
  await whileWorking({ app, databaseUrl, handlers: [handler] }, async () => {
    await expect
      .poll(() => jobsOf(db, kind.id), patiently)
      .toMatchObject([{ state: 'dead', lastError: 'no such person' }]);
  });
});

test('work that takes too long is aborted and tried again', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  await enqueue(db, kind, { text: 'hello' });
  const aborted = Promise.withResolvers<unknown>();
  const handler = handle(
    kind,
    (_app, _payload, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason));
      return new Promise(() => {});
    },
    { timeoutSeconds: 0.05 },
  );
  await whileWorking({ app, databaseUrl, handlers: [handler] }, async () => {
    expect(await aborted.promise).toEqual(new Error('The run took longer than 0.05 seconds.'));
    await expect
      .poll(() => jobsOf(db, kind.id), patiently)
      .toMatchObject([
        { state: 'waiting', attempts: 1, lastError: 'The run took longer than 0.05 seconds.' },
      ]);
  });
});

test('a key replaces the job that waits under it', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const other = newKind();
  await enqueue(db, kind, { text: 'first' }, { key: 'marco', runAt: new Date('2100-01-01') });
  await enqueue(db, kind, { text: 'second' }, { key: 'marco' });
  await enqueue(db, other, { text: 'other kind' }, { key: 'marco' });
  const runs = controlledRuns();
  const handlers = [handle(kind, runs.run), handle(other, runs.run)];
  await whileWorking({ app, databaseUrl, handlers }, async () => {
    const both = [await runs.next(), await runs.next()];
    expect(both.map(({ text }) => text).toSorted()).toEqual(['other kind', 'second']);
    for (const run of both) run.succeed();
  });
  expect(runs.total.count).toBe(2);
  expect(await jobsOf(db, kind.id)).toEqual([]);
});

test('asking again and again does not put a job off where it keeps its time', async ({ db }) => {
  const kind = newKind();
  const [soon, later] = [new Date('2100-01-01'), new Date('2150-01-01')];
  const ask = (text: string, runAt: Date, keepTime: boolean) =>
    schedule(db, kind, { text }, { key: 'marco', runAt, keepTime });
  expect(await ask('first', soon, true)).toEqual(soon);
  expect(await ask('second', later, true)).toEqual(soon);
  expect(await jobsOf(db, kind.id)).toMatchObject([{ runAt: soon.getTime() }]);
  expect(await ask('third', later, false)).toEqual(later);
  expect(await jobsOf(db, kind.id)).toMatchObject([{ runAt: later.getTime() }]);
});

test('what is asked for while its like begins is not lost', async ({ db }) => {
  const kind = newKind();
  const ask = (text: string) => schedule(db, kind, { text }, { key: 'marco', keepTime: true });
  await ask('first');
  const began = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  const beginning = db.transaction().execute(async (tx) => {
    await sql`update job set work_lease = gen_random_uuid(), work_at = now() + interval '1 minute', work_tries = 1
      where key = ${`${kind.id}:marco`}`.execute(tx);
    began.resolve();
    await seen.promise;
  });
  await began.promise;
  const second = ask('second');
  await waitForBlockedSession(db);
  seen.resolve();
  await Promise.all([second, beginning]);
  expect((await jobsOf(db, kind.id)).map(({ state }) => state).toSorted()).toEqual(['running', 'waiting']);
});

test('jobs wait for their time', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const runs = controlledRuns();
  await enqueue(db, kind, { text: 'later' }, { runAt: new Date('2100-01-01') });
  await enqueue(db, kind, { text: 'now' });
  await whileWorking({ app, databaseUrl, handlers: [handle(kind, runs.run)] }, async () => {
    const run = await runs.next();
    expect(run.text).toBe('now');
    run.succeed();
    await expect.poll(() => jobsOf(db, kind.id), patiently).toHaveLength(1);
  });
  expect(runs.total.count).toBe(1);
});
