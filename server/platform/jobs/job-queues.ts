import { sql } from 'kysely';
import type { Platform } from '../platform.ts';
import { queue } from '../work/queue.ts';
import type { Queue } from '../work/queue.ts';
import { queueOfPool } from './jobs.ts';
import type { JobHandler, JobPool } from './jobs.ts';

/** How many of a pool run at once on a node. */
const concurrency: Record<JobPool, (app: Platform) => number> = {
  urgent: () => 2,
  money: () => 4,
  providers: () => 6,
  outside: ({ config }) => config.companion.concurrency,
  general: () => 4,
};

/** The jobs of each pool are a queue. A node leaves alone what it does not know, as while a newer release starts. */
export function jobQueues(handlers: readonly JobHandler[]): Queue[] {
  return [...Map.groupBy(handlers, ({ kind }) => kind.pool)].map(([pool, own]) => queueOf(pool, own));
}

function queueOf(pool: JobPool, handlers: readonly JobHandler[]): Queue {
  const byTask = new Map(handlers.map((handler) => [handler.kind.id, handler]));
  const handlerOf = (task: string) => {
    const handler = byTask.get(task);
    if (!handler) throw new Error(`no handler of ${task}`);
    return handler;
  };
  return queue({
    name: queueOfPool(pool),
    table: 'job',
    key: ['id'],
    columns: ['id', 'task', 'payload', 'max_tries'],
    where: sql`w.pool = ${sql.lit(pool)} and w.task = any(${[...byTask.keys()]}::text[])`,
    priority: 'priority',
    serialBy: 'line',
    concurrency: concurrency[pool],
    timeoutSeconds: ({ task }) => handlerOf(task).timeoutSeconds,
    maxTries: ({ max_tries }) => max_tries,
    whenDone: 'delete',
    kindOf: ({ task }) => task,
    handle: (app, { id, task, payload }, { tries: attempt, last, signal }) =>
      handlerOf(task).run(app, payload, { id, attempt, last, signal }),
  });
}
