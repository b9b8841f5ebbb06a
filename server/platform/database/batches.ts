import { Failure } from '#contract/kernel/errors.ts';
import { SECOND } from '../clock.ts';
import { withTimeout } from '../timeout.ts';
import { isBadData, isCollision } from './database.ts';
import type { Database } from './database.ts';

/** Larger ones gain little, and make the first wait for the last. */
const MOST = 64;
/** One is worked on while another is flushed to the disk, where so many wait that it is worth a statement of its own. */
const MOST_AT_ONCE = 2;
const WORTH_ANOTHER = 8;
const MOST_WAITING = 10_000;
/** How many of those that wait are looked through for some without a key in common. */
const LOOKED_THROUGH = 4 * MOST;
/** How often an item is tried that collides with others. */
const MOST_TRIES = 20;
/** Longer than a statement may take: a connection on which nothing is answered must not keep all callers waiting. */
const TIMEOUT = 35 * SECOND;

/** What is said of an item that nothing was done for: it is tried again, once something is prepared. */
export class TryAgain {
  readonly prepare: () => unknown;
  constructor(prepare: () => unknown = () => {}) {
    this.prepare = prepare;
  }
}

interface BatcherOptions<Item, Result> {
  /** Answers for each in the order given. */
  run(items: readonly Item[]): Promise<readonly (Result | TryAgain)[]>;
  /** Of two with a key in common the second waits until the first is done. */
  keysOf?: ((item: Item) => readonly string[]) | undefined;
  /** Whether nothing was done, and may be the next time. */
  isTransient?: (error: unknown) => boolean;
  /** Called with results that came after those who asked were refused. */
  onLate?: (items: readonly Item[], results: readonly (Result | TryAgain)[]) => void;
  /** From how many on a second batch is begun beside the first. */
  worthAnother?: number;
  mostWaiting?: number;
  /** After how many milliseconds a caller learns that the database does not answer. */
  timeout?: number;
}

export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Waits for what is under way, and takes nothing more. */
  stop(): Promise<void>;
}

interface Waiting<Item, Result> {
  item: Item;
  keys: readonly string[];
  since: number;
  tries: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Group commit: whatever is asked for while a statement is under way is done by the next one, so that the busier it
 * gets the less each costs. A lone call is served at once. A message costs the database 0.25 ms of CPU this way, and
 * 0.9 with a statement of its own (decision 61).
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { run, keysOf, isTransient = isCollision, onLate, timeout = TIMEOUT } = options;
  const { worthAnother = WORTH_ANOTHER, mostWaiting = MOST_WAITING } = options;
  type Entry = Waiting<Item, Result>;
  let queue: Entry[] = [];
  /** The keys of what is under way. */
  const busy = new Set<string>();
  let [working, underWay] = [0, 0];
  let [planned, stopped] = [false, false];
  let onIdle = () => {};

  /** What came with the same turn of the event loop goes together. Two batches at once only where many wait. */
  function plan(): void {
    if (planned || working === MOST_AT_ONCE || (working > 0 && queue.length < worthAnother)) return;
    if (queue.length === 0) return underWay === 0 ? onIdle() : undefined;
    planned = true;
    setImmediate(() => {
      planned = false;
      const taken = take();
      if (taken.length === 0) return;
      void work(taken);
      plan();
    });
  }

  /** The oldest first. */
  function take(): Entry[] {
    const now = performance.now();
    const taken: Entry[] = [];
    const left: Entry[] = [];
    for (const waiting of queue.slice(0, LOOKED_THROUGH)) {
      const isFree = taken.length < MOST && !waiting.keys.some((key) => busy.has(key));
      if (now - waiting.since > timeout) waiting.reject(timedOut());
      else if (!isFree) left.push(waiting);
      else {
        for (const key of waiting.keys) busy.add(key);
        taken.push(waiting);
      }
    }
    queue = [...left, ...queue.slice(LOOKED_THROUGH)];
    underWay += taken.length;
    return taken;
  }

  async function work(taken: readonly Entry[]): Promise<void> {
    working += 1;
    await runTogether(taken);
    working -= 1;
    plan();
  }

  async function runTogether(taken: readonly Entry[]): Promise<void> {
    const items = taken.map(({ item }) => item);
    const running = run(items);
    try {
      const results = await withTimeout(running, timeout, refuseLate);
      if (results.length !== taken.length) throw new Error('a batch that does not answer for each');
      for (const [index, waiting] of taken.entries()) conclude(waiting, results[index] as Result | TryAgain);
    } catch (error) {
      if (error instanceof TimedOut) running.then((results) => onLate?.(items, results)).catch(ignore);
      if (isTransient(error)) for (const waiting of taken) retry(waiting);
      // What cannot be stored is the fault of one of them. Nothing was written.
      else if (taken.length > 1 && isBadData(error))
        for (const waiting of taken) await runTogether([waiting]);
      else for (const waiting of taken) refuse(waiting, error);
    }
  }

  function conclude(waiting: Entry, result: Result | TryAgain): void {
    if (result instanceof TryAgain) return void prepareAndRetry(waiting, result);
    release(waiting);
    waiting.resolve(result);
  }

  /** What has a key in common waits for it meanwhile. */
  async function prepareAndRetry(waiting: Entry, { prepare }: TryAgain): Promise<void> {
    try {
      const preparing = prepare();
      if (preparing) await withTimeout(Promise.resolve(preparing), timeout, refuseLate);
      retry(waiting);
    } catch (error) {
      refuse(waiting, error);
    }
    plan();
  }

  /** It goes first, so that nothing with a key in common overtakes it. */
  function retry(waiting: Entry): void {
    waiting.tries += 1;
    if (waiting.tries > MOST_TRIES) return refuse(waiting, timedOut());
    release(waiting);
    queue.unshift(waiting);
  }

  function refuse(waiting: Entry, error: unknown): void {
    release(waiting);
    waiting.reject(error);
  }

  function release({ keys }: Entry): void {
    underWay -= 1;
    for (const key of keys) busy.delete(key);
  }

  return {
    async add(item) {
      if (stopped || queue.length >= mostWaiting) throw timedOut();
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const keys = keysOf?.(item) ?? [];
      queue.push({ item, keys, since: performance.now(), tries: 0, resolve, reject });
      plan();
      return promise;
    },
    stop() {
      stopped = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      onIdle = resolve;
      plan();
      return promise;
    },
  };
}

class TimedOut extends Failure<'server.unavailable'> {}

function timedOut(): TimedOut {
  return new TimedOut('server.unavailable', { retryAfter: 1 });
}

function refuseLate(): never {
  throw timedOut();
}

function ignore(): void {}

/** Something that one statement can do for many as well as for one. */
export interface Batch<Item, Result> {
  /** Answers for each in the order given. */
  run(db: Database, items: readonly Item[]): Promise<readonly Result[]>;
  /** Of two with the same key the second waits for the next batch. */
  keyOf?(item: Item): string;
}

/** A batcher for each sort of batch. */
export interface Batches {
  add<Item, Result>(batch: Batch<Item, Result>, item: Item): Promise<Result>;
  /** Waits for what is under way, and takes nothing more. */
  stop(): Promise<void>;
}

export function createBatches(db: Database): Batches {
  const batchers = new Map<unknown, Batcher<unknown, unknown>>();
  let stopped = false;
  return {
    async add<Item, Result>(batch: Batch<Item, Result>, item: Item) {
      if (stopped) throw timedOut();
      let batcher = batchers.get(batch) as Batcher<Item, Result> | undefined;
      if (!batcher) {
        const { keyOf } = batch;
        batcher = createBatcher({
          run: (items) => batch.run(db, items),
          ...(keyOf && { keysOf: (one: Item) => [keyOf(one)] }),
        });
        batchers.set(batch, batcher);
      }
      return batcher.add(item);
    },
    async stop() {
      stopped = true;
      await Promise.all([...batchers.values()].map((batcher) => batcher.stop()));
    },
  };
}
