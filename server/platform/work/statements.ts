/** What the worker says to the database. Each is planned by the indexes that `queue.ts` names. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { backoff } from '../backoff.ts';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { DbOrTx } from '../database/database.ts';
import type { Changes, HeldRow, Outcome, Queue } from './queue.ts';

/** The time that rows of a queue go by: the database's, or that of a test which has moved its own. */
export function timeOf({ byAppClock }: Queue, clock: Clock): RawBuilder<Date> {
  return byAppClock && clock !== systemClock ? sql`${clock.now()}::timestamptz` : sql`now()`;
}

const milliseconds = (count: number) => sql`${count}::float8 * interval '1 millisecond'`;

const column = (name: string) => sql.ref(`w.${name}`);

/** Rows that may be claimed: those that wait, and those whose worker is gone. */
export function isDue(queue: Queue, clock: Clock): RawBuilder<boolean> {
  const now = timeOf(queue, clock);
  const where = queue.where ? sql`and ${queue.where}` : sql``;
  return sql<boolean>`w.work_at <= ${now} ${where} ${isNextOfLine(queue, now)}`;
}

/** The first that is due of each line in which none runs, and that whose worker is gone. */
function isNextOfLine({ table, key, priority, serialBy }: Queue, now: RawBuilder<Date>): RawBuilder<unknown> {
  if (serialBy === undefined) return sql``;
  const order = [...(priority === undefined ? [] : [priority]), 'work_at', ...key];
  const placeOf = (row: string) => sql`(${sql.join(order.map((name) => sql.ref(`${row}.${name}`)))})`;
  const others = sql`select from ${sql.table(table)} o where o.${sql.ref(serialBy)} = ${column(serialBy)}`;
  return sql`and (${column(serialBy)} is null or w.work_lease is not null or not (
    exists (${others} and o.work_lease is not null)
    or exists (${others} and o.work_at <= ${now} and ${placeOf('o')} < ${placeOf('w')})))`;
}

/** The names of the queues in which something is due, found by one statement. */
export async function findDue(db: DbOrTx, queues: readonly Queue[], clock: Clock): Promise<string[]> {
  if (queues.length === 0) return [];
  const looks = queues.map(
    (queue) => sql`select ${sql.lit(queue.name)} as name where exists (
      select from ${sql.table(queue.table)} w where ${isDue(queue, clock)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(looks, sql` union all `)}`.execute(db);
  return rows.map(({ name }) => name);
}

interface Claim {
  lease: string;
  limit: number;
  clock: Clock;
}

/**
 * Takes some rows that are due. They are found by where they lie: joined by their keys, they would be compared with the whole
 * table by a plan that was made while it was empty.
 */
export async function claim(db: DbOrTx, queue: Queue, { lease, limit, clock }: Claim): Promise<HeldRow[]> {
  const { table, columns, fairBy, priority, abandoned } = queue;
  const now = timeOf(queue, clock);
  const order = sql.join([...(priority === undefined ? [] : [priority]), 'work_at'].map(column));
  const chosen =
    fairBy === undefined ? sql`` : sql`w.ctid = any (array(${fairShare(queue, { limit, clock })})) and`;
  const wasHeld = abandoned === undefined ? sql`` : sql`, ${sql.ref(abandoned)} = w.work_lease is not null`;
  const { rows } = await sql<HeldRow>`
    update ${sql.table(table)} w set work_lease = ${lease}::uuid, work_tries = w.work_tries + 1,
      work_at = ${now} + ${milliseconds(queue.leaseMs)}${wasHeld}
    where w.ctid = any (array(
      select w.ctid from ${sql.table(table)} w where ${chosen} ${isDue(queue, clock)}
      order by ${order} limit ${limit}::int for update skip locked))
    returning w.work_tries, ${sql.join(columns.map(column))}`.execute(db);
  return rows;
}

/**
 * The first of every brand in any order, then the second of each: so many rows that are due. Each brand is found by a step in
 * the index.
 */
function fairShare(queue: Queue, { limit, clock }: Omit<Claim, 'lease'>): RawBuilder<unknown> {
  const { table, fairBy = '', priority } = queue;
  const owner = sql.ref(fairBy);
  const next = (after: RawBuilder<unknown>) => sql`(
    select ${column(fairBy)} from ${sql.table(table)} w where ${isDue(queue, clock)} ${after} order by 1 limit 1)`;
  const rank = priority === undefined ? sql`0` : column(priority);
  return sql`
    with recursive owners as (
      select ${next(sql``)} as owner
      union all
      select ${next(sql`and ${column(fairBy)} > o.owner`)} from owners o where o.owner is not null
    )
    select share.place from owners o cross join lateral (
      select w.ctid as place, ${rank} as rank, w.work_at, row_number() over (order by ${rank}, w.work_at) as number
      from ${sql.table(table)} w where w.${owner} = o.owner and ${isDue(queue, clock)}
      order by ${rank}, w.work_at limit ${limit}::int) as share
    order by share.rank, share.number, random() limit ${limit}::int`;
}

/** Extends a lease. Answers with those of its rows that are still held by it. */
export async function extend(
  db: DbOrTx,
  queue: Queue,
  { lease, rows, clock }: { lease: string; rows: readonly HeldRow[]; clock: Clock },
): Promise<HeldRow[]> {
  return changeHeld(
    db,
    queue,
    { rows, lease },
    (held) => sql`
    update ${sql.table(queue.table)} w set work_at = ${timeOf(queue, clock)} + ${milliseconds(queue.leaseMs)} where ${held}`,
  );
}

/** What a row is called outside of its table: the values of its key. */
export function keyOf({ key }: Pick<Queue, 'key'>, row: Record<string, unknown>): string {
  return JSON.stringify(key.map((name) => row[name]));
}

interface Settling {
  /** Rows that are alike in what became of them and in how often they were tried. */
  rows: readonly HeldRow[];
  lease: string;
  outcome: Exclude<Outcome, 'settled'>;
  clock: Clock;
}

/** Writes down what became of rows, where they are still held. Answers with those that were. */
export async function settle(db: DbOrTx, queue: Queue, settling: Settling): Promise<HeldRow[]> {
  const table = sql.table(queue.table);
  const isDeleted = settling.outcome === 'done' && queue.whenDone === 'delete';
  return changeHeld(db, queue, settling, (held) =>
    isDeleted
      ? sql`delete from ${table} w where ${held}`
      : sql`update ${table} w set work_lease = null, ${changeFor(queue, settling)} where ${held}`,
  );
}

async function changeHeld(
  db: DbOrTx,
  queue: Queue,
  { rows, lease }: Pick<Settling, 'rows' | 'lease'>,
  statementFor: (isHeld: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<HeldRow[]> {
  const key = sql.join(queue.key.map(column));
  const named = rows.map((row) => sql`(${sql.join(queue.key.map((name) => row[name]))})`);
  const isHeld = sql`(${key}) in (${sql.join(named)}) and w.work_lease = ${lease}::uuid`;
  const { rows: held } = await sql<HeldRow>`${statementFor(isHeld)} returning ${key}`.execute(db);
  const known = new Set(held.map((row) => keyOf(queue, row)));
  return rows.filter((row) => known.has(keyOf(queue, row)));
}

function changed(changes: Changes = {}): RawBuilder<unknown> {
  const columns = Object.entries(changes).map(([name, value]) => sql`, ${sql.ref(name)} = ${value}`);
  return sql.join(columns, sql``);
}

function changeFor(queue: Queue, { rows: [row], outcome, clock }: Settling): RawBuilder<unknown> {
  const now = timeOf(queue, clock);
  const later = (pause: number) => sql`work_at = ${now} + ${milliseconds(pause)}`;
  const rested = sql`work_tries = 0, work_error = null, work_failed_at = null`;
  if (outcome === 'done') return sql`work_at = null, ${rested}`;
  if ('done' in outcome) return sql`work_at = null, ${rested}${changed(outcome.done)}`;
  if ('dueIn' in outcome)
    return sql`${later(outcome.dueIn)}, ${outcome.keepTries ? sql`work_error = null` : rested}${changed(outcome.changes)}`;
  if ('untriedFor' in outcome) {
    const { untriedFor, reason } = outcome;
    const error = reason === undefined ? sql`` : sql`, work_error = ${reason}::text`;
    return sql`${later(untriedFor)}, work_tries = greatest(w.work_tries - 1, 0)${error}`;
  }
  if ('giveUp' in outcome)
    return sql`work_at = null, work_failed_at = ${now}, work_error = ${outcome.giveUp}::text${changed(outcome.changes)}`;
  const pause = Math.max(outcome.pauseMs ?? 0, backoff(queue.backoff, row?.work_tries ?? 1));
  return sql`${later(pause)}, work_error = ${outcome.retry}::text`;
}
