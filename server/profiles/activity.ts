/** When a member was last here: a page that starts says so, and so does whatever they do. */

import { LRUCache } from 'lru-cache';
import type { App } from '#server/app.ts';
import { MINUTE, isWithin } from '#server/platform/clock.ts';

/** Further activity within this time is not recorded. */
const RECORDED_EVERY = 5 * MINUTE;
const MOST_REMEMBERED = 100_000;

export interface ActivityRecorder {
  /** Records that a profile wrote, liked or visited. It never fails, since the act itself is stored already. */
  record(brandId: string, profileId: string): Promise<void>;
}

/** Remembers whom this node has recorded lately, so that a busy writer costs no statement a message. */
export function createActivityRecorder({
  db,
  clock,
  log,
}: Pick<App, 'db' | 'clock' | 'log'>): ActivityRecorder {
  const recordedAt = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  return {
    async record(brandId, profileId) {
      const at = clock.now();
      const key = `${brandId} ${profileId}`;
      const last = recordedAt.get(key);
      if (last !== undefined && isWithin(at.getTime(), last, RECORDED_EVERY)) return;
      recordedAt.set(key, at.getTime());
      try {
        await db
          .updateTable('profile')
          .set({ last_active_at: at })
          .where('brand_id', '=', brandId)
          .where('id', '=', profileId)
          .where('last_active_at', '<', at)
          .execute();
      } catch (error) {
        recordedAt.delete(key);
        log.warn({ err: error }, 'could not record when somebody was here');
      }
    },
  };
}
