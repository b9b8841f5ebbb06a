import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { jobsOf, newKind, patiently, whileWorking, withPool } from '#testing/platform/jobs.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Database } from '../database/database.ts';
import { enqueue, handle } from './jobs.ts';
import type { JobKind } from './jobs.ts';
import { startWorkers } from './worker.ts';

const BACKLOG = 100_000;

/** So many wait and are older than anything else. */
async function addBacklog(db: Database, kind: JobKind<{ text: string }>): Promise<void> {
  await enqueue(db, kind, { text: 'first' });
  await sql`insert into graphile_worker._private_jobs (task_id, payload, run_at)
    select t.id, '{"text":"more"}', now() - interval '1 hour'
    from graphile_worker._private_tasks t, generate_series(1, ${BACKLOG}::int) where t.identifier = ${kind.id}`.execute(
    db,
  );
  await sql`analyze graphile_worker._private_jobs`.execute(db);
}

interface PlanNode {
  'Rows Removed by Filter'?: number;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

/** How many rows a plan looked at in all its steps. */
function rowsOf(node: PlanNode): number {
  const own = ((node['Rows Removed by Filter'] ?? 0) + node['Actual Rows']) * node['Actual Loops'];
  return own + (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);
}

test('the few jobs of one pool are found without a look at the hundred thousand of another', async ({
  app,
  db,
  databaseUrl,
}) => {
  const [many, few] = [newKind(), newKind({ pool: 'outside' })];
  await addBacklog(db, many);
  await enqueue(db, few, { text: 'hello' });
  const statements = await recordStatements(() =>
    whileWorking({ app, databaseUrl, handlers: [handle(few, () => Promise.resolve())] }, async () => {
      await expect.poll(() => jobsOf(db, few.id), patiently).toEqual([]);
    }),
  );
  const look = statements.find(({ text }) => text.includes('_private_jobs') && text.includes('skip locked'));
  for (let count = 0; count < 3; count += 1) await enqueue(db, few, { text: 'hello' });
  const plan = await withPool(databaseUrl, async (pool) => {
    const client = await pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
      text: `explain (analyze, format json) ${look?.text}`,
      values: look?.values ?? [],
    });
    await client.query('rollback');
    client.release();
    return rows[0]?.['QUERY PLAN'][0]?.Plan;
  });
  expect(plan && rowsOf(plan)).toBeLessThan(100);
});

test('what hangs in one pool, and waits there by the thousand, keeps no other back', async ({
  app,
  db,
  databaseUrl,
}) => {
  const [slow, quick] = [newKind({ pool: 'providers' }), newKind({ pool: 'urgent' })];
  for (let count = 0; count < 20; count += 1) await enqueue(db, slow, { text: 'renewal' });
  const release = Promise.withResolvers<void>();
  const done = Promise.withResolvers<string>();
  const handlers = [
    handle(slow, () => release.promise),
    handle(quick, (_, { text }) => Promise.resolve(done.resolve(text))),
  ];
  await withPool(databaseUrl, async (pool) => {
    const workers = await startWorkers(app, { pool, handlers, cron: [] });
    await expect
      .poll(
        async () => (await jobsOf(db, slow.id)).filter(({ state }) => state === 'running').length,
        patiently,
      )
      .toBe(6);
    await enqueue(db, quick, { text: 'reset' });
    expect(await done.promise).toBe('reset');
    release.resolve();
    await workers.stop();
  });
});

test('within a pool what matters more runs first', async ({ app, db, databaseUrl }) => {
  const [later, sooner] = [newKind({ priority: 10 }), newKind()];
  for (let count = 0; count < 3; count += 1) await enqueue(db, later, { text: 'count this' });
  await enqueue(db, sooner, { text: 'now' });
  const ran: string[] = [];
  const note = (_: unknown, { text }: { text: string }) => Promise.resolve(void ran.push(text));
  const handlers = [handle(later, note), handle(sooner, note)];
  await whileWorking({ app, databaseUrl, handlers, concurrency: 1 }, async () => {
    await expect.poll(() => ran.length, patiently).toBe(4);
  });
  expect(ran[0]).toBe('now');
});
