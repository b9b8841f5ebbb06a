import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';

const MOST_ROUNDS = 50;

interface WaitingJob {
  id: string;
  task: string;
  payload: unknown;
  key: string | null;
}

/**
 * Does the work that waits, one job after the other, until none of these kinds is left but what a job has put off for
 * itself. What fails is reported.
 */
export async function runWaitingJobs(app: App, handlers: readonly JobHandler[]): Promise<void> {
  const byTask = new Map(handlers.map((handler) => [handler.kind.id, handler]));
  const tasks = [...byTask.keys()];
  const done = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { rows } = await sql<WaitingJob>`
      select j.id::text, t.identifier as task, j.payload, j.key
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = any (${tasks}::text[]) and (j.run_at <= now() or j.key is null or j.key <> all (${[...done]}::text[]))
      order by j.priority, j.run_at, j.id limit 200`.execute(app.db);
    if (rows.length === 0) return;
    for (const { id, task, payload, key } of rows) {
      if (key !== null) done.add(key);
      const info = { attempt: 1, last: false, signal: new AbortController().signal };
      await byTask.get(task)?.run(app, payload, info);
      await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(app.db);
    }
  }
  throw new Error('the work does not end');
}

/** Runs a job by its name, as its clock would. */
export async function runJob(
  app: App,
  handlers: readonly JobHandler[],
  task: string,
  payload: Record<string, unknown> = {},
): Promise<void> {
  const handler = handlers.find(({ kind }) => kind.id === task);
  if (!handler) throw new Error(`no job ${task}`);
  await handler.run(app, payload, { attempt: 1, last: false, signal: new AbortController().signal });
}
