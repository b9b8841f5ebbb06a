import { expect, test } from 'vitest';
import { keep } from './collections.ts';

test('never holds more than it may, and what is new stays', () => {
  const kept = new Map<number, string>();
  for (let key = 1; key <= 1_000; key += 1) {
    keep(kept, 100, key, `value ${key}`);
    expect(kept.size).toBeLessThanOrEqual(100);
    expect(kept.get(key)).toBe(`value ${key}`);
  }
  expect(kept.has(920)).toBe(true);
  expect(kept.has(1)).toBe(false);
});
