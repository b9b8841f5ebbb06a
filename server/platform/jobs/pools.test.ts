import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from '#testing/harness.ts';
import { jobsOf, newKind, patiently, whileWorking } from '#testing/platform/jobs.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Database } from '../database/database.ts';
import { enqueue, handle } from './jobs.ts';
import type { JobKind } from './jobs.ts';

const BACKLOG = 100_000;

/** So many wait and are older than anything else. */
async function addBacklog(db: Database, kind: JobKind<{ text: string }>): Promise<void> {
  await enqueue(db, kind, { text: 'first' });
  await sql`insert into job (task, pool, payload, work_at)
    select ${kind.id}, ${kind.pool}, '{"text":"more"}', now() - interval '1 hour' from generate_series(1, ${BACKLOG}::int)`.execute(
    db,
  );
  await sql`analyze job`.execute(db);
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
  for (let count = 0; count < 3; count += 1) await enqueue(db, few, { text: 'hello' });
  const looks = statements.filter(({ text }) => text.includes('"job"'));
  // Whether there is anything, and what it is.
  expect(looks.some(({ text }) => text.includes('exists'))).toBe(true);
  expect(looks.some(({ text }) => text.includes('skip locked'))).toBe(true);
  for (const look of looks) expect(await rowsReadBy(databaseUrl, look)).toBeLessThan(100);
});

async function rowsReadBy(databaseUrl: string, look: { text: string; values: unknown[] }): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
    text: `explain (analyze, format json) ${look.text}`,
    values: look.values,
  });
  await client.end();
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  return plan ? rowsOf(plan) : Infinity;
}

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
  await whileWorking({ app, databaseUrl, handlers, concurrency: 6 }, async () => {
    await expect
      .poll(
        async () => (await jobsOf(db, slow.id)).filter(({ state }) => state === 'running').length,
        patiently,
      )
      .toBe(6);
    await enqueue(db, quick, { text: 'reset' });
    expect(await done.promise).toBe('reset');
    release.resolve();
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
