import { fail } from '../../../contract/kernel/errors.ts';

const MOST_KEYS = 100_000;

/**
 * Counts in memory and without waiting: it stands before every request. What a node lets through is felt by that node
 * alone, so nodes need not share the count. A window begins with the first that comes; where there are too many keys,
 * those whose window began first make room.
 */
export function floodGuard(
  most: number,
  windowMs: number,
  mostKeys = MOST_KEYS,
): (key: string, now: number) => void {
  const counts = new Map<string, { count: number; until: number }>();
  return (key, now) => {
    const seen = counts.get(key);
    if (seen && seen.until > now) {
      seen.count += 1;
      if (seen.count > most)
        fail('request.too_many', { retryAfter: Math.max(1, Math.ceil((seen.until - now) / 1_000)) });
      return;
    }
    counts.delete(key);
    for (const oldest of counts.keys().take(Math.max(0, counts.size + 1 - mostKeys))) counts.delete(oldest);
    counts.set(key, { count: 1, until: now + windowMs });
  };
}
