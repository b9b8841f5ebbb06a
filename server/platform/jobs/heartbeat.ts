import { setTimeout as pause } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Platform } from '../platform.ts';

export interface Heartbeat {
  everyMilliseconds: number;
  /** How long a worker may be silent before its jobs are given to others. */
  deadAfterMilliseconds: number;
}

/**
 * The queue itself frees the jobs of a killed worker only after four hours. So every worker writes a sign of life,
 * and those that are alive free the jobs of one that has been silent for long.
 * A worker judges others only when its own signs have arrived for as long: after an outage of the database all
 * are silent, and none of them is dead.
 */
export function giveSignsOfLife(
  app: Pick<Platform, 'log' | 'metrics'>,
  pool: pg.Pool,
  workerId: string,
  { everyMilliseconds, deadAfterMilliseconds }: Heartbeat,
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  let steadySince: number | undefined;
  let judgedAt = -Infinity;

  async function beat(): Promise<void> {
    try {
      await pool.query(
        'insert into jobs.worker (id) values ($1) on conflict (id) do update set seen_at = now()',
        [workerId],
      );
      const now = performance.now();
      steadySince ??= now;
      if (now - steadySince < deadAfterMilliseconds || now - judgedAt < deadAfterMilliseconds / 2) return;
      judgedAt = now;
      const released = await releaseDeadWorkers(pool, deadAfterMilliseconds);
      for (const task of released) app.metrics.jobs.inc({ task, outcome: 'abandoned' });
      if (released.length > 0) app.log.warn({ tasks: released }, 'Freed the jobs of a worker that died');
    } catch (error) {
      steadySince = undefined;
      app.log.warn({ err: error }, 'The worker could not give its sign of life');
    }
  }

  async function beatUntilStopped(): Promise<void> {
    while (!stopped.signal.aborted) {
      await beat();
      await pause(everyMilliseconds, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  const beating = beatUntilStopped();
  return {
    async stop() {
      stopped.abort();
      await beating;
    },
  };
}

/** Frees what silent workers hold, and forgets them. Returns the task of each freed job. */
export async function releaseDeadWorkers(pool: pg.Pool, deadAfterMilliseconds: number): Promise<string[]> {
  // A lock that is young may belong to a worker whose first sign is still under way.
  const dead = `
    select locked_by from graphile_worker.jobs
    where locked_at < now() - $1 * interval '1 millisecond' and not exists (
      select from jobs.worker
      where worker.id = jobs.locked_by and seen_at > now() - $1 * interval '1 millisecond'
    )`;
  const tasks = await release(pool, dead, [deadAfterMilliseconds]);
  await pool.query(`delete from jobs.worker where seen_at < now() - interval '1 day'`);
  return tasks;
}

/** Frees what one worker holds that is known to have ended. */
export async function releaseWorker(pool: pg.Pool, workerId: string): Promise<void> {
  await release(pool, 'select $1::text', [workerId]);
  await pool.query('delete from jobs.worker where id = $1', [workerId]);
}

async function release(pool: pg.Pool, owners: string, values: unknown[]): Promise<string[]> {
  const { rows } = await pool.query<{ task: string }>(
    `with held as materialized (
      select task_identifier as task, locked_by from graphile_worker.jobs where locked_by in (${owners})
    ),
    freed as materialized (
      select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)),
        pg_notify('jobs:insert', json_build_object('count', count(*))::text)
      from held
      having count(*) > 0
    )
    select task from held, freed`,
    values,
  );
  return rows.map(({ task }) => task);
}

const silent = new Logger(() => () => {});

/**
 * The queue's tables, and beside them the sign of life that every worker gives. Part of migrating, so that
 * nodes without a worker can enqueue. Nodes that start at the same time do not disturb each other.
 */
export async function installJobsSchema(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: silent });
  // One message is one transaction, so the lock lasts until all is there.
  await pool.query(`
    select pg_advisory_xact_lock(7270461);
    create schema if not exists jobs;
    create table if not exists jobs.worker (
      id text primary key,
      seen_at timestamptz not null default now()
    );
    ${indexByTask}
    ${wakeWorkers}`);
}

/**
 * The queue's own index has the jobs of all pools in one order, and who runs few would go through the backlog of the others.
 * Which of the two indexes is better depends on how many there are of each task, so that is counted often. Made only once,
 * like the trigger.
 */
const indexByTask = `
  do $$
  begin
    if to_regclass('graphile_worker.jobs_of_task') is null then
      create index jobs_of_task on graphile_worker._private_jobs (task_id, priority, run_at) where is_available;
      alter table graphile_worker._private_jobs
        set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000);
    end if;
  end $$;`;

/**
 * A worker looks for its next job before the last one's queue is unlocked, and would then sleep until it polls.
 * The trigger is made only once because making it waits for everybody who is enqueuing.
 */
const wakeWorkers = `
  create or replace function jobs.wake_workers() returns trigger language plpgsql as $$
  begin
    perform pg_notify('jobs:insert', '{"count":1}');
    return null;
  end $$;
  do $$
  begin
    if not exists (
      select from pg_trigger
      where tgname = 'wake_workers' and tgrelid = 'graphile_worker._private_job_queues'::regclass
    ) then
      create trigger wake_workers after update on graphile_worker._private_job_queues for each row
        when (old.locked_at is not null and new.locked_at is null) execute function jobs.wake_workers();
    end if;
  end $$`;
