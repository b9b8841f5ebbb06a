import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

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
    ${wakeWorkers}`);
}

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
