/** What waits, fails and was given up in any queue, for the console and the figures; and what an operator may do about it. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Clock } from '../clock.ts';
import type { DbOrTx } from '../database/database.ts';
import type { Queue } from './queue.ts';
import { keyOf, timeOf } from './statements.ts';
import { wakeQueue } from './wake.ts';

export interface QueueFigures {
  name: string;
  /** Due, and not begun. */
  waiting: number;
  /** For how long the first of them has been due. */
  oldestSeconds: number;
  /** Tried without success, and tried again later. */
  failing: number;
  givenUp: number;
  /** Of the last minutes, a minute. */
  donePerMinute: number;
}

interface Reading {
  db: DbOrTx;
  clock: Clock;
}

/** So many are counted and no more: beyond that the number says nothing new, and counting on would cost. */
export const MOST_COUNTED = 10_000;
const RATE_MINUTES = 5;

const rowsOf = ({ table }: Queue) => sql`${sql.table(table)} w`;
const only = ({ where }: Queue) => (where ? sql`and ${where}` : sql``);
const isFailing = sql`w.work_at is not null and w.work_error is not null and w.work_lease is null and w.work_tries > 0`;
const isGivenUp = sql`w.work_failed_at is not null`;

export async function readQueues({ db, clock }: Reading, queues: readonly Queue[]): Promise<QueueFigures[]> {
  if (queues.length === 0) return [];
  const counted = queues.map((queue) => {
    const now = timeOf(queue, clock);
    const count = (condition: RawBuilder<unknown>) => sql`(select count(*)::int from (
      select from ${rowsOf(queue)} where ${condition} ${only(queue)} limit ${sql.lit(MOST_COUNTED)}) as counted)`;
    const isWaiting = sql`w.work_at <= ${now} and w.work_lease is null`;
    return sql`select ${sql.lit(queue.name)} as name, ${count(isWaiting)} as waiting,
      ${count(isFailing)} as failing, ${count(isGivenUp)} as "givenUp",
      (select coalesce(extract(epoch from ${now} - min(w.work_at)), 0)::int from ${rowsOf(queue)}
        where ${isWaiting} ${only(queue)}) as "oldestSeconds",
      (select coalesce(sum(r.done), 0)::float8 / ${sql.lit(RATE_MINUTES)} from work_rate r where r.queue = ${sql.lit(queue.name)}
        and r.minute > now() - ${sql.lit(RATE_MINUTES)} * interval '1 minute') as "donePerMinute"`;
  });
  const { rows } = await sql<QueueFigures>`${sql.join(counted, sql` union all `)}`.execute(db);
  return rows;
}

export interface FailedWork {
  /** By which it is named: the values of its row's key. */
  key: string;
  kind: string;
  tries: number;
  error: string;
  /** When it was given up; null while it is tried again. */
  givenUpAt: Date | null;
  dueAt: Date | null;
}

/** What was given up, the newest first, and then what is tried again. */
export async function listFailed(db: DbOrTx, queue: Queue, limit: number): Promise<FailedWork[]> {
  const columns = [...new Set([...queue.key, ...queue.columns])].map((name) => sql.ref(`w.${name}`));
  const { rows } = await sql<
    Record<string, unknown> & {
      work_tries: number;
      work_error: string | null;
      work_failed_at: Date | null;
      work_at: Date | null;
    }
  >`
    select w.work_tries, w.work_error, w.work_failed_at, w.work_at, ${sql.join(columns)}
    from ${rowsOf(queue)} where (${isGivenUp} or ${isFailing}) ${only(queue)}
    order by w.work_failed_at desc nulls last, w.work_at limit ${limit}::int`.execute(db);
  return rows.map((row) => ({
    key: keyOf(queue, row),
    kind: queue.kindOf(row),
    tries: row.work_tries,
    error: row.work_error ?? '',
    givenUpAt: row.work_failed_at,
    dueAt: row.work_at,
  }));
}

/** Has it tried again now, with all tries: one of what failed, or all that was given up. Answers how many. */
export async function retryFailed({ db, clock }: Reading, queue: Queue, key?: string): Promise<number> {
  const which =
    key === undefined ? isGivenUp : sql`(${isGivenUp} or ${isFailing}) and ${isNamed(queue, key)}`;
  const { numAffectedRows = 0n } = await sql`
    update ${rowsOf(queue)} set work_at = ${timeOf(queue, clock)}, work_tries = 0, work_failed_at = null
    where ${which} ${only(queue)}`.execute(db);
  if (numAffectedRows > 0n) wakeQueue(db, queue.name);
  return Number(numAffectedRows);
}

/** Throws away what was given up, where rows that are done are thrown away as well. Answers whether it was there. */
export async function discardFailed(db: DbOrTx, queue: Queue, key: string): Promise<boolean> {
  if (queue.whenDone !== 'delete') return false;
  const { numAffectedRows = 0n } = await sql`
    delete from ${rowsOf(queue)} where ${isGivenUp} and ${isNamed(queue, key)} ${only(queue)}`.execute(db);
  return numAffectedRows > 0n;
}

/** As texts, so that what is no key of this table names nothing. Few rows have failed. */
function isNamed({ key: columns }: Queue, key: string): RawBuilder<unknown> {
  const values = readKey(key);
  if (values?.length !== columns.length) return sql`false`;
  const same = columns.map((name, index) => sql`${sql.ref(`w.${name}`)}::text = ${values[index]}::text`);
  return sql.join(same, sql` and `);
}

function readKey(key: string): string[] | undefined {
  try {
    const values: unknown = JSON.parse(key);
    return Array.isArray(values) ? values.map(String) : undefined;
  } catch {
    return undefined;
  }
}
