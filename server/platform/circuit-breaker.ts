import { backoff } from './backoff.ts';
import { MINUTE, SECOND } from './clock.ts';

const FAILURES_UNTIL_OPEN = 5;
const OPEN = { base: 5 * SECOND, cap: 5 * MINUTE };

/**
 * Keeps a provider that fails from being called again and again: after a few failures in a row no call goes out for a
 * while.
 */
export interface CircuitBreaker {
  /** How many may be asked for now: all, one to see whether it is well again, or none. */
  allowed(now: number): 'all' | 'one' | 'none';
  succeeded(): void;
  failed(now: number): void;
}

export function createCircuitBreaker(): CircuitBreaker {
  let failures = 0;
  let closedFrom = 0;
  return {
    allowed(now) {
      if (failures < FAILURES_UNTIL_OPEN) return 'all';
      return now >= closedFrom ? 'one' : 'none';
    },
    succeeded() {
      failures = 0;
    },
    failed(now) {
      failures += 1;
      closedFrom = now + backoff(OPEN, failures - FAILURES_UNTIL_OPEN + 1);
    },
  };
}
