import { sql } from 'kysely';
import { SECOND } from '../clock.ts';
import type { Database } from '../database/database.ts';

const FLUSH_EVERY = 15 * SECOND;

/** What a node has done of each queue, written down now and then for all nodes together: a row a queue and minute. */
export function createRates(db: Database) {
  let counts = new Map<string, { done: number; failed: number }>();
  let flushedAt = performance.now();

  return {
    count(queue: string, outcome: string): void {
      const own = counts.get(queue) ?? { done: 0, failed: 0 };
      if (outcome === 'done') own.done += 1;
      else if (outcome !== 'untried') own.failed += 1;
      counts.set(queue, own);
    },
    async flush(atOnce = false): Promise<void> {
      if (counts.size === 0 || (!atOnce && performance.now() - flushedAt < FLUSH_EVERY)) return;
      flushedAt = performance.now();
      const own = [...counts];
      counts = new Map();
      await sql`
        insert into work_rate as known (queue, minute, done, failed)
        select queue, date_trunc('minute', now()), done, failed
        from unnest(${own.map(([queue]) => queue)}::text[], ${own.map(([, { done }]) => done)}::int[],
          ${own.map(([, { failed }]) => failed)}::int[]) as c (queue, done, failed)
        on conflict (queue, minute) do update
        set done = known.done + excluded.done, failed = known.failed + excluded.failed`.execute(db);
    },
  };
}
