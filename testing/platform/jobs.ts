import { sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { announceDueJobs } from '#server/platform/jobs/due-jobs.ts';
import { listJobs } from '#server/platform/jobs/jobs-admin.ts';
import { jobKind } from '#server/platform/jobs/jobs.ts';
import type { JobHandler, JobInfo } from '#server/platform/jobs/jobs.ts';
import { startWorker } from '#server/platform/jobs/worker.ts';
import type { WorkerOptions } from '#server/platform/jobs/worker.ts';

/** For `expect.poll`: a busy machine may take its time. */
export const patiently = { timeout: 60_000 };

export const note = z.object({ text: z.string() });
let kinds = 0;
/** A kind of its own for each test, since they share a database. */
export const newKind = (options?: Parameters<typeof jobKind>[2]) =>
  jobKind(`test.note${(kinds += 1)}`, note, options);

export async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { pool, close } = openDatabase({ url, poolSize: 6, onIdleError: () => {} });
  try {
    return await work(pool);
  } finally {
    await close();
  }
}

interface Stage extends Partial<Omit<WorkerOptions, 'pool' | 'handlers'>> {
  app: App;
  databaseUrl: string;
  handlers: JobHandler[];
}

export async function whileWorking(
  { app, databaseUrl, handlers, cron = [], concurrency = 2, heartbeat }: Stage,
  work: (worker: { stop(): Promise<void> }) => Promise<void>,
): Promise<void> {
  await withPool(databaseUrl, async (pool) => {
    const options = { pool, handlers, cron, concurrency };
    const worker = await startWorker(app, heartbeat ? { ...options, heartbeat } : options);
    const announcer = announceDueJobs(app, pool);
    try {
      await work(worker);
    } finally {
      await announcer.stop();
      await worker.stop();
    }
  });
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

export const jobsOf = async (db: Database, task: string) =>
  (await listJobs(db, { limit: 50 })).jobs.filter((job) => job.task === task);

/** Lets the pause before the next attempt pass. */
export async function passTime(db: Database, task: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where task_id =
    (select id from graphile_worker._private_tasks where identifier = ${task})`.execute(db);
  await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(db);
}
