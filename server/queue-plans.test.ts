/** How the database goes about looking for background work, and showing it, once its tables are full of what is done and of what comes later. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { give, paid, stage, work } from '#testing/billing/refunds.ts';
import { explainStatement, hasPlan } from '#testing/explain-statement.ts';
import { expect, test } from '#testing/harness.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { World } from '#testing/world.ts';
import type { App } from './app.ts';
import { systemClock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { listFailed, readQueues, retryFailed } from './platform/work/overview.ts';
import { claim, findDue } from './platform/work/statements.ts';

/** Queues that keep their rows. */
const kept = ['mail', 'notification', 'payment_attempt', 'postback', 'provider_event', 'refund'] as const;
const ROWS = 3_000;

/** One row of each that is done. */
async function fillOnce(world: World): Promise<void> {
  const { member } = await stage(world);
  const { app, brandId } = member;
  const { attemptId } = await paid(member);
  await give(member, attemptId);
  await work(app);
  const at = app.clock.now();
  await app.db
    .insertInto('provider_event')
    .values({ provider: 'adyen', dedupe_key: 'one', event: '{}', state: 'done', work_at: null })
    .execute();
  await app.db
    .insertInto('notification')
    .values({
      brand_id: brandId,
      id: randomUUID(),
      account_id: member.accountId,
      kind: 'like',
      subject_id: randomUUID(),
      state: 'sent',
      channel: 'push',
      topic: 'likes',
      created_at: at,
      sent_at: at,
    })
    .execute();
  await app.db
    .insertInto('postback')
    .values({
      brand_id: brandId,
      id: randomUUID(),
      conversion_id: randomUUID(),
      target: 'one',
      created_at: at,
    })
    .execute();
}

/** What the rows refer to does not matter to how they are found. */
async function loosen(db: Database): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and conrelid = any (${[...kept]}::text[]::regclass[])`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  for (const table of kept) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
}

/** Half of the copies are done, and half wait for tomorrow, where the table takes them so. */
async function multiply(db: Database, table: string): Promise<void> {
  const later = table === 'notification' ? sql`null::timestamptz` : sql`now() + interval '1 day'`;
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${sql.join(rows.map(({ name }) => sql.ref(`n.${name}`)))}
    from ${sql.table(table)} w cross join generate_series(1, ${ROWS}) as i
    cross join lateral jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'dedupe_key', gen_random_uuid(),
      'conversion_id', gen_random_uuid(), 'work_at', case when i % 2 = 0 then ${later} end, 'reference', null)) as n
    where w.ctid = (select ctid from ${sql.table(table)} limit 1)`.execute(db);
  await sql`analyze ${sql.table(table)}`.execute(db);
}

async function lookEverywhere(app: App): Promise<void> {
  const { db, clock, queues } = app;
  await findDue(db, queues, clock);
  await readQueues(app, queues);
  for (const queue of queues) {
    await claim(db, queue, { lease: randomUUID(), limit: 10, clock });
    await listFailed(db, queue, 100);
    await retryFailed(app, queue);
    await retryFailed(app, queue, JSON.stringify(queue.key.map(() => randomUUID())));
  }
}

test('neither workers nor the console read a large table as a whole', async ({ world, app, db, handle }) => {
  await loosen(db);
  await fillOnce(world);
  for (const table of kept) await multiply(db, table);
  const statements = (await recordStatements(() => lookEverywhere({ ...app, clock: systemClock }))).filter(
    hasPlan,
  );
  const faults = new Set<string>();
  for (const statement of statements) {
    const plans = await explainStatement(handle.pool, statement);
    for (const { table, how } of plans.faults)
      if (kept.some((one) => one === table)) faults.add(`${table} is ${how}: ${statement.text}`);
  }
  expect([...faults]).toEqual([]);
});
