import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordServerTime, serverNow } from './clock.ts';

const NOON = Date.UTC(2026, 4, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  recordServerTime(new Date(NOON).toUTCString());
  vi.useRealTimers();
});

test('a clock that is an hour late is put right', () => {
  recordServerTime(new Date(NOON + 3_600_000).toUTCString());
  vi.advanceTimersByTime(500);
  expect(serverNow()).toBe(NOON + 3_600_500);
});

test('the seconds that an answer takes are no difference', () => {
  recordServerTime(new Date(NOON - 1_000).toUTCString());
  expect(serverNow()).toBe(NOON);
});

test('an answer without a time, or with nonsense, changes nothing', () => {
  recordServerTime(null);
  recordServerTime('soon');
  expect(serverNow()).toBe(NOON);
});
