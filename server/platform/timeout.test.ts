import { expect, test, vi } from 'vitest';
import { withTimeout } from './timeout.ts';

const refuse = () => {
  throw new Error('too late');
};

test('an answer in time is the answer, and no timer is left', async () => {
  vi.useFakeTimers();
  try {
    expect(await withTimeout(Promise.resolve(1), 100, refuse)).toBe(1);
    await expect(withTimeout(Promise.reject(new Error('gone')), 100, refuse)).rejects.toThrow('gone');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a caller who waits in vain gets the other answer or the failure, and a later failure is dropped', async () => {
  vi.useFakeTimers();
  try {
    const never = Promise.withResolvers<number>();
    const other = withTimeout(never.promise, 100, () => 'nothing');
    const refused = withTimeout(never.promise, 100, refuse).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    expect(await other).toBe('nothing');
    expect(await refused).toEqual(new Error('too late'));
    never.reject(new Error('gone'));
    await vi.advanceTimersByTimeAsync(0);
  } finally {
    vi.useRealTimers();
  }
});
