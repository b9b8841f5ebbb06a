import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = { first: 200, most: 30_000 };

export interface KeptFresh {
  /** Asks for a run that begins after now. */
  ask(): void;
  stop(): void;
}

/**
 * Runs the work when asked, one run at a time, so that an older answer never replaces a newer one. A run that fails
 * is tried again until one succeeds.
 */
export function keepFresh(work: () => Promise<void>, onError: (error: unknown) => void): KeptFresh {
  const stopped = new AbortController();
  let running = false;
  let asked = false;

  async function run(): Promise<void> {
    running = true;
    let wait = RETRY_MS.first;
    while (asked && !stopped.signal.aborted) {
      asked = false;
      try {
        await work();
        wait = RETRY_MS.first;
      } catch (error) {
        asked = true;
        onError(error);
        await pause(wait, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
        wait = Math.min(wait * 2, RETRY_MS.most);
      }
    }
    running = false;
  }

  return {
    ask() {
      asked = true;
      if (!running) void run();
    },
    stop: () => stopped.abort(),
  };
}
