import { sql } from 'kysely';
import { fail } from '#contract/kernel/errors.ts';
import { refuseCursor } from '../cursor.ts';
import type { DbOrTx } from '../database/database.ts';

export type JobState = 'waiting' | 'running' | 'dead';

export interface Job {
  id: string;
  task: string;
  attempts: number;
  maxAttempts: number;
  runAt: number;
  createdAt: number;
  lastError: string | null;
  state: JobState;
}

const stateOf = sql<JobState>`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead'
  else 'waiting' end`;
const isDead = sql<boolean>`locked_at is null and attempts >= max_attempts`;

const LARGEST_ID = 2n ** 63n - 1n;
const LONGEST_ERROR = 4000;

/** Newest first. `next` is the `before` of the following page. */
export async function listJobs(
  db: DbOrTx,
  { state, before, limit }: { state?: JobState | undefined; before?: string | undefined; limit: number },
): Promise<{ jobs: Job[]; next: string | null }> {
  const from = before === undefined ? LARGEST_ID : readId(before);
  if (from === undefined) return refuseCursor('before');
  const { rows } = await sql<Omit<Job, 'runAt' | 'createdAt'> & { runAt: Date; createdAt: Date }>`
    select id::text, task_identifier as task, attempts, max_attempts as "maxAttempts", run_at as "runAt",
      created_at as "createdAt", left(last_error, ${LONGEST_ERROR}::int) as "lastError", ${stateOf} as state
    from graphile_worker.jobs
    where id < ${from.toString()}::bigint and (${state ?? null}::text is null or ${stateOf} = ${state ?? null})
    order by jobs.id desc
    limit ${limit + 1}`.execute(db);
  const jobs = rows
    .slice(0, limit)
    .map(({ runAt, createdAt, ...job }): Job =>
      Object.assign(job, { runAt: runAt.getTime(), createdAt: createdAt.getTime() }),
    );
  return { jobs, next: rows.length > limit ? (jobs.at(-1)?.id ?? null) : null };
}

export async function countJobs(db: DbOrTx): Promise<Record<JobState, number>> {
  const { rows } = await sql<{ state: JobState; count: number }>`
    select ${stateOf} as state, count(*)::int as count from graphile_worker.jobs group by 1`.execute(db);
  return {
    waiting: 0,
    running: 0,
    dead: 0,
    ...Object.fromEntries(rows.map((row) => [row.state, row.count])),
  };
}

/** Gives a dead job all its attempts again, from now. */
export async function retryJob(db: DbOrTx, id: string): Promise<void> {
  const known = readId(id);
  if (known === undefined) fail('job.not_found');
  // The notice wakes the workers as soon as this commits.
  const { rows } = await sql`
    select pg_notify('jobs:insert', '{"count":1}')
    from graphile_worker.reschedule_jobs(${deadJob(known)}, run_at => now(), attempts => 0)`.execute(db);
  if (rows.length === 0) fail('job.not_found');
}

export async function discardJob(db: DbOrTx, id: string): Promise<void> {
  const known = readId(id);
  if (known === undefined) fail('job.not_found');
  const { rows } = await sql`select id from graphile_worker.complete_jobs(${deadJob(known)})`.execute(db);
  if (rows.length === 0) fail('job.not_found');
}

/** The id as the queue's functions take it, where that job is dead, or none. */
function deadJob(id: bigint) {
  return sql`array(select id from graphile_worker.jobs where id = ${id.toString()}::bigint and ${isDead})`;
}

function readId(text: string): bigint | undefined {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const id = BigInt(text);
  return id <= LARGEST_ID ? id : undefined;
}
