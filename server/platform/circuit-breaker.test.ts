import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

test('after five failures in a row no call goes out for a while, then one, and after a success all', () => {
  const breaker = createCircuitBreaker();
  for (let count = 0; count < 4; count += 1) breaker.failed(0);
  expect(breaker.allowed(0)).toBe('all');
  breaker.failed(0);
  expect([0, 4_999, 5_000].map((now) => breaker.allowed(now))).toEqual(['none', 'none', 'one']);
  breaker.failed(5_000);
  expect([14_999, 15_000].map((now) => breaker.allowed(now))).toEqual(['none', 'one']);
  breaker.succeeded();
  expect(breaker.allowed(15_000)).toBe('all');
  for (let count = 0; count < 40; count += 1) breaker.failed(0);
  expect([299_999, 300_000].map((now) => breaker.allowed(now))).toEqual(['none', 'one']);
});

test('a failure now and then stops no call', () => {
  const breaker = createCircuitBreaker();
  for (let count = 0; count < 20; count += 1) {
    breaker.failed(0);
    breaker.failed(0);
    breaker.succeeded();
  }
  expect(breaker.allowed(0)).toBe('all');
});
