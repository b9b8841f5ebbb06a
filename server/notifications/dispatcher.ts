/** Keeps notifications moving for as long as the process runs. */

import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '#server/app.ts';
import { SECOND } from '#server/platform/clock.ts';
import type { Channel } from './channel.ts';
import { decideDue } from './decide-due.ts';
import { findWaiting, releaseAbandoned } from './queue.ts';
import { openQueue, sendReady } from './send-ready.ts';

const LOOK_EVERY = SECOND;
const RELEASE_EVERY = 30 * SECOND;

/** Decides and sends until it is stopped; what is under way is finished. */
export function startDispatcher(app: App, channels: readonly Channel[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const names = channels.map(({ name }) => name);
  const repeatable = channels.filter((channel) => channel.repeatable).map(({ name }) => name);

  async function repeat(what: string, every: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => app.log.error({ err: error }, what));
      await pause(every, undefined, { signal }).catch(() => {});
    }
  }

  const decider = worker(() => decideDue(app), 'notifications could not be decided on');
  const senders = new Map(
    channels.map((channel) => {
      const queue = openQueue(channel);
      return [
        channel.name,
        worker(() => sendReady(app, queue), `notifications by ${channel.name} could not be sent`),
      ];
    }),
  );

  /** Does it again while there is something to do. One that is at it already is not begun a second time. */
  function worker(work: () => Promise<number>, what: string) {
    let current: Promise<void> | undefined;
    async function workOff(): Promise<void> {
      try {
        while (!signal.aborted && (await work()) > 0);
      } catch (error) {
        app.log.error({ err: error }, what);
      }
      current = undefined;
    }
    return {
      begin: () => void (current ??= workOff()),
      end: async () => current,
    };
  }

  const loops = [
    repeat('notifications could not be looked for', LOOK_EVERY, async () => {
      const { due, ready } = await findWaiting(app.db, names, app.clock.now());
      if (due) decider.begin();
      for (const name of ready) senders.get(name)?.begin();
    }),
    repeat('abandoned notifications could not be released', RELEASE_EVERY, () =>
      app.db.transaction().execute((tx) => releaseAbandoned(tx, app.clock.now(), repeatable)),
    ),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all([decider, ...senders.values()].map(({ end }) => end()));
    },
  };
}
