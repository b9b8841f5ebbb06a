import { expect, test } from 'vitest';
import { MovableClock } from '#testing/movable-clock.ts';
import { SECOND } from './clock.ts';
import { coalesceLoads, createLoadCache, mergeCalls } from './coalesce.ts';

test('what is asked for meanwhile is done together, in turn, and each key for itself', async () => {
  const done: string[] = [];
  const gates: (() => void)[] = [];
  const ask = mergeCalls<number, number>(
    (one, other) => one + other,
    async (input) => {
      done.push(`begin ${input}`);
      await new Promise<void>((resolve) => gates.push(resolve));
      done.push(`end ${input}`);
      return input;
    },
  );
  const first = ask('a', 1);
  const others = [ask('a', 10), ask('a', 100)];
  const elsewhere = ask('b', 5);
  expect(done).toEqual(['begin 1', 'begin 5']);
  gates[0]!();
  expect(await first).toBe(1);
  await expect.poll(() => gates.length).toBe(3);
  const last = ask('a', 7);
  gates[2]!();
  expect(await Promise.all(others)).toEqual([110, 110]);
  await expect.poll(() => gates.length).toBe(4);
  gates[1]!();
  gates[3]!();
  expect([await elsewhere, await last]).toEqual([5, 7]);
  expect(done.filter((what) => what.startsWith('begin'))).toEqual([
    'begin 1',
    'begin 5',
    'begin 110',
    'begin 7',
  ]);
});

test('all who waited get the failure, and the next call tries again', async () => {
  const ask = mergeCalls<number, number>(Math.max, async (input) => {
    await Promise.resolve();
    if (input === 1) throw new Error('away');
    return input;
  });
  const [one, two] = [ask('a', 1), ask('a', 2)];
  await expect(one).rejects.toThrow('away');
  expect(await two).toBe(2);
  expect(await ask('a', 3)).toBe(3);
});

test('a load is shared by those who ask meanwhile, and not by those who ask later', async () => {
  const share = coalesceLoads<number>();
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 2) throw new Error('away');
    return loads;
  };
  expect(await Promise.all([share('a', load), share('a', load)])).toEqual([1, 1]);
  await expect(Promise.all([share('a', load), share('a', load)])).rejects.toThrow('away');
  expect(await Promise.all([share('a', load), share('b', load)])).toEqual([3, 4]);
});

test('a load is kept while it lasts, and a failed one is not', async () => {
  const clock = new MovableClock();
  const kept = createLoadCache<number>({ max: 10, clock });
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 2) throw new Error('away');
    return loads;
  };
  const ask = () => kept('a', load, 10 * SECOND);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  clock.advance(10 * SECOND - 1);
  expect(await ask()).toBe(1);
  clock.advance(1);
  await expect(ask()).rejects.toThrow('away');
  expect(await ask()).toBe(3);
  // A clock that was set back makes nothing last for longer.
  clock.advance(-60 * SECOND);
  expect(await ask()).toBe(4);
});

test('what was asked for least lately makes room, and nothing else goes', async () => {
  const kept = createLoadCache<string>({ max: 2 });
  const loaded: string[] = [];
  const ask = (key: string) =>
    kept(key, () => {
      loaded.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(key);
  expect(loaded).toEqual(['a', 'b', 'c', 'b']);
});
