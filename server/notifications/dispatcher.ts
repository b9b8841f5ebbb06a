/** Keeps notifications moving for as long as the process runs. */

import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../app.ts';
import { SECOND } from '../platform/clock.ts';
import { releaseAbandoned } from '../platform/notification-queue/queue.ts';
import type { Channel } from './channel.ts';
import { decideDue } from './decide-due.ts';
import { openQueue, sendReady } from './send-ready.ts';

const LOOK_EVERY = SECOND;
const RELEASE_EVERY = 30 * SECOND;

/** Decides and sends until it is stopped; what is under way is finished. */
export function startDispatcher(app: App, channels: readonly Channel[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Again at once while there is something to do, and otherwise after a while. */
  async function repeat(what: string, every: number, work: () => Promise<number>): Promise<void> {
    while (!signal.aborted) {
      const done = await work().catch((error: unknown) => {
        app.log.error({ err: error }, what);
        return 0;
      });
      if (done === 0) await pause(every, undefined, { signal }).catch(() => {});
    }
  }

  const repeatable = channels.filter((channel) => channel.repeatable).map(({ name }) => name);
  const running = [
    repeat('notifications could not be decided on', LOOK_EVERY, () => decideDue(app)),
    repeat('abandoned notifications could not be released', RELEASE_EVERY, async () => {
      await app.db.transaction().execute((tx) => releaseAbandoned(tx, app.clock.now(), repeatable));
      return 0;
    }),
    ...channels.map((channel) => {
      const queue = openQueue(channel);
      return repeat(`notifications by ${channel.name} could not be sent`, LOOK_EVERY, () =>
        sendReady(app, queue),
      );
    }),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
