import { sql } from 'kysely';
import { z } from 'zod';
import type { DbOrTx } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { GiveUp } from '../work/queue.ts';
import { wakeQueue } from '../work/wake.ts';

/** A sort of background work: its name in the queue and what it needs to know. */
export interface JobKind<P> {
  id: string;
  payload: z.ZodType<P>;
  maxAttempts: number;
  pool: JobPool;
  /** Within its pool: smaller runs sooner. */
  priority: number;
}

/**
 * Who runs it. Each pool has workers of its own, so that what hangs or waits by the thousand in one keeps no other
 * back: `urgent` is what a person waits for in front of a page, `money` is our own part of payments, `providers` asks
 * those who take money, `outside` waits for all others, as companions do for a model.
 */
export type JobPool = 'urgent' | 'money' | 'providers' | 'outside' | 'general';

/** As the queue of a pool is called. */
export const queueOfPool = (pool: JobPool) => `jobs.${pool}`;

export interface JobInfo {
  /** The job's own; missing where it was not the queue that ran it. */
  id?: number;
  /** 1 for the first run. */
  attempt: number;
  /** There is no further try if this run fails. */
  last: boolean;
  /** Fires when the run takes too long or the worker has to stop. */
  signal: AbortSignal;
}

export interface JobHandler {
  kind: Pick<JobKind<unknown>, 'id' | 'pool'>;
  timeoutSeconds: number;
  run(app: Platform, rawPayload: unknown, info: JobInfo): Promise<void>;
  /** When it comes by the clock. */
  cron?: CronEntry;
}

/** When a job comes by the clock. One that still waits when the next is due is replaced by it. */
export interface CronEntry {
  task: string;
  /** Minute, hour, day, month, weekday, in UTC. */
  match: string;
  payload: Record<string, unknown>;
  maxAttempts: number;
  /** A run missed by less than this while no worker was up is made up for. */
  backfillMinutes: number;
  /** One that still runs when the next is due keeps it waiting. */
  oneAtATime?: boolean;
}

interface EnqueueOptions {
  /** In real time: the queue goes by the database's clock. */
  runAt?: Date;
  /** Replaces a job with the same key that has not started yet. */
  key?: string;
  /** What is replaced keeps its time, so that repeated requests do not postpone it for ever. */
  keepTime?: boolean;
  /** Jobs of one line run one after the other. */
  line?: string;
  /** Smaller runs sooner; that of the kind by default. */
  priority?: number;
}

const DEFAULT_ATTEMPTS = 12;
const DEFAULT_TIMEOUT_SECONDS = 60;
const CRON_TIMEOUT_SECONDS = 300;
const A_DAY_IN_MINUTES = 24 * 60;

/** Its name is that of the room that does it and of the function there. */
export function jobKind<P>(
  id: string,
  payload: z.ZodType<P>,
  {
    maxAttempts = DEFAULT_ATTEMPTS,
    pool = 'general',
    priority = 0,
  }: { maxAttempts?: number; pool?: JobPool; priority?: number } = {},
): JobKind<P> {
  return { id, payload, maxAttempts, pool, priority };
}

/**
 * Binds the work to its kind. A job runs at least once: after a crash it runs again, so the work must bear it.
 * The payload is checked again because it may have been written by an older release. The work gets the program's `App`,
 * which the platform knows as what it needs of it.
 */
export function handle<P>(
  kind: JobKind<P>,
  run: (app: never, payload: P, info: JobInfo) => Promise<void>,
  { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS }: { timeoutSeconds?: number } = {},
): JobHandler {
  return {
    kind,
    timeoutSeconds,
    async run(app, rawPayload, info) {
      const payload = z.safeDecode(kind.payload, rawPayload);
      if (!payload.success)
        throw new GiveUp(`The payload does not fit ${kind.id}: ${describe(payload.error)}`);
      await run(app as never, payload.data, info);
    },
  };
}

const nothing = z.object({});
interface CronJob extends JobHandler {
  kind: JobKind<z.output<typeof nothing>>;
  cron: CronEntry;
}

/** A job that comes by the clock, called by its room and its function. */
export function cronJob(
  room: string,
  run: (app: never, info: JobInfo) => Promise<void>,
  {
    match,
    pool = 'general',
    maxAttempts = 3,
    backfillMinutes = A_DAY_IN_MINUTES,
    timeoutSeconds = CRON_TIMEOUT_SECONDS,
    oneAtATime = false,
  }: Pick<CronEntry, 'match'> &
    Partial<Pick<CronEntry, 'maxAttempts' | 'backfillMinutes' | 'oneAtATime'>> & {
      pool?: JobPool;
      timeoutSeconds?: number;
    },
): CronJob {
  const kind = jobKind(`${room}.${run.name}`, nothing, { maxAttempts, pool });
  return {
    ...handle(kind, (app: never, _, info) => run(app, info), { timeoutSeconds }),
    kind,
    cron: { task: kind.id, match, payload: {}, maxAttempts, backfillMinutes, oneAtATime },
  };
}

const BATCH = 100;

/** Acts on all that is due, a batch at a time, until nothing is left or the job has to stop. */
export async function forEachDue<T>(
  { signal }: Pick<JobInfo, 'signal'>,
  find: (limit: number) => Promise<readonly T[]>,
  act: (due: T) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const found = await find(BATCH);
    for (const due of found) {
      if (signal.aborted) return;
      await act(due);
    }
    if (found.length < BATCH) return;
  }
}

/** Adds a job in the caller's transaction: it exists if and when the data does. */
export async function enqueue<P>(
  db: DbOrTx,
  kind: JobKind<P>,
  payload: P,
  options: EnqueueOptions = {},
): Promise<void> {
  await schedule(db, kind, payload, options);
}

/** The same, and says when the job is due: with `keepTime` that may be sooner than was asked for. */
export async function schedule<P>(
  db: DbOrTx,
  kind: JobKind<P>,
  payload: P,
  { runAt, key, keepTime = false, line, priority = kind.priority }: EnqueueOptions = {},
): Promise<Date> {
  const json = JSON.stringify(z.encode(kind.payload, payload));
  const { rows } = await sql<{
    at: Date;
  }>`select add_job(${kind.id}::text, ${json}::jsonb, ${kind.pool}::text,
    of_key => ${key === undefined ? null : `${kind.id}:${key}`}::text, at_most_tries => ${kind.maxAttempts}::int,
    due_at => ${runAt ?? null}::timestamptz, of_priority => ${priority}::int, of_line => ${line ?? null}::text,
    keeps_time => ${keepTime}::boolean) as at`.execute(db);
  const [added] = rows;
  if (!added) throw new Error(`${kind.id} could not be added`);
  if (runAt === undefined || runAt.getTime() <= Date.now()) wakeQueue(db, queueOfPool(kind.pool));
  return added.at;
}

/** At that time, or sooner where a job of the same key is due sooner: it is never put off. */
export async function scheduleBy<P>(
  db: DbOrTx,
  kind: JobKind<P>,
  payload: P,
  { key, by }: { key: string; by: Date },
): Promise<void> {
  const due = await schedule(db, kind, payload, { key, runAt: by, keepTime: true });
  if (due > by) await schedule(db, kind, payload, { key, runAt: by });
}

/** Paths and reasons only: the values may be any person's. */
function describe(error: z.ZodError): string {
  return error.issues.map(({ path, code }) => `${path.join('.') || 'payload'} (${code})`).join(', ');
}
