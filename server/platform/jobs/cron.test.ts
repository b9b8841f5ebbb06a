import { sql } from 'kysely';
import { z } from 'zod';
import { expect, test } from '#testing/harness.ts';
import { controlledRuns, jobsOf, newKind, patiently, whileWorking } from '#testing/platform/jobs.ts';
import type { Database } from '../database/database.ts';
import { saveSchedules } from './cron.ts';
import { enqueue, handle, jobKind } from './jobs.ts';
import type { CronEntry } from './jobs.ts';

const everyMinute = (task: string): CronEntry => ({
  task,
  match: '* * * * *',
  payload: { text: 'by the clock' },
  maxAttempts: 1,
  backfillMinutes: 5,
});

/** As if no worker had been there since. */
async function missRuns(db: Database, entry: CronEntry): Promise<void> {
  await saveSchedules(db, [entry]);
  await sql`update schedule set work_at = now() - interval '2 minutes' where name = ${entry.task}`.execute(
    db,
  );
}

const nextRunOf = (db: Database, name: string) =>
  db
    .selectFrom('schedule')
    .select(sql<number>`extract(epoch from work_at - now())::float8`.as('seconds'))
    .where('name', '=', name)
    .executeTakeFirst();

test('a new schedule begins with its next time, and one whose times have changed follows them', async ({
  db,
}) => {
  const entry = everyMinute(newKind().id);
  await saveSchedules(db, [entry]);
  const first = (await nextRunOf(db, entry.task))?.seconds ?? 0;
  expect(first).toBeGreaterThan(-1);
  expect(first).toBeLessThanOrEqual(60);
  await sql`update schedule set work_at = now() - interval '1 second' where name = ${entry.task}`.execute(db);
  await saveSchedules(db, [entry]);
  expect((await nextRunOf(db, entry.task))?.seconds).toBeLessThan(0);
  await saveSchedules(db, [{ ...entry, match: '0 0 1 1 *' }]);
  expect((await nextRunOf(db, entry.task))?.seconds).toBeGreaterThan(0);
});

test('jobs come by the clock, once a time among all nodes, and a missed one is made up for', async ({
  app,
  db,
  databaseUrl,
}) => {
  const strict = jobKind(newKind().id, z.strictObject({ text: z.string() }));
  const ran: string[] = [];
  const handlers = [handle(strict, async (_app, { text }) => void ran.push(text))];
  const stage = { app, databaseUrl, handlers, cron: [everyMinute(strict.id)] };
  await missRuns(db, everyMinute(strict.id));
  await whileWorking(stage, () =>
    whileWorking(stage, async () => {
      await expect.poll(() => ran, patiently).toEqual(['by the clock']);
      await expect.poll(async () => (await nextRunOf(db, strict.id))?.seconds, patiently).toBeGreaterThan(-1);
    }),
  );
  // No more than the minute that may have begun meanwhile.
  expect(ran.length).toBeLessThanOrEqual(2);
});

test('what was missed for too long waits for its next time', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const runs = controlledRuns();
  // Its last time is more than a month ago, or the first of January just now.
  const entry = { ...everyMinute(kind.id), match: '0 0 1 1 *' };
  await missRuns(db, entry);
  await whileWorking({ app, databaseUrl, handlers: [handle(kind, runs.run)], cron: [entry] }, async () => {
    await expect.poll(async () => (await nextRunOf(db, kind.id))?.seconds, patiently).toBeGreaterThan(0);
  });
  expect(await jobsOf(db, kind.id)).toEqual([]);
  expect(runs.total.count).toBe(0);
});

test('one that still waits is replaced, and one that runs alone keeps the next of its kind waiting', async ({
  app,
  db,
  databaseUrl,
}) => {
  const kind = newKind();
  const runs = controlledRuns();
  const entry = { ...everyMinute(kind.id), oneAtATime: true };
  const handlers = [handle(kind, runs.run)];
  await whileWorking({ app, databaseUrl, handlers, cron: [entry] }, async () => {
    await missRuns(db, entry);
    const first = await runs.next();
    for (const again of [1, 2]) {
      await missRuns(db, entry);
      await expect
        .poll(async () => (await nextRunOf(db, kind.id))?.seconds, patiently)
        .toBeGreaterThan(-again);
    }
    await expect
      .poll(() => jobsOf(db, kind.id), patiently)
      .toMatchObject([{ state: 'waiting' }, { state: 'running' }]);
    // What is not of this line does not wait for it.
    await enqueue(db, kind, { text: 'beside' });
    const beside = await runs.next();
    expect(beside.text).toBe('beside');
    expect((await jobsOf(db, kind.id)).filter(({ state }) => state === 'waiting')).toHaveLength(1);
    beside.succeed();
    first.succeed();
    (await runs.next()).succeed();
  });
});
