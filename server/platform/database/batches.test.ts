import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { createBatches } from './batches.ts';
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

test('whoever comes alone is served at once, and those who come meanwhile go together', async ({ db }) => {
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
