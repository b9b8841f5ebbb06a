import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  FIRST_NOTIFICATION,
  FIRST_NOTIFICATION_POLL_MS,
  NOTIFICATION_POLL_MS,
} from '#contract/kernel/constants.ts';
import { startPolling } from './poll-pending.ts';

const ask = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first question comes in its time, whatever happens before it', () => {
  const polling = startPolling(ask, 'calmly');
  polling.again();
  vi.advanceTimersByTime(FIRST_NOTIFICATION_POLL_MS - 1);
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ask).toHaveBeenCalledExactlyOnceWith(FIRST_NOTIFICATION);
  polling.stop();
});

test('each answer is followed by another question after a while', () => {
  const polling = startPolling(ask, 'at once');
  vi.advanceTimersByTime(0);
  vi.advanceTimersByTime(NOTIFICATION_POLL_MS - 1);
  polling.again();
  vi.advanceTimersByTime(NOTIFICATION_POLL_MS - 1);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(ask).toHaveBeenLastCalledWith(null);
  expect(ask).toHaveBeenCalledTimes(2);
  polling.stop();
});

test('a question without an answer is asked again', () => {
  const polling = startPolling(ask, 'at once');
  vi.advanceTimersByTime(NOTIFICATION_POLL_MS * 3);
  expect(ask).toHaveBeenCalledTimes(4);
  polling.stop();
});

test('where there is nothing it rests until something happens', () => {
  const polling = startPolling(ask, 'at once');
  vi.advanceTimersByTime(0);
  polling.rest();
  vi.advanceTimersByTime(NOTIFICATION_POLL_MS * 10);
  expect(ask).toHaveBeenCalledTimes(1);
  polling.again();
  vi.advanceTimersByTime(NOTIFICATION_POLL_MS);
  expect(ask).toHaveBeenCalledTimes(2);
  polling.stop();
  vi.advanceTimersByTime(NOTIFICATION_POLL_MS * 10);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('what had to wait is followed by the next at once', () => {
  const polling = startPolling(ask, 'at once');
  vi.advanceTimersByTime(0);
  polling.rest();
  polling.next();
  expect(ask).toHaveBeenCalledTimes(2);
  polling.stop();
});
