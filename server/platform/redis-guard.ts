import { SECOND } from './clock.ts';
import { withTimeout } from './timeout.ts';

/** So long an answer of Redis is waited for. */
const PATIENCE = SECOND / 2;
/** One that was stuck is left alone for so long, so that not every question waits. */
const REST = 2 * SECOND;

interface Reports {
  /** Called once each time it goes away. */
  onAway(error: unknown): void;
  onReturn?(): void;
}

class RedisStuck extends Error {
  override readonly name = 'RedisStuck';
}

/** Asks Redis, and does with what this node knows by itself while Redis is away or stuck. */
export type RedisGuard = <T>(ask: () => Promise<T>, here: () => T | Promise<T>) => Promise<T>;

export function createRedisGuard({ onAway, onReturn }: Reports): RedisGuard {
  let away = false;
  let restsUntil = 0;
  return async (ask, here) => {
    if (performance.now() < restsUntil) return here();
    try {
      const answer = await withTimeout(ask(), PATIENCE, stuck);
      if (away) onReturn?.();
      away = false;
      return answer;
    } catch (error) {
      if (!away) onAway(error);
      away = true;
      if (error instanceof RedisStuck) restsUntil = performance.now() + REST;
      return here();
    }
  };
}

function stuck(): never {
  throw new RedisStuck('Redis does not answer');
}
