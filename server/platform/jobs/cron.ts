/** Jobs that come by the clock: a row a schedule, which is due at its next run and then adds the job. */

import { Cron } from 'croner';
import { sql } from 'kysely';
import { MINUTE, SECOND } from '../clock.ts';
import { transact } from '../database/database.ts';
import type { Database, DbOrTx } from '../database/database.ts';
import { queue } from '../work/queue.ts';
import type { Queue } from '../work/queue.ts';
import { wakeQueue } from '../work/wake.ts';
import { queueOfPool } from './jobs.ts';
import type { CronEntry, JobKind } from './jobs.ts';

type Kind = Pick<JobKind<unknown>, 'id' | 'pool'>;

const patternOf = ({ match }: Pick<CronEntry, 'match'>) =>
  new Cron(match, { timezone: 'UTC', mode: '5-part' });

/** By the clock of the database, so that nodes whose clocks differ agree on what was run. */
async function timeIn(db: DbOrTx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  return rows[0]?.now ?? new Date();
}

/** A little is forgiven to all: a schedule is not looked at in the very moment in which it is due. */
const LATE = MINUTE;

/** Adds the jobs whose time has come. Which node takes a row adds its job once, and with it says when the next is due. */
export function cronQueue(entries: readonly CronEntry[], kinds: readonly Kind[]): Queue {
  const byTask = new Map(entries.map((entry) => [entry.task, entry]));
  const poolOf = new Map(kinds.map(({ id, pool }) => [id, pool]));
  return queue({
    name: 'cron',
    table: 'schedule',
    key: ['name'],
    columns: ['name'],
    where: sql`w.name = any(${[...byTask.keys()]}::text[])`,
    concurrency: 4,
    maxTries: Infinity,
    backoff: { base: 5 * SECOND, cap: MINUTE },
    whenDone: 'keep',
    async handle({ db }, { name }, run) {
      const entry = byTask.get(name);
      if (!entry) throw new Error(`no schedule ${name}`);
      const pool = poolOf.get(entry.task) ?? 'general';
      await transact(db, async (tx) => {
        const now = await timeIn(tx);
        // A run of this very second does not count as previous.
        const [due] = patternOf(entry).previousRuns(1, new Date(now.getTime() + SECOND));
        if (due && now.getTime() - due.getTime() < Math.max(entry.backfillMinutes * MINUTE, LATE)) {
          await sql`select add_job(${entry.task}::text, ${JSON.stringify(entry.payload)}::jsonb, ${pool}::text,
            of_key => ${`cron:${name}`}::text, at_most_tries => ${entry.maxAttempts}::int,
            of_line => ${entry.oneAtATime ? entry.task : null}::text)`.execute(tx);
          wakeQueue(tx, queueOfPool(pool));
        }
        await run.settle(tx, { dueIn: msToNext(entry, now) });
      });
      return 'settled';
    },
  });
}

function msToNext(entry: CronEntry, now: Date): number {
  const next = patternOf(entry).nextRun(now);
  if (!next) throw new Error(`${entry.match} is never`);
  return next.getTime() - now.getTime();
}

/** Makes the rows of new schedules, and of those that come at other times than before. Long forgotten ones go. */
export async function saveSchedules(db: Database, entries: readonly CronEntry[]): Promise<void> {
  const now = await timeIn(db);
  const rows = entries.map((entry) => ({
    name: entry.task,
    match: entry.match,
    at: new Date(now.getTime() + msToNext(entry, now)),
  }));
  await sql`
    insert into schedule as known (name, match, work_at)
    select name, match, at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (name text, match text, at timestamptz)
    order by name
    on conflict (name) do update set match = excluded.match, work_at = excluded.work_at
    where known.match <> excluded.match`.execute(db);
  await sql`delete from schedule where name <> all(${rows.map(({ name }) => name)}::text[])
    and work_at < now() - interval '7 days'`.execute(db);
}
