import { sql } from 'kysely';
import { z } from 'zod';
import { DAY } from '../clock.ts';
import { handle, jobKind } from '../jobs/jobs.ts';
import type { CronEntry, JobHandler } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import { transact } from './database.ts';
import type { Database } from './database.ts';

const cleanUp = jobKind('core.clean_up', z.object({}));

export const EVENTS_KEPT = 400 * DAY;
/** As long as auditors may ask who did what. The database lets no one delete an entry before a year is over. */
export const AUDIT_KEPT = 730 * DAY;
/** As long as someone may want to look into a job that was given up, and try it again. */
export const FAILED_JOBS_KEPT = 90 * DAY;
const MONTHS_AHEAD = 3;

/** Deletes what has expired, and makes the partitions that are needed next. */
export async function cleanUpPlatform({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await db.deleteFrom('rate_limit').where('expires_at', '<', now).execute();
  await db.deleteFrom('link_use').where('expires_at', '<', now).execute();
  await db.deleteFrom('audit').where('at', '<', ago(AUDIT_KEPT)).execute();
  await db.deleteFrom('job').where('work_failed_at', '<', ago(FAILED_JOBS_KEPT)).execute();
  await sql`delete from work_rate where minute < now() - interval '1 day'`.execute(db);
  await makeEventPartitions(db, now);
  await dropEventPartitions(db, ago(EVENTS_KEPT));
}

/** Makes the next months' partitions. Events that came before theirs was made lie in the default one and move over. */
async function makeEventPartitions(db: Database, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    // Other statements do not wait for it for long: the next run tries again.
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

/** One job a night for all modules: a module that fails is tried again, with those that follow it. */
export function cleanUpJob(modules: readonly { cleanUp?(app: Platform): Promise<void> }[]): JobHandler {
  return handle(cleanUp, async (app) => {
    for (const module of modules) await module.cleanUp?.(app);
  });
}
export const cleanUpCron: CronEntry = {
  task: cleanUp.id,
  match: '17 3 * * *',
  payload: {},
  maxAttempts: 3,
  backfillMinutes: 24 * 60,
};
