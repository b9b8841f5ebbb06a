/** How often people are shown: counted in memory, and written down every few minutes for the next lists. */

import { sql } from 'kysely';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/telemetry/log.ts';

const WRITTEN_EVERY = 5 * MINUTE;
const MOST_AT_ONCE = 5_000;

/** The number of a week, which begins on a Monday at midnight in UTC: the first of all began before 1970. */
export const weekOf = (moment: Date) => Math.floor((moment.getTime() + 3 * DAY) / (7 * DAY));

export interface ExposureCounter {
  /** These were shown to a member. */
  count(brandId: string, ids: readonly string[]): void;
  /** Writes down what was counted. It never fails: what could not be written is counted with the rest. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createExposureCounter({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
}): ExposureCounter {
  let counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    const taken = [...counts];
    counts = new Map();
    for (let from = 0; from < taken.length; from += MOST_AT_ONCE) {
      const some = taken.slice(from, from + MOST_AT_ONCE);
      try {
        await addShown(db, some, clock.now());
      } catch (error) {
        for (const [key, shown] of some) counts.set(key, (counts.get(key) ?? 0) + shown);
        log.warn({ err: error }, 'could not write down who was shown');
      }
    }
  }

  return {
    count(brandId, ids) {
      for (const id of ids) {
        const key = `${brandId} ${id}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    },
    flush,
    start() {
      timer = setInterval(() => void flush(), WRITTEN_EVERY);
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** In the order of the keys, so that two nodes that write at once do not wait for each other in a circle. */
async function addShown(
  db: Database,
  counts: readonly (readonly [string, number])[],
  now: Date,
): Promise<void> {
  const rows = counts.map(([key, shown]) => [...key.split(' '), shown] as [string, string, number]);
  await sql`
    insert into exposure as known (brand_id, profile_id, week, shown)
    select p.brand_id, p.id, ${weekOf(now)}::integer, counted.shown
    from unnest(${rows.map(([brandId]) => brandId)}::uuid[], ${rows.map(([, id]) => id)}::uuid[],
      ${rows.map(([, , shown]) => shown)}::integer[]) as counted (brand_id, profile_id, shown)
    join profile p on p.brand_id = counted.brand_id and p.id = counted.profile_id
    order by p.brand_id, p.id
    on conflict (brand_id, profile_id) do update set week = excluded.week,
      shown = excluded.shown + case when known.week = excluded.week then known.shown else 0 end`.execute(db);
}
