import { expect, test } from 'vitest';
import { createRefresher } from './refresher.ts';

test('runs never overlap, and whoever asks during one gets another', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const refresher = createRefresher(
    () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
    () => {},
  );
  refresher.request();
  refresher.request();
  refresher.request();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await runs[1]?.promise;
  refresher.request();
  await expect.poll(() => runs.length).toBe(3);
});

test('a run that fails is told and tried again until one succeeds', async () => {
  const errors: unknown[] = [];
  let attempts = 0;
  let done = false;
  const refresher = createRefresher(
    async () => {
      attempts += 1;
      if (attempts < 3) throw new Error(`attempt ${attempts}`);
      done = true;
    },
    (error) => errors.push((error as Error).message),
  );
  refresher.request();
  await expect.poll(() => done, { timeout: 10_000 }).toBe(true);
  expect(errors).toEqual(['attempt 1', 'attempt 2']);
});
