import { expect, test } from 'vitest';
import { createTurns } from './take-turns.ts';

/** Work that ends when it is told to, and says when it has begun. */
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
  const takeTurn = createTurns({ places: 2, longestQueue: 10, longestOwnQueue: 5 });
  const { begun, work, end } = controlled();
  const all = [
    takeTurn('marco', work('marco 1')),
    takeTurn('marco', work('marco 2')),
    takeTurn('marco', work('marco 3')),
    takeTurn('anna', work('anna 1')),
    takeTurn('luca', work('luca 1')),
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
  const takeTurn = createTurns({ places: 1, longestQueue: 3, longestOwnQueue: 2 });
  const { work, end } = controlled();
  const busy = takeTurn('marco', work('first'));
  const waiting = [takeTurn('marco', work('second')), takeTurn('marco', work('third'))];
  await expect(takeTurn('marco', work('fourth'))).rejects.toMatchObject({ code: 'request.too_many' });
  waiting.push(takeTurn('anna', work('hers')));
  await expect(takeTurn('luca', work('his'))).rejects.toMatchObject({ code: 'server.unavailable' });
  for (const name of ['first', 'second', 'third', 'hers']) await end(name);
  await Promise.all([busy, ...waiting]);
});

test('work that fails gives its place back', async () => {
  const takeTurn = createTurns({ places: 1, longestQueue: 3, longestOwnQueue: 2 });
  const failed = takeTurn('marco', () => Promise.reject(new Error('broken')));
  await expect(failed).rejects.toThrow('broken');
  expect(await takeTurn('marco', async () => 'done')).toBe('done');
});
