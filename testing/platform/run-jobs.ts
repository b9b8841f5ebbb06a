import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';

const MOST_ROUNDS = 50;

/**
 * Does the work that waits, one job after the other, until none of these kinds is left but what a job has put off for
 * itself. What fails is reported.
 */
export async function runWaitingJobs(app: App, handlers: readonly JobHandler[]): Promise<void> {
  const byTask = new Map(handlers.map((handler) => [handler.kind.id, handler]));
  const tasks = [...byTask.keys()];
  const done = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const rows = await app.db
      .selectFrom('job')
      .select(['id', 'task', 'payload', 'key'])
      .where('task', 'in', tasks)
      .where('work_failed_at', 'is', null)
      .where((row) =>
        row.or([
          row('work_at', '<=', sql<Date>`now()`),
          row('key', 'is', null),
          sql<boolean>`key <> all (${[...done]}::text[])`,
        ]),
      )
      .orderBy('priority')
      .orderBy('work_at')
      .orderBy('id')
      .limit(200)
      .execute();
    if (rows.length === 0) return;
    for (const { id, task, payload, key } of rows) {
      if (key !== null) done.add(key);
      const info = { attempt: 1, last: false, signal: new AbortController().signal };
      await byTask.get(task)?.run(app, payload, info);
      await app.db.deleteFrom('job').where('id', '=', id).execute();
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
