import { sql } from 'kysely';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { cronQueue, saveSchedules } from '#server/platform/jobs/cron.ts';
import { jobQueues } from '#server/platform/jobs/job-queues.ts';
import { jobKind } from '#server/platform/jobs/jobs.ts';
import type { CronEntry, JobHandler, JobInfo } from '#server/platform/jobs/jobs.ts';
import { startWork } from '#server/platform/work/worker.ts';
import type { Worker } from '#server/platform/work/worker.ts';

/** For `expect.poll`: a busy machine may take its time. */
export const patiently = { timeout: 60_000 };

export const note = z.object({ text: z.string() });
let kinds = 0;
/** A kind of its own for each test, since they share a database. */
export const newKind = (options?: Parameters<typeof jobKind>[2]) =>
  jobKind(`test.note${(kinds += 1)}`, note, options);

interface Stage {
  app: App;
  databaseUrl: string;
  handlers: readonly JobHandler[];
  cron?: readonly CronEntry[];
  /** Of each pool. */
  concurrency?: number;
}

/** Runs these jobs with connections of its own, until what is to be seen was seen. */
export async function whileWorking(
  { app, databaseUrl, handlers, cron = [], concurrency = 2 }: Stage,
  work: (worker: Worker) => Promise<void>,
): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 6, onIdleError: () => {} });
  await saveSchedules(db, cron);
  const worker = startWork(app, {
    db,
    queues: [
      ...jobQueues(handlers).map((queue) => Object.assign(queue, { concurrency: () => concurrency })),
      cronQueue(
        cron,
        handlers.map(({ kind }) => kind),
      ),
    ],
  });
  try {
    await work(worker);
  } finally {
    await worker.stop();
    await close();
  }
}

/** Each run waits to be taken by the test, which decides how it ends. */
export function controlledRuns() {
  interface Run extends JobInfo {
    text: string;
    succeed(): void;
    fail(error: Error): void;
  }
  const arrived: Run[] = [];
  const waiting: ((run: Run) => void)[] = [];
  const total = { count: 0 };
  return {
    total,
    next: () => {
      const { promise, resolve } = Promise.withResolvers<Run>();
      const run = arrived.shift();
      if (run) resolve(run);
      else waiting.push(resolve);
      return promise;
    },
    async run(_app: App, { text }: { text: string }, info: JobInfo): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      total.count += 1;
      const run: Run = { ...info, text, succeed: resolve, fail: reject };
      const taker = waiting.shift();
      if (taker) taker(run);
      else arrived.push(run);
      await promise;
    },
  };
}

export interface TestJob {
  id: number;
  task: string;
  attempts: number;
  maxAttempts: number;
  /** When it is due, or its lease ends. */
  runAt: number;
  lastError: string | null;
  state: 'waiting' | 'running' | 'dead';
}

/** The jobs of a kind, the newest first. */
export async function jobsOf(db: Database, task: string): Promise<TestJob[]> {
  const { rows } = await sql<TestJob>`
    select id, task, work_tries as attempts, max_tries as "maxAttempts", work_error as "lastError",
      floor(extract(epoch from coalesce(work_at, work_failed_at)) * 1000)::float8 as "runAt",
      case when work_lease is not null then 'running' when work_failed_at is not null then 'dead' else 'waiting' end as state
    from job where task = ${task} order by id desc`.execute(db);
  return rows;
}

/** Lets the pause before the next attempt pass. */
export async function passTime(db: Database, task: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ work_at: sql`now()` })
    .where('task', '=', task)
    .execute();
}

/** As if all that waits had run. */
export async function forgetJobs(db: Database): Promise<void> {
  await db.deleteFrom('job').execute();
}

/** When those of a kind are due, the first of them first. */
export async function dueTimes(db: Database, task: string): Promise<Date[]> {
  const rows = await db
    .selectFrom('job')
    .select('work_at')
    .where('task', '=', task)
    .where('work_at', 'is not', null)
    .orderBy('work_at')
    .execute();
  return rows.flatMap(({ work_at }) => work_at ?? []);
}
