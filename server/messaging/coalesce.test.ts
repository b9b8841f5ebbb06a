import { expect, test } from 'vitest';
import { coalesce } from './receipts.ts';

test('what is asked for meanwhile is done together, in turn, and each key for itself', async () => {
  const done: string[] = [];
  const gates: (() => void)[] = [];
  const ask = coalesce<number, number>(
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
  const ask = coalesce<number, number>(Math.max, async (input) => {
    await Promise.resolve();
    if (input === 1) throw new Error('away');
    return input;
  });
  const [one, two] = [ask('a', 1), ask('a', 2)];
  await expect(one).rejects.toThrow('away');
  expect(await two).toBe(2);
  expect(await ask('a', 3)).toBe(3);
});
