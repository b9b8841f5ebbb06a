import { fail, Failure } from '#contract/kernel/errors.ts';
import { SECOND } from '../clock.ts';
import { isBadData } from './database.ts';
import type { Database } from './database.ts';

/** Something that one statement can do for many as well as for one. */
export interface Batch<Item, Result> {
  /** Answers for each in the order given. */
  run(db: Database, items: readonly Item[]): Promise<readonly Result[]>;
  /** Of two with the same key the second waits for the next batch. */
  keyOf?(item: Item): string;
}

/**
 * Group commit: whatever is asked for while a statement is under way is done by the next one, so that the busier it gets
 * the less each costs. Whoever comes alone is served at once.
 */
export interface Batches {
  add<Item, Result>(batch: Batch<Item, Result>, item: Item): Promise<Result>;
  /** Waits for what is under way, and takes nothing more. */
  stop(): Promise<void>;
}

/** Larger ones gain little, and make the first wait for the last. */
const MOST = 64;
/** One is worked on while another is flushed to the disk, where so many wait that it is worth a statement of its own. */
const MOST_AT_ONCE = 2;
const WORTH_ANOTHER = 8;
const MOST_WAITING = 10_000;
/** Longer than a statement may take: a connection on which nothing is answered must not keep everybody waiting. */
const TIMEOUT = 35 * SECOND;

interface Waiting<Item, Result> {
  item: Item;
  key: string | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Queue<Item, Result> {
  add(item: Item): Promise<Result>;
  idle(): Promise<void>;
}

export function createBatches(db: Database): Batches {
  const queues = new Map<unknown, Queue<unknown, unknown>>();
  let stopped = false;
  return {
    async add<Item, Result>(batch: Batch<Item, Result>, item: Item) {
      if (stopped) fail('server.unavailable', { retryAfter: 1 });
      let queue = queues.get(batch) as Queue<Item, Result> | undefined;
      if (!queue) {
        queue = createQueue(db, batch);
        queues.set(batch, queue);
      }
      return queue.add(item);
    },
    async stop() {
      stopped = true;
      await Promise.all([...queues.values()].map((queue) => queue.idle()));
    },
  };
}

function createQueue<Item, Result>(db: Database, batch: Batch<Item, Result>): Queue<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  const busy = new Set<string>();
  let planned = false;
  let working = 0;
  let onIdle = () => {};

  /** What came with the same turn of the event loop goes together. Two at once only where many wait. */
  function plan(): void {
    if (planned || working === MOST_AT_ONCE || (working > 0 && queue.length < WORTH_ANOTHER)) return;
    if (queue.length === 0) return working === 0 ? onIdle() : undefined;
    planned = true;
    setImmediate(() => {
      planned = false;
      const taken = take();
      if (taken.length === 0) return;
      void work(taken);
      plan();
    });
  }

  function take(): Waiting<Item, Result>[] {
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const waiting of queue) {
      const { key } = waiting;
      if (taken.length === MOST || (key !== undefined && busy.has(key))) left.push(waiting);
      else {
        if (key !== undefined) busy.add(key);
        taken.push(waiting);
      }
    }
    queue = left;
    return taken;
  }

  async function work(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    working += 1;
    await run(taken);
    for (const { key } of taken) if (key !== undefined) busy.delete(key);
    working -= 1;
    plan();
  }

  async function run(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const items = taken.map(({ item }) => item);
      const results = await withTimeout(batch.run(db, items));
      if (results.length !== taken.length) throw new Error('a batch that does not answer for each');
      for (const [index, { resolve }] of taken.entries()) resolve(results[index] as Result);
    } catch (error) {
      // What cannot be stored is the fault of one of them. Nothing was written.
      if (taken.length > 1 && isBadData(error)) for (const waiting of taken) await run([waiting]);
      else for (const { reject } of taken) reject(error);
    }
  }

  return {
    async add(item) {
      if (queue.length >= MOST_WAITING) fail('server.unavailable', { retryAfter: 1 });
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      queue.push({ item, key: batch.keyOf?.(item), resolve, reject });
      plan();
      return promise;
    },
    idle() {
      const { promise, resolve } = Promise.withResolvers<void>();
      onIdle = resolve;
      plan();
      return promise;
    },
  };
}

async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Failure('server.unavailable', { retryAfter: 1 })), TIMEOUT);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
