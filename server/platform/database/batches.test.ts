import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { createBatcher, createBatches, TryAgain } from './batches.ts';
import type { Batch } from './batches.ts';

/** Doubles numbers in the database, and remembers which went together. */
function doubling(options: { hold?: Promise<void>; keyOf?: (item: number) => string } = {}) {
  const together: number[][] = [];
  const batch: Batch<number, number> = {
    async run(db, items) {
      together.push([...items]);
      await options.hold;
      const { rows } = await sql<{ double: number }>`
        select 2 * item.value::integer as double
        from unnest(${items.map(String)}::text[]) with ordinality as item (value, n) order by n`.execute(db);
      return rows.map(({ double }) => double);
    },
    ...(options.keyOf && { keyOf: options.keyOf }),
  };
  return { batch, together };
}

/** Until what was asked for is under way. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a lone call is served at once, and those that come meanwhile go together', async ({ db }) => {
  const { promise: hold, resolve: release } = Promise.withResolvers<void>();
  const { batch, together } = doubling({ hold });
  const batches = createBatches(db);
  const first = batches.add(batch, 1);
  await turn();
  const others = [2, 3, 4].map((item) => batches.add(batch, item));
  await turn();
  expect(together).toEqual([[1]]);
  release();
  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8]);
  expect(together).toEqual([[1], [2, 3, 4]]);
});

test('of two with the same key the second waits until the first is done', async ({ db }) => {
  const { batch, together } = doubling({ keyOf: (item) => String(item % 10) });
  const batches = createBatches(db);
  const answers = [1, 2, 11, 21].map((item) => batches.add(batch, item));
  expect(await Promise.all(answers)).toEqual([2, 4, 22, 42]);
  expect(together).toEqual([[1, 2], [11], [21]]);
});

test('one that cannot be stored fails alone', async ({ db }) => {
  const { batch, together } = doubling();
  const batches = createBatches(db);
  const answers = await Promise.allSettled([1, Number.NaN, 3].map((item) => batches.add(batch, item)));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(together).toEqual([[1, Number.NaN, 3], [1], [Number.NaN], [3]]);
});

test('where the database fails all of them fail, and the next are served', async ({ db }) => {
  let fails = true;
  const batch: Batch<number, number> = {
    async run(_, items) {
      if (fails) throw new Error('gone');
      return items;
    },
  };
  const batches = createBatches(db);
  const answers = await Promise.allSettled([1, 2].map((item) => batches.add(batch, item)));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await batches.add(batch, 3)).toBe(3);
});

test('more than fit go in several, two of them at the same time', async ({ db }) => {
  const { promise: hold, resolve: release } = Promise.withResolvers<void>();
  const { batch, together } = doubling({ hold });
  const batches = createBatches(db);
  const items = Array.from({ length: 200 }, (_, index) => index);
  const answers = items.map((item) => batches.add(batch, item));
  await turn();
  await turn();
  expect(together.map(({ length }) => length)).toEqual([64, 64]);
  release();
  expect(await Promise.all(answers)).toEqual(items.map((item) => 2 * item));
  expect(together.map(({ length }) => length)).toEqual([64, 64, 64, 8]);
});

test('stopping waits for what is under way and takes nothing more', async ({ db }) => {
  const { batch } = doubling();
  const batches = createBatches(db);
  const done: number[] = [];
  const answers = [1, 2].map(async (item) => done.push(await batches.add(batch, item)));
  await batches.stop();
  await Promise.all(answers);
  expect(done).toEqual([2, 4]);
  await expect(batches.add(batch, 3)).rejects.toMatchObject({ code: 'server.unavailable' });
});

test('what is to be tried again is not overtaken by what has a key in common, and others pass', async () => {
  const { promise: prepared, resolve: release } = Promise.withResolvers<void>();
  const done: string[] = [];
  let isReady = false;
  const batcher = createBatcher<string, string>({
    keysOf: (item) => [item.slice(0, 1)],
    async run(items) {
      return items.map((item) => {
        if (item === 'a1' && !isReady) return new TryAgain(() => prepared);
        done.push(item);
        return item;
      });
    },
  });
  const answers = ['a1', 'a2', 'b1', 'b2'].map((item) => batcher.add(item));
  expect(await answers[3]).toBe('b2');
  const stopped = batcher.stop();
  expect(done).toEqual(['b1', 'b2']);
  isReady = true;
  release();
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect(done).toEqual(['b1', 'b2', 'a1', 'a2']);
  await stopped;
});

test('a collision is tried again, and given up where it never ends', async () => {
  const collision = Object.assign(new Error('deadlock'), { code: '40P01' });
  let collisions = 2;
  const batcher = createBatcher<number, number>({
    async run(items) {
      collisions -= 1;
      if (collisions >= 0) throw collision;
      return items;
    },
  });
  expect(await Promise.all([1, 2].map((item) => batcher.add(item)))).toEqual([1, 2]);
  collisions = Infinity;
  await expect(batcher.add(3)).rejects.toMatchObject({ code: 'server.unavailable' });
  await batcher.stop();
});

test('an answer that takes too long keeps no caller waiting, and is handed over when it comes', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();
  const batcher = createBatcher<number, number>({
    timeout: 20,
    async run(items) {
      await answered;
      return items.map((item) => 2 * item);
    },
    onLate: (items, results) => late.resolve([items, results]),
  });
  await expect(batcher.add(1)).rejects.toMatchObject({ code: 'server.unavailable' });
  answer();
  expect(await late.promise).toEqual([[1], [2]]);
  expect(await batcher.add(2)).toBe(4);
});
