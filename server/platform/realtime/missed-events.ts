import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import { eventsMissed } from '#contract/kernel/connection.ts';
import { SECOND } from '../clock.ts';

/** What went away together comes back together: the connections of a node, and all nodes. */
const SETTLE = SECOND / 2;
/** So many browsers fetch at the same moment. */
const AT_ONCE = 50;
const BETWEEN = SECOND / 10;

/** Has this node's browsers and consoles fetch what they show, because events for them may have been lost. */
export interface MissedEvents {
  request(): void;
  stop(): Promise<void>;
}

/**
 * A few connections at a time, so that a database or a Redis that has just come back does not get all questions at
 * once. What is requested while that goes on is one more round for all: a connection that was asked already may have
 * fetched too early.
 */
export function createMissedEvents(connected: () => readonly Socket[]): MissedEvents {
  const stopped = new AbortController();
  const wait = (time: number) => pause(time, undefined, { signal: stopped.signal, ref: false });
  let requested = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (requested) {
      await wait(SETTLE);
      requested = false;
      const sockets = connected();
      for (let from = 0; from < sockets.length; from += AT_ONCE) {
        for (const socket of sockets.slice(from, from + AT_ONCE)) socket.emit(eventsMissed.name, {});
        await wait(BETWEEN);
      }
    }
  }

  return {
    request() {
      requested = true;
      running ??= run()
        // It ends early only where the node stops.
        .catch(() => {})
        .finally(() => {
          running = undefined;
        });
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
