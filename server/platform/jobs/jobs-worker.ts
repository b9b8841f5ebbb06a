import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, run } from 'graphile-worker';
import type { CronItem, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { App } from '../../app.ts';
import { MINUTE, SECOND } from '../clock.ts';
import type { CronEntry, JobHandler } from './jobs.ts';
import { giveSignsOfLife, releaseWorker } from './jobs-life.ts';
import type { Heartbeat } from './jobs-life.ts';
import { taskOf } from './jobs-run.ts';

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

/**
 * Runs jobs until told to stop; then lets the running ones finish within `config.shutdownSeconds`.
 * The queue gives up when the database goes away at the wrong moment, so it is started again until it holds.
 */
export async function startWorker(app: App, options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
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
  app: App,
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
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
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
  const { task, match, payload, maxAttempts, backfillMinutes, oneAtATime } = entry;
  return {
    task,
    match,
    payload,
    identifier: task,
    options: {
      maxAttempts,
      jobKey: `cron:${task}`,
      backfillPeriod: backfillMinutes * MINUTE,
      ...(oneAtATime && { queueName: task }),
    },
  };
}

/** Outcomes of jobs are logged where they are counted; what the queue says of itself is mostly for debugging. */
function queueLogger({ log }: App): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.['failure'] || meta?.['success']) return;
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
