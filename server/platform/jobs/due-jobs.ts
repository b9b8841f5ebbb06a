import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND } from '../clock.ts';
import type { Platform } from '../platform.ts';

const LOOK_EVERY = SECOND;
/** More than there are workers on a node, so that a backlog finds all of them. */
const MOST_ANNOUNCED = 100;

/**
 * Whoever adds a job tells the workers, but nobody does when the time of a scheduled one comes. One look a second for all of
 * them costs a tenth of what it costs when each worker looks for itself. What waits in a queue whose turn it is not is told
 * of when the queue is free.
 */
const announce = `
  select pg_notify('jobs:insert', json_build_object('count', count(*))::text)
  from (
    select from graphile_worker._private_jobs job
    where is_available and run_at <= now() and (job_queue_id is null or exists (
      select from graphile_worker._private_job_queues queue where queue.id = job.job_queue_id and queue.is_available
    ))
    limit ${MOST_ANNOUNCED}
  ) due
  having count(*) > 0`;

/** Tells the workers of jobs that are due, until it is stopped. */
export function announceDueJobs({ log }: Pick<Platform, 'log'>, pool: pg.Pool): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      await pool
        .query({ name: 'announce_due_jobs', text: announce })
        .catch((error: unknown) => log.warn({ err: error }, 'The workers could not be told of due jobs'));
      await pause(LOOK_EVERY, undefined, { signal }).catch(() => {});
    }
  }

  const running = repeat();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
