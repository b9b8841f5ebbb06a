import { fail } from '../../contract/kernel/errors.ts';

interface Options {
  /** How many work at once. */
  places: number;
  /** How many may wait, all together and of one person. */
  longestQueue: number;
  longestOwnQueue: number;
}

interface Waiting {
  who: string;
  start(): void;
}

const RETRY_SECONDS = 10;

type TakeTurn = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/**
 * Work that needs much time and memory waits in line. Nobody has two places at once, so one person's flood leaves
 * room for others, and whoever asks for more than fits is turned away.
 */
export function createTurns({ places, longestQueue, longestOwnQueue }: Options): TakeTurn {
  const working = new Set<string>();
  const queue: Waiting[] = [];

  function startNext(): void {
    const index = working.size < places ? queue.findIndex(({ who }) => !working.has(who)) : -1;
    const [next] = index === -1 ? [] : queue.splice(index, 1);
    if (!next) return;
    working.add(next.who);
    next.start();
  }

  function waitForPlace(who: string): Promise<void> {
    const own = queue.filter((waiting) => waiting.who === who).length;
    if (own >= longestOwnQueue) fail('request.too_many', { retryAfter: RETRY_SECONDS });
    if (queue.length >= longestQueue) fail('server.unavailable', { retryAfter: RETRY_SECONDS });
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.push({ who, start: resolve });
    startNext();
    return promise;
  }

  return async (who, work) => {
    await waitForPlace(who);
    try {
      return await work();
    } finally {
      working.delete(who);
      startNext();
    }
  };
}
