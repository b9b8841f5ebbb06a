import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { workColumns } from '#server/platform/work/columns.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { HeldRow, Outcome, Queue, RowRun } from '#server/platform/work/queue.ts';
import type { WakeUps } from '#server/platform/work/wake.ts';
import { startWork } from '#server/platform/work/worker.ts';
import type { Worker } from '#server/platform/work/worker.ts';

let tables = 0;

/** A table of its own for each test, since they share a database. */
export async function makeWorkTable(db: Database): Promise<string> {
  const name = `parcel_${(tables += 1)}`;
  await sql`create table ${sql.table(name)} (id integer primary key, brand text not null default 'one',
    priority smallint not null default 0, text text not null default '',
    abandoned boolean not null default false, ${sql.raw(workColumns())})`.execute(db);
  await sql`create index on ${sql.table(name)} (work_at) where work_at is not null`.execute(db);
  await sql`create index on ${sql.table(name)} (brand, priority, work_at) where work_at is not null`.execute(
    db,
  );
  return name;
}

export interface Parcel {
  id: number;
  brand?: string;
  priority?: number;
  text?: string;
}

export async function addParcels(db: Database, table: string, parcels: readonly Parcel[]): Promise<void> {
  await sql`insert into ${sql.table(table)} (id, brand, priority, text)
    select id, coalesce(brand, 'one'), coalesce(priority, 0), coalesce(text, '')
    from jsonb_to_recordset(${JSON.stringify(parcels)}::jsonb) as p (id integer, brand text, priority smallint, text text)`.execute(
    db,
  );
}

export interface ParcelRow {
  id: number;
  due: boolean;
  held: boolean;
  tries: number;
  error: string | null;
  failed: boolean;
  /** In seconds from now. */
  dueIn: number | null;
}

export async function parcelsOf(db: Database, table: string): Promise<ParcelRow[]> {
  const { rows } = await sql<ParcelRow>`
    select id, coalesce(work_at <= now(), false) as due, work_lease is not null as held, work_tries as tries,
      work_error as error, work_failed_at is not null as failed,
      extract(epoch from work_at - now())::float8 as "dueIn"
    from ${sql.table(table)} order by id`.execute(db);
  return rows;
}

/** A queue over such a table. */
export function parcelQueue(table: string, options: Partial<Queue>): Queue {
  const usual = queue({
    name: table,
    // Any table that has the columns.
    table: table as 'job',
    key: ['id'],
    columns: ['id'],
    concurrency: 2,
    backoff: { base: 60_000, cap: 60_000 },
    whenDone: 'delete',
    handle: () => Promise.resolve(),
  });
  return { ...usual, columns: ['id', 'brand', 'text'], ...options };
}

/** Works with connections of its own, until what is to be seen was seen. */
export async function whileAtWork(
  {
    app,
    databaseUrl,
    queues,
    wakeUps,
  }: { app: App; databaseUrl: string; queues: readonly Queue[]; wakeUps?: WakeUps },
  work: (worker: Worker) => Promise<void>,
): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 4, onIdleError: () => {} });
  const worker = startWork(app, { db, queues, ...(wakeUps && { wakeUps }) });
  try {
    await work(worker);
  } finally {
    await worker.stop();
    await close();
  }
}

/** Each run waits to be taken by the test, which decides how it ends. */
export function heldRuns() {
  interface Held extends RowRun {
    id: number;
    end(outcome?: Outcome): void;
    fail(error: Error): void;
  }
  const arrived: Held[] = [];
  const waiting: ((run: Held) => void)[] = [];
  return {
    next(): Promise<Held> {
      const { promise, resolve } = Promise.withResolvers<Held>();
      const run = arrived.shift();
      if (run) resolve(run);
      else waiting.push(resolve);
      return promise;
    },
    get arrived() {
      return arrived.length;
    },
    async handle(_app: App, row: HeldRow, run: RowRun): Promise<Outcome | void> {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome | void>();
      const held: Held = { ...run, id: Number(row['id']), end: resolve, fail: reject };
      const taker = waiting.shift();
      if (taker) taker(held);
      else arrived.push(held);
      return promise;
    },
  };
}
