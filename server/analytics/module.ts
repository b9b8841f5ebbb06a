/** What members and visitors do, counted: `events.ts` records it, and a month of it goes as a whole. */

import { sql } from 'kysely';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Module } from '#server/platform/module.ts';

export const EVENTS_KEPT = 400 * DAY;
const MONTHS_AHEAD = 3;

export const analytics: Module = {
  name: 'analytics',
  async cleanUp({ db, clock }) {
    const now = clock.now();
    await makePartitions(db, now);
    await dropPartitions(db, new Date(now.getTime() - EVENTS_KEPT));
  },
};

/** Makes the next months' partitions. Events that came before theirs was made lie in the default one and move over. */
async function makePartitions(db: Database, now: Date): Promise<void> {
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
async function dropPartitions(db: Database, before: Date): Promise<void> {
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
