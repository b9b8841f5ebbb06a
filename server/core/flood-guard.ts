import { fail } from '../../contract/errors.ts';

const MOST_KEYS = 100_000;

/**
 * Counts within a moving window, in memory and without waiting: it stands before every request. What a node lets
 * through is felt by that node alone, so nodes need not share the count.
 */
export function floodGuard(most: number, windowMs: number): (key: string, now: number) => void {
  const counts = new Map<string, { count: number; until: number }>();
  return (key, now) => {
    const seen = counts.get(key);
    if (seen && seen.until > now) {
      seen.count += 1;
      if (seen.count > most)
        fail('request.too_many', { retryAfter: Math.max(1, Math.ceil((seen.until - now) / 1_000)) });
      return;
    }
    if (counts.size >= MOST_KEYS) counts.clear();
    counts.set(key, { count: 1, until: now + windowMs });
  };
}
