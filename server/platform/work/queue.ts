/**
 * Work that waits, in rows of any table. A queue is a table, a handler and nothing else:
 *
 * 1. The table has these columns, and three partial indexes:
 *      work_at timestamptz default now(), -- when it is due; of a row under work when the lease ends; null: nothing to do
 *      work_lease uuid,                   -- by which claim a worker holds it
 *      work_tries smallint not null default 0,
 *      work_error text,                   -- why the last try failed
 *      work_failed_at timestamptz         -- when it was given up
 *    create index x_due on x (work_at) where work_at is not null;
 *    create index x_failing on x (work_at) where work_error is not null and work_at is not null;
 *    create index x_failed on x (work_failed_at) where work_failed_at is not null;
 *    With a `priority` and `fairBy` the first one begins with those: (brand_id, priority, work_at). With a `where` that compares a
 *    column to one value, as of one provider, it begins with that column. `columns.ts` writes the columns in a migration.
 *    With `serialBy` there are two more: the running row of each value, as unique; and those that are due in their order.
 *    create unique index x_running on x (line) where work_lease is not null;
 *    create index x_line_due on x (line, priority, work_at, id) where work_at is not null;
 * 2. `queue({ name, table, key, columns, handle })` says what is done with a row, and the room's module lists it in `queues`.
 * 3. Code that makes a row due calls `wakeQueue(db or tx, name)`; without it, it is found within a second.
 *
 * What a queue is promised:
 * - A row is worked on by one worker at a time, at least once. Its lease is extended for as long as the handler runs; a
 * worker that dies lets it run out, and another takes the row over. The one that has lost the lease learns it by
 * `run.signal`.
 * - Whatever becomes of a row is written only `where work_lease = ` the own lease, so that a late worker changes
 * nothing. The handler may do it in its own transaction (`run.settle(tx, 'done')`, or a statement of its own guarded by
 * `run.lease`, followed by `return 'settled'`): then the work and its end commit together.
 * - Time is that of the database. What a node believes the time to be changes nothing.
 * - A handler that throws is tried again after growing pauses, `maxTries` times, and is then given up: the row stays,
 * is seen in the console and counted, and is tried again by hand. `GiveUp` gives up at once. A row that always fails
 * keeps no other back.
 * - `batch` rows are handled together by `handleBatch`; where it throws, each is handled alone.
 * - With `abandoned` a row that may have been done already is known as such, so that it need not be done twice.
 * - A stop lets what runs end within `config.shutdownSeconds`, and gives back the rest.
 */

import type { RawBuilder, SelectType } from 'kysely';
import type { Backoff } from '../backoff.ts';
import { HOUR, SECOND } from '../clock.ts';
import type { DB } from '../database/database-types.gen.ts';
import type { DbOrTx } from '../database/database.ts';
import type { Platform } from '../platform.ts';

interface WorkColumns {
  work_at: unknown;
  work_lease: unknown;
  work_tries: unknown;
  work_error: unknown;
  work_failed_at: unknown;
}

/** The tables that have the columns. */
export type WorkTable = { [T in keyof DB]: DB[T] extends WorkColumns ? T : never }[keyof DB];
type Column<T extends WorkTable> = keyof DB[T] & string;

/** Other columns of the row that change with its end, by their names. */
export type Changes = Readonly<Record<string, unknown>>;

/** What became of a row. Without one it is done. */
export type Outcome =
  | 'done'
  /** The same, where rows that are done are kept. */
  | { done: Changes }
  /** The handler has written it down itself. */
  | 'settled'
  /** Done for now, and due again: in so many milliseconds, with all tries or with those that are left. */
  | { dueIn: number; keepTries?: boolean; changes?: Changes }
  /** It failed; tried again after the usual pause, or this one where it is longer. */
  | { retry: string; pauseMs?: number }
  /** It was not begun, which costs no try. */
  | { untriedFor: number; reason?: string }
  | { giveUp: string; changes?: Changes };

/** One run of a handler. */
export interface Run {
  /** By which the rows are held. */
  lease: string;
  /** Fires when the run takes too long, when the lease is lost, and when the worker has stopped. */
  signal: AbortSignal;
  /** Fires when the worker begins to stop: what is not begun may be left to another. */
  stopping: AbortSignal;
}

export interface RowRun extends Run {
  /** 1 for the first. */
  tries: number;
  /** It is given up where this try fails. */
  last: boolean;
  /** Writes down what became of the row as a part of a transaction. Throws where the lease is lost. */
  settle(tx: DbOrTx, outcome: Exclude<Outcome, 'settled'>): Promise<void>;
}

/** Trying again would not help. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

/** Another worker has the row by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

interface Options<T extends WorkTable, C extends Column<T>, Row> {
  /** As the console, the figures and `wakeQueue` call it. */
  name: string;
  table: T;
  key: readonly C[];
  /** What the handler is given, the key among it. */
  columns: readonly C[];
  /** Only these rows, where they are due. The table is called `w`. */
  where?: RawBuilder<unknown>;
  /** Smaller runs sooner. */
  priority?: Column<T>;
  /** Each value of this column (a brand, a provider) gets as much as any other. */
  fairBy?: Column<T>;
  /** Rows of one value of this column run one after the other; those without a value as they come. */
  serialBy?: Column<T>;
  /** How many runs a node has at the same time. */
  concurrency: number | ((app: Platform) => number);
  /** How many more rows may begin now, none while what they need is away. What does not begin stays as it is and costs nothing. */
  room?(app: Platform): number;
  /** How long a worker may be silent before others take its rows. */
  leaseSeconds?: number;
  /** How long a run may take. */
  timeoutSeconds?: number | ((row: Row) => number);
  /** Infinity: it is tried for ever. */
  maxTries?: number | ((row: Row) => number);
  /** How the pauses between tries grow. */
  backoff?: Backoff;
  /**
   * For what must not be done twice: a column that says, of a row which was claimed, whether an earlier worker went away in the
   * middle of it, and may have done it. A run that is left behind, since it takes too long or the worker stops, counts as such.
   */
  abandoned?: Column<T>;
  /** Rows that are done are deleted, or kept with nothing to do. */
  whenDone: 'delete' | 'keep';
  /** Times of the rows are those of `app.clock`, which only tests move. Without it they are always the database's. */
  byAppClock?: boolean;
  /** By what its rows are grouped in figures and in the console. */
  kindOf?: (row: Row) => string;
}

type RowOf<T extends WorkTable, C extends Column<T>> = { [K in C]: SelectType<DB[T][K]> } & {
  work_tries: number;
};

/** A handler gets the program's `App`, which the platform knows as what it needs of it. */
interface OneByOne<Row> {
  handle(app: Platform, row: Row, run: RowRun): Promise<Outcome | void>;
}
interface InBatches<Row> {
  /** So many rows at most are handled together. */
  batch: number;
  /** So long a wake-up waits for more, where rows come by the hundred and each wakes the queue. */
  gatherMs?: number;
  /** Answers with what became of each, in their order; of those without an answer it is done. */
  handleBatch(app: Platform, rows: readonly Row[], run: Run): Promise<readonly (Outcome | undefined)[]>;
}

/** A row as the worker holds it, whatever its table. */
export type HeldRow = Record<string, unknown> & { work_tries: number };

/** A queue of any table, as the worker runs it. */
export interface Queue {
  name: string;
  table: string;
  key: readonly string[];
  columns: readonly string[];
  where?: RawBuilder<unknown>;
  priority?: string;
  fairBy?: string;
  serialBy?: string;
  abandoned?: string;
  concurrency(app: Platform): number;
  room?(app: Platform): number;
  /** Missing: one row at a time. */
  batch?: number;
  gatherMs: number;
  leaseMs: number;
  /** A batch may take as long as any of its rows. */
  timeoutMs(row: HeldRow): number;
  maxTries(row: HeldRow): number;
  backoff: Backoff;
  whenDone: 'delete' | 'keep';
  byAppClock: boolean;
  kindOf(row: HeldRow): string;
  handle?(app: Platform, row: HeldRow, run: RowRun): Promise<Outcome | void>;
  handleBatch?(app: Platform, rows: readonly HeldRow[], run: Run): Promise<readonly (Outcome | undefined)[]>;
}

const LEASE_SECONDS = 30;
const TIMEOUT_SECONDS = 60;
const MAX_TRIES = 12;
/** Twelve tries span about a day: the pause grows from 3 seconds to 6 hours. */
const BACKOFF: Backoff = { base: 3 * SECOND, factor: Math.E, cap: 6 * HOUR };

export function queue<T extends WorkTable, C extends Column<T>>(
  options: Options<T, C, RowOf<T, C>> & (OneByOne<RowOf<T, C>> | InBatches<RowOf<T, C>>),
): Queue {
  const {
    concurrency,
    maxTries = MAX_TRIES,
    leaseSeconds = LEASE_SECONDS,
    timeoutSeconds = TIMEOUT_SECONDS,
    backoff = BACKOFF,
    kindOf,
    byAppClock = false,
    columns,
    ...rest
  } = options;
  // The worker reads these very columns, so that its rows are those of the table.
  return {
    ...(rest as unknown as Pick<Queue, 'name' | 'table' | 'key' | 'whenDone'>),
    columns: [...columns, ...(options.serialBy === undefined ? [] : [options.serialBy])],
    concurrency: typeof concurrency === 'number' ? () => concurrency : concurrency,
    maxTries: typeof maxTries === 'number' ? () => maxTries : maxTries,
    gatherMs: ('gatherMs' in options && options.gatherMs) || 0,
    leaseMs: leaseSeconds * SECOND,
    timeoutMs: (row) =>
      SECOND * (typeof timeoutSeconds === 'number' ? timeoutSeconds : timeoutSeconds(row as RowOf<T, C>)),
    backoff,
    byAppClock,
    kindOf: kindOf ?? (() => ''),
  };
}
