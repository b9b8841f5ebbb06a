import { fail } from '#contract/kernel/errors.ts';

interface Options {
  /** How many run at the same time: of all owners, and of one. */
  concurrency: number;
  concurrencyPerOwner?: number;
  /** How many may wait: of all owners, and of one. */
  maxWaiting: number;
  maxWaitingPerOwner: number;
  /** When an owner who has too many waiting should try again. */
  ownerRetrySeconds?: number;
}

interface Waiting {
  owner: string;
  start(): void;
}

/** Runs the work when there is room for it. Fails at once where too much waits already. */
export type FairQueue = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

const RETRY_SECONDS = 10;

/**
 * A semaphore for work that needs much time or memory (a password hash, a photo). Of the owners that wait, the one with
 * the fewest running is next, so an owner who asks for many at the same time slows down only their own. A plain limit
 * without owners is `p-limit`'s.
 */
export function createFairQueue(options: Options): FairQueue {
  const { concurrency, concurrencyPerOwner = concurrency, maxWaiting, maxWaitingPerOwner } = options;
  const { ownerRetrySeconds = RETRY_SECONDS } = options;
  const queue: Waiting[] = [];
  const runningOf = new Map<string, number>();
  let running = 0;
  const countOf = (owner: string) => runningOf.get(owner) ?? 0;

  function startNext(): void {
    if (running >= concurrency) return;
    let next: Waiting | undefined;
    for (const waiting of queue) {
      if (countOf(waiting.owner) >= concurrencyPerOwner) continue;
      if (!next || countOf(waiting.owner) < countOf(next.owner)) next = waiting;
    }
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    running += 1;
    runningOf.set(next.owner, countOf(next.owner) + 1);
    next.start();
  }

  function finish(owner: string): void {
    running -= 1;
    if (countOf(owner) > 1) runningOf.set(owner, countOf(owner) - 1);
    else runningOf.delete(owner);
    startNext();
  }

  function waitForRoom(owner: string): Promise<void> {
    const isFree = running < concurrency && countOf(owner) < concurrencyPerOwner;
    if (!isFree) {
      if (queue.filter((waiting) => waiting.owner === owner).length >= maxWaitingPerOwner)
        fail('request.too_many', { retryAfter: ownerRetrySeconds });
      if (queue.length >= maxWaiting) fail('server.unavailable', { retryAfter: RETRY_SECONDS });
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.push({ owner, start: resolve });
    startNext();
    return promise;
  }

  return async (owner, work) => {
    await waitForRoom(owner);
    try {
      return await work();
    } finally {
      finish(owner);
    }
  };
}
