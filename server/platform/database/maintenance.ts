import { sql } from 'kysely';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { DAY } from '../clock.ts';
import { transact } from './database.ts';
import type { Database } from './database.ts';
import { handle, jobKind } from '../jobs/jobs.ts';
import type { CronEntry } from '../jobs/jobs.ts';

const nothing = z.object({});
const tidy = jobKind('core.tidy', nothing);

const MAILS_KEPT = 90 * DAY;
/** As long as somebody who signs up twice from one device is recognised. */
const DEVICES_KEPT = 30 * DAY;
/** As long as everything comes back but once, by the account, the card and the device. */
const ORIGINS_KEPT = 365 * DAY;
/** By then somebody may have the address again. */
const BOUNCES_KEPT = 365 * DAY;
const EVENTS_KEPT = 400 * DAY;
const MONTHS_AHEAD = 3;

/** Throws away what has run out, and makes room for what will come. */
async function tidyUp({ db, clock }: App): Promise<void> {
  const now = clock.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await db.deleteFrom('staff_session').where('expires_at', '<', now).execute();
  await db.deleteFrom('rate_limit').where('expires_at', '<', now).execute();
  await db.deleteFrom('link_use').where('expires_at', '<', now).execute();
  await db.deleteFrom('mail').where('created_at', '<', ago(MAILS_KEPT)).execute();
  await db.deleteFrom('undeliverable_address').where('created_at', '<', ago(BOUNCES_KEPT)).execute();
  await forgetDevices(db, ago(DEVICES_KEPT));
  await forgetOrigins(db, ago(ORIGINS_KEPT));
  await makeEventPartitions(db, now);
  await dropEventPartitions(db, ago(EVENTS_KEPT));
}

async function forgetDevices(db: Database, before: Date): Promise<void> {
  const traces = ['device_hash', 'network_hash', 'user_agent', 'ip', 'claimed_ip'] as const;
  await db
    .updateTable('arrival')
    .set(Object.fromEntries(traces.map((column) => [column, null])))
    .where('created_at', '<', before)
    .where((has) => has.or(traces.map((column) => has(column, 'is not', null))))
    .execute();
}

async function forgetOrigins(db: Database, before: Date): Promise<void> {
  await db
    .updateTable('arrival')
    .set({ origin_hash: null })
    .where('created_at', '<', before)
    .where('origin_hash', 'is not', null)
    .execute();
  await db.deleteFrom('withdrawal_origin').where('created_at', '<', before).execute();
}

/** Makes the next months' partitions. Events that came before theirs was made lie in the default one and move over. */
async function makeEventPartitions(db: Database, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    // Nobody is kept waiting for long: the next run tries again.
    await sql`set local lock_timeout = '5s'`.execute(tx);
    await sql`lock table event_other in access exclusive mode`.execute(tx);
    const firstOfMonth = sql`date_trunc('month', ${now}::timestamptz)`;
    await sql`create temporary table late_event on commit drop as
      select * from event_other
      where at >= ${firstOfMonth} and at < ${firstOfMonth} + ${MONTHS_AHEAD} * interval '1 month'`.execute(
      tx,
    );
    await sql`delete from event_other where (brand_id, at, id) in (select brand_id, at, id from late_event)`.execute(
      tx,
    );
    await sql`select make_event_partitions(${now}::timestamptz::date, ${MONTHS_AHEAD})`.execute(tx);
    await sql`insert into event select * from late_event`.execute(tx);
  });
}

/** A month goes as a whole, once the last of its days is old enough. */
async function dropEventPartitions(db: Database, before: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_inherits on inhrelid = pg_class.oid
    where inhparent = 'event'::regclass and relname ~ '^event_[0-9]{6}$'
      and to_date(substr(relname, 7), 'YYYYMM') + interval '1 month' <= ${before}::timestamptz`.execute(db);
  for (const { name } of rows) {
    await transact(db, async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx);
      await sql`drop table ${sql.table(name)}`.execute(tx);
    });
  }
  await sql`delete from event_other where at < ${before}`.execute(db);
}

export const maintenanceJobs = [handle(tidy, tidyUp)];
export const maintenanceCron: CronEntry[] = [
  { task: tidy.id, match: '17 3 * * *', payload: {}, maxAttempts: 3, backfillMinutes: 24 * 60 },
];
