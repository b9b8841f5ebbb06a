import { sql } from 'kysely';
import { fail } from '#contract/kernel/errors.ts';
import { refuseCursor } from '../cursor.ts';
import type { DbOrTx } from '../database/database.ts';
import { wakeQueue } from '../work/wake.ts';
import { queueOfPool } from './jobs.ts';
import type { JobPool } from './jobs.ts';

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
  when work_lease is not null then 'running'
  when work_failed_at is not null then 'dead'
  else 'waiting' end`;

const LARGEST_ID = 2n ** 63n - 1n;

/** Newest first. `next` is the `before` of the following page. */
export async function listJobs(
  db: DbOrTx,
  { state, before, limit }: { state?: JobState | undefined; before?: string | undefined; limit: number },
): Promise<{ jobs: Job[]; next: string | null }> {
  const from = before === undefined ? LARGEST_ID : readId(before);
  if (from === undefined) return refuseCursor('before');
  const { rows } = await sql<Omit<Job, 'runAt' | 'createdAt'> & { runAt: Date; createdAt: Date }>`
    select id::text, task, work_tries as attempts, max_tries as "maxAttempts",
      coalesce(work_at, work_failed_at) as "runAt", created_at as "createdAt", work_error as "lastError", ${stateOf} as state
    from job
    where id < ${from.toString()}::bigint and (${state ?? null}::text is null or ${stateOf} = ${state ?? null})
    order by job.id desc
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
    select ${stateOf} as state, count(*)::int as count from job group by 1`.execute(db);
  return {
    waiting: 0,
    running: 0,
    dead: 0,
    ...Object.fromEntries(rows.map((row) => [row.state, row.count])),
  };
}

/** Gives a dead job all its attempts again, from now. */
export async function retryJob(db: DbOrTx, id: string): Promise<void> {
  const { rows } = await sql<{ pool: JobPool }>`
    update job set work_at = now(), work_tries = 0, work_failed_at = null
    where id = ${(readId(id) ?? -1).toString()}::bigint and work_failed_at is not null returning pool`.execute(
    db,
  );
  const [job] = rows;
  if (!job) return fail('job.not_found');
  wakeQueue(db, queueOfPool(job.pool));
}

export async function discardJob(db: DbOrTx, id: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`delete from job
    where id = ${(readId(id) ?? -1).toString()}::bigint and work_failed_at is not null`.execute(db);
  if (numAffectedRows === 0n) fail('job.not_found');
}

function readId(text: string): bigint | undefined {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const id = BigInt(text);
  return id <= LARGEST_ID ? id : undefined;
}
