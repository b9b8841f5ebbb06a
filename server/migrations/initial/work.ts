import { workColumns } from '#server/platform/work/columns.ts';

/** Background work: jobs, what comes by the clock, and how much is done (server/platform/work). */
export const workTables = [
  `create table job (
    id bigint generated always as identity primary key,
    task text not null check (length(task) between 1 and 100),
    payload jsonb not null,
    -- Who runs it, and in which order.
    pool text not null default 'general' check (pool in ('urgent', 'money', 'providers', 'outside', 'general')),
    priority smallint not null default 0,
    max_tries smallint not null default 12 check (max_tries > 0),
    -- One waits at a time; one that runs may have a successor.
    key text check (length(key) <= 300),
    -- Jobs of one line run one after the other.
    line text check (length(line) <= 100),
    created_at timestamptz not null default now(),${workColumns()}
  )`,
  `create index job_due on job (pool, priority, work_at) where work_at is not null`,
  `create index job_failed on job (work_failed_at) where work_failed_at is not null`,
  `create index job_failing on job (work_at) where work_error is not null and work_at is not null`,
  `create unique index job_key on job (key) where work_lease is null`,
  `create index job_running_key on job (key) where work_lease is not null`,
  `create unique index job_line_running on job (line) where work_lease is not null`,
  `create index job_line_due on job (line, priority, work_at, id) where work_at is not null`,

  // What comes by the clock: one row a schedule, due at its next run.
  `create table schedule (
    name text primary key check (length(name) between 1 and 100),
    match text not null check (length(match) between 9 and 100),${workColumns(false)}
  )`,
  `create index schedule_due on schedule (work_at) where work_at is not null`,
  `create index schedule_failing on schedule (work_at) where work_error is not null and work_at is not null`,
  `create index schedule_failed on schedule (work_failed_at) where work_failed_at is not null`,

  `create table work_rate (
    queue text not null check (length(queue) between 1 and 60),
    minute timestamptz not null,
    done integer not null default 0,
    failed integer not null default 0,
    primary key (queue, minute)
  )`,
  `create index work_rate_by_minute on work_rate (minute)`,
];
