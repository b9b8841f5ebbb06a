import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, run } from 'graphile-worker';
import type { CronItem, WorkerEvents, JobHelpers, Task } from 'graphile-worker';
import type pg from 'pg';
import { MINUTE, SECOND } from '../clock.ts';
import type { Platform } from '../platform.ts';
import { redact } from '../telemetry/log.ts';
import { announceDueJobs } from './due-jobs.ts';
import { giveSignsOfLife, releaseWorker } from './heartbeat.ts';
import type { Heartbeat } from './heartbeat.ts';
import { GiveUp, poolConcurrency } from './jobs.ts';
import type { CronEntry, JobHandler } from './jobs.ts';

export interface WorkerOptions {
  /** Best one of its own: it holds a connection to listen on, and one for each job that starts or ends. */
  pool: pg.Pool;
  handlers: JobHandler[];
  cron: CronEntry[];
  /** How many jobs run at once. */
  concurrency: number;
  heartbeat?: Heartbeat;
}

const usualHeartbeat: Heartbeat = { everyMilliseconds: 5 * SECOND, deadAfterMilliseconds: 30 * SECOND };
const LONGEST_RESTART_PAUSE = 5 * SECOND;
/** Workers are told of jobs. A look unasked finds what was announced while the connection was broken. */
const LOOK_UNASKED = 30 * SECOND;

/** Runs all jobs, each pool with workers of its own. What comes by itself is added by those who run it. */
export async function startWorkers(
  app: Platform,
  { handlers, cron, ...options }: Omit<WorkerOptions, 'concurrency'>,
): Promise<{ stop(): Promise<void> }> {
  const workers: { stop(): Promise<void> }[] = [announceDueJobs(app, options.pool)];
  const stop = async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  };
  const byPool = Map.groupBy(handlers, ({ kind }) => kind.pool);
  try {
    for (const [pool, own] of byPool) {
      const tasks = new Set(own.map(({ kind }) => kind.id));
      const worker = await startWorker(app, {
        ...options,
        handlers: own,
        cron: cron.filter(({ task }) => tasks.has(task)),
        concurrency: pool === 'outside' ? app.config.companion.concurrency : poolConcurrency[pool],
      });
      workers.push(worker);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/**
 * Runs jobs until it is stopped; then lets the running ones finish within `config.shutdownSeconds`.
 * The queue gives up when the database goes away at the wrong moment, so it is started again until it holds.
 */
export async function startWorker(app: Platform, options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let current = await launch(app, options);

  async function relaunch(endedId: string): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      try {
        await releaseWorker(options.pool, endedId);
        current = await launch(app, options);
        return;
      } catch (error) {
        app.log.warn({ err: error }, 'The job worker cannot start again yet');
        const milliseconds = Math.min(100 * 2 ** attempt, LONGEST_RESTART_PAUSE);
        await pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function keepRunning(): Promise<void> {
    for (;;) {
      await current.ended;
      if (stopping.signal.aborted) return;
      app.log.error('The job worker ended by itself and starts again');
      await relaunch(current.id);
      // Told to stop while it started: nobody else will.
      if (stopping.signal.aborted) await current.stop();
    }
  }

  const running = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await running;
    },
  };
}

async function launch(
  app: Platform,
  { pool, handlers, cron, concurrency, heartbeat = usualHeartbeat }: WorkerOptions,
) {
  const events: WorkerEvents = new EventEmitter();
  let id = '';
  events.on('pool:create', ({ workerPool }) => (id = workerPool.id));
  const firstLook = lookOnce(events);
  const runner = await run({
    pgPool: pool,
    taskList: Object.fromEntries(handlers.map((handler) => [handler.kind.id, taskOf(app, pool, handler)])),
    parsedCronItems: parseCronItems(cron.map(cronItem)),
    concurrency,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: app.config.shutdownSeconds * SECOND,
    logger: queueLogger(app),
    events,
    // Without these, a result that cannot be written is an unhandled rejection, and stop() does not wait for it.
    // And a plan that is made once, for any tasks, would go through the backlog of all others to find a few of ours.
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        preparedStatements: false,
        pollInterval: LOOK_UNASKED,
      },
    },
  });
  await firstLook.catch(async (error: unknown) => {
    await runner.stop().catch(() => {});
    throw error;
  });
  const life = giveSignsOfLife(app, pool, id, heartbeat);
  const ended = runner.promise.catch(() => {}).then(() => life.stop());
  return {
    id,
    ended,
    async stop() {
      // Refuses where it has ended by itself.
      await runner.stop().catch(() => {});
      await ended;
      await releaseWorker(pool, id).catch(() => {});
    },
  };
}

/**
 * The queue remembers for good how its first look for a job went, so after a failed one it would never find any.
 * Ends with that look.
 */
function lookOnce(events: WorkerEvents): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  events.once('worker:getJob:empty', () => resolve());
  events.once('job:start', () => resolve());
  events.once('worker:getJob:error', ({ error }) => reject(error));
  // Nobody waits for it where the queue does not even start.
  promise.catch(() => {});
  return promise;
}

function cronItem(entry: CronEntry): CronItem {
  const { task, match, payload, maxAttempts, backfillMinutes, oneAtATime, name = task } = entry;
  const queueName = entry.queue ?? (oneAtATime ? task : undefined);
  return {
    task,
    match,
    payload,
    identifier: name,
    options: {
      maxAttempts,
      jobKey: `cron:${name}`,
      backfillPeriod: backfillMinutes * MINUTE,
      ...(queueName !== undefined && { queueName }),
    },
  };
}

/** Outcomes of jobs are logged where they are counted; what the queue says of itself is mostly for debugging. */
function queueLogger({ log }: Platform): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.['failure'] || meta?.['success']) return;
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}

const LONGEST_ERROR = 4000;

/** Runs a handler as a task of the queue: bounded in time, counted, and with nothing secret in the error it leaves. */
function taskOf(app: Platform, pool: pg.Pool, handler: JobHandler): Task {
  const { id: task } = handler.kind;
  return async (rawPayload, { job, abortSignal }) => {
    const last = job.attempts >= job.max_attempts;
    try {
      await withinTime(handler, abortSignal, (signal) =>
        handler.run(app, withoutCronMark(rawPayload), { id: job.id, attempt: job.attempts, last, signal }),
      );
      app.metrics.jobs.inc({ task, outcome: 'done' });
    } catch (error) {
      if (error instanceof GiveUp && !last) await useUpAttempts(pool, job);
      const dead = last || error instanceof GiveUp;
      app.metrics.jobs.inc({ task, outcome: dead ? 'dead' : 'retry' });
      const facts = { task, job: job.id, attempt: job.attempts, err: error };
      if (dead) app.log.error(facts, 'A job has failed for good');
      else app.log.warn(facts, 'A job has failed and will be tried again');
      throw new Error(storableMessage(error), { cause: error });
    }
  };
}

/** Work that does not heed its signal is left behind, so that it cannot hold up the queue or a shutdown. */
async function withinTime(
  { timeoutSeconds }: JobHandler,
  workerStops: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (reason: string) => {
    const error = new Error(reason);
    controller.abort(error);
    reject(error);
  };
  const onStop = () => abort('The worker stopped before the job was done.');
  const timer = setTimeout(
    () => abort(`The job took longer than ${timeoutSeconds} seconds.`),
    timeoutSeconds * 1000,
  );
  workerStops.addEventListener('abort', onStop);
  try {
    if (workerStops.aborted) onStop();
    await Promise.race([aborted, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    workerStops.removeEventListener('abort', onStop);
  }
}

/** The queue writes the error and unlocks the job right after this, and then sees that no attempt is left. */
async function useUpAttempts(pool: pg.Pool, { id }: JobHelpers['job']): Promise<void> {
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [id]);
}

/** The scheduler adds `_cron` to what we gave it. */
function withoutCronMark(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('_cron' in payload)) return payload;
  const { _cron: _, ...ours } = payload;
  return ours;
}

/** A character that PostgreSQL refuses in a text would keep the failure itself from being written. */
function storableMessage(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return redact(text).replaceAll('\0', '').slice(0, LONGEST_ERROR).toWellFormed() || 'unknown error';
}
