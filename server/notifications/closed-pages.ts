import type { App } from '#server/app.ts';
import { createRefresher } from '#server/platform/refresher.ts';
import { lookAgainFor } from './queue.ts';
import type { Away } from './queue.ts';

/** A node that stops loses thousands at once. */
const MOST_AT_ONCE = 1_000;

/**
 * Has messages looked at soon that waited in a page of this node, once the last one of their receiver is closed. Those that
 * close together are one statement. What a node that dies leaves undone is looked at some minutes later.
 */
export function watchClosedPages({ db, clock, log, brands, realtime }: App) {
  const waiting = new Map<string, Away>();

  async function look(): Promise<void> {
    while (waiting.size > 0) {
      const some = [...waiting].slice(0, MOST_AT_ONCE);
      await lookAgainFor(
        db,
        some.map(([, away]) => away),
        clock.now(),
      );
      for (const [key] of some) waiting.delete(key);
    }
  }

  const looks = createRefresher(look, (error) =>
    log.warn({ err: error }, 'notifications that waited in a page could not be looked at'),
  );
  realtime.presence.onLeft((brandId, accountId) => {
    // Consoles are no brand's.
    if (!brands.byId(brandId)) return;
    waiting.set(`${brandId} ${accountId}`, { brandId, accountId });
    looks.request();
  });
  return {
    async stop(): Promise<void> {
      await looks.stop();
      await look();
    },
  };
}
