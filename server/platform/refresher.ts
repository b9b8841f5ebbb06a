import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = { first: 200, most: 30_000 };

export interface Refresher {
  /** Asks for a refresh that begins after now. Requests that come while one runs are answered by one more. */
  request(): void;
  /** Begins no more, and resolves when the refresh under way has ended. */
  stop(): Promise<void>;
}

/**
 * Refreshes a cache on request: one refresh at a time, so that an older answer never replaces a newer one, and requests
 * are coalesced. One that fails is tried again, with growing pauses, until one succeeds.
 */
export function createRefresher(work: () => Promise<void>, onError: (error: unknown) => void): Refresher {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  let requested = false;

  async function run(): Promise<void> {
    let wait = RETRY_MS.first;
    while (requested && !stopped.signal.aborted) {
      requested = false;
      try {
        await work();
        wait = RETRY_MS.first;
      } catch (error) {
        requested = true;
        onError(error);
        await pause(wait, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
        wait = Math.min(wait * 2, RETRY_MS.most);
      }
    }
    running = undefined;
  }

  return {
    request() {
      requested = true;
      running ??= run();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
