import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

const NOON = Date.UTC(2026, 4, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  noteServerTime(new Date(NOON).toUTCString());
  vi.useRealTimers();
});

test('a clock that is an hour late is put right', () => {
  noteServerTime(new Date(NOON + 3_600_000).toUTCString());
  vi.advanceTimersByTime(500);
  expect(serverNow()).toBe(NOON + 3_600_500);
});

test('the seconds that an answer takes are no difference', () => {
  noteServerTime(new Date(NOON - 1_000).toUTCString());
  expect(serverNow()).toBe(NOON);
});

test('an answer without a time, or with nonsense, changes nothing', () => {
  noteServerTime(null);
  noteServerTime('soon');
  expect(serverNow()).toBe(NOON);
});
