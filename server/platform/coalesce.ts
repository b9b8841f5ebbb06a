import { LRUCache } from 'lru-cache';
import { isWithin, systemClock } from './clock.ts';
import type { Clock } from './clock.ts';

type Load<V> = () => Promise<V> | V;

/** One load at a time for each key: those who ask meanwhile share it. */
export function coalesceLoads<V>(): (key: string, load: Load<V>) => Promise<V> {
  const loading = new Map<string, Promise<V>>();
  return (key, load) => {
    const shared = loading.get(key);
    if (shared) return shared;
    const started = Promise.try(load).finally(() => loading.delete(key));
    loading.set(key, started);
    return started;
  };
}

interface Loaded<V> {
  value: Promise<V>;
  at: number;
  ttl: number;
}

/**
 * Keeps what was loaded for `ttl` milliseconds, or until others push it out. It is loaded once however many ask
 * meanwhile, and a load that fails is not kept.
 */
export function createLoadCache<V>({ max, clock = systemClock }: { max: number; clock?: Clock }) {
  const kept = new LRUCache<string, Loaded<V>>({ max });
  return (key: string, load: Load<V>, ttl = Infinity): Promise<V> => {
    const at = clock.now().getTime();
    const known = kept.get(key);
    if (known && isWithin(at, known.at, known.ttl)) return known.value;
    const loaded = { value: Promise.try(load), at, ttl };
    kept.set(key, loaded);
    loaded.value.catch(() => {
      if (kept.peek(key) === loaded) kept.delete(key);
    });
    return loaded.value;
  };
}

export type LoadCache<V> = ReturnType<typeof createLoadCache<V>>;

interface Waiting<I, O> {
  input: I;
  result: Promise<O>;
}

/** One call at a time for each key: those that come meanwhile are merged into one, and all get its result. */
export function mergeCalls<I, O>(
  merge: (one: I, other: I) => I,
  work: (input: I) => Promise<O>,
): (key: string, input: I) => Promise<O> {
  const running = new Map<string, Promise<O>>();
  const waiting = new Map<string, Waiting<I, O>>();

  function start(key: string, input: I): Promise<O> {
    const result = work(input).finally(() => running.delete(key));
    running.set(key, result);
    return result;
  }

  return (key, input) => {
    const next = waiting.get(key);
    if (next) {
      next.input = merge(next.input, input);
      return next.result;
    }
    const current = running.get(key);
    if (!current) return start(key, input);
    const startNext = () => {
      waiting.delete(key);
      return start(key, entry.input);
    };
    const entry: Waiting<I, O> = { input, result: current.then(startNext, startNext) };
    waiting.set(key, entry);
    return entry.result;
  };
}
