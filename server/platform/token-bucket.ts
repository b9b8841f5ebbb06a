/** A rate by the second with a burst: what is spent comes back with time. */
export interface TokenBucket {
  /** Whole tokens that are there now; below zero where more was spent than there was. */
  left(): number;
  spend(count?: number): void;
  /** Milliseconds until there is a token again; 0 where there is one. */
  wait(): number;
}

/** `now` is in milliseconds, and best a monotonic clock: a rate must not depend on the time of day. */
export function createTokenBucket(
  { perSecond, burst }: { perSecond: number; burst: number },
  now: () => number,
): TokenBucket {
  let tokens = burst;
  let at = now();
  function refill(): void {
    const time = now();
    tokens = Math.min(burst, tokens + (Math.max(0, time - at) * perSecond) / 1_000);
    at = time;
  }
  return {
    left() {
      refill();
      return Math.floor(tokens);
    },
    spend(count = 1) {
      refill();
      tokens -= count;
    },
    wait() {
      refill();
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 1_000) / perSecond);
    },
  };
}
