import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Work that ends when its test says so, and says when it has begun. */
function controlled() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return promise;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, end };
}

test('one person works on one thing at a time, and leaves the other places to others', async () => {
  const enqueue = createFairQueue({
    concurrency: 2,
    concurrencyPerOwner: 1,
    maxWaiting: 10,
    maxWaitingPerOwner: 5,
  });
  const { begun, work, end } = controlled();
  const all = [
    enqueue('marco', work('marco 1')),
    enqueue('marco', work('marco 2')),
    enqueue('marco', work('marco 3')),
    enqueue('anna', work('anna 1')),
    enqueue('luca', work('luca 1')),
  ];
  await end('nothing');
  expect(begun).toEqual(['marco 1', 'anna 1']);
  await end('anna 1');
  expect(begun).toEqual(['marco 1', 'anna 1', 'luca 1']);
  await end('marco 1');
  await end('luca 1');
  await end('marco 2');
  await end('marco 3');
  await Promise.all(all);
  expect(begun).toEqual(['marco 1', 'anna 1', 'luca 1', 'marco 2', 'marco 3']);
});

test('a queue has an end, for one person and for all', async () => {
  const enqueue = createFairQueue({
    concurrency: 1,
    concurrencyPerOwner: 1,
    maxWaiting: 3,
    maxWaitingPerOwner: 2,
  });
  const { work, end } = controlled();
  const busy = enqueue('marco', work('first'));
  const waiting = [enqueue('marco', work('second')), enqueue('marco', work('third'))];
  await expect(enqueue('marco', work('fourth'))).rejects.toMatchObject({ code: 'request.too_many' });
  waiting.push(enqueue('anna', work('hers')));
  await expect(enqueue('luca', work('his'))).rejects.toMatchObject({ code: 'server.unavailable' });
  for (const name of ['first', 'second', 'third', 'hers']) await end(name);
  await Promise.all([busy, ...waiting]);
});

test('work that fails makes room for the next', async () => {
  const enqueue = createFairQueue({
    concurrency: 1,
    concurrencyPerOwner: 1,
    maxWaiting: 3,
    maxWaitingPerOwner: 2,
  });
  const failed = enqueue('marco', () => Promise.reject(new Error('broken')));
  await expect(failed).rejects.toThrow('broken');
  expect(await enqueue('marco', async () => 'done')).toBe('done');
});
