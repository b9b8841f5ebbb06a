import { expect, test } from 'vitest';
import { collectAtRest } from './memory-at-rest.ts';

test('what starting needed is given back once, and not while the node is at work', async () => {
  const shares = [0.9, 0.4, 0.02, 0];
  const found: number[] = [];
  let collections = 0;
  await new Promise<void>((resolve) => {
    const looks = setInterval(() => {}, 1_000);
    collectAtRest({
      every: 1,
      utilization: () => {
        const share = shares.shift() ?? 0;
        found.push(share);
        return share;
      },
      collect: () => {
        collections += 1;
        clearInterval(looks);
        resolve();
      },
    });
  });
  expect(found).toEqual([0.9, 0.4, 0.02]);
  expect(collections).toBe(1);
});

test('the memory of a node at rest shrinks', async () => {
  const left = Array.from({ length: 300_000 }, (_, index) => ({ index, text: `${index}` }));
  expect(left.pop()?.index).toBe(299_999);
  left.length = 0;
  const before = process.memoryUsage().heapTotal;
  collectAtRest({ every: 1, utilization: () => 0 });
  await expect.poll(() => process.memoryUsage().heapTotal, { timeout: 10_000 }).toBeLessThan(before);
});
