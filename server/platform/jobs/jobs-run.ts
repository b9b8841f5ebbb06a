import type { JobHelpers, Task } from 'graphile-worker';
import type pg from 'pg';
import type { App } from '../../app.ts';
import { GiveUp } from './jobs.ts';
import type { JobHandler } from './jobs.ts';
import { redact } from '../telemetry/log.ts';

const LONGEST_ERROR = 4000;

/** Runs a handler as a task of the queue: bounded in time, counted, and with nothing secret in the error it leaves. */
export function taskOf(app: App, pool: pg.Pool, handler: JobHandler): Task {
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
