import { accounts } from '#server/accounts/module.ts';
import type { App } from '#server/app.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';

/** Runs a job of ours as the queue would, without its waiting. */
export async function runJob(
  app: App,
  task: string,
  payload: Record<string, unknown> = {},
  { last = false } = {},
): Promise<void> {
  const handler: JobHandler | undefined = accounts.jobs.find(({ kind }) => kind.id === task);
  if (!handler) throw new Error(`no job ${task}`);
  await handler.run(app, payload, { attempt: last ? 5 : 1, last, signal: new AbortController().signal });
}
