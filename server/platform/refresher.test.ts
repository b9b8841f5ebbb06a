import { expect, test } from 'vitest';
import { createRefresher } from './refresher.ts';

test('runs never overlap, and a request during one gets another', async () => {
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

test('a stop waits for the run under way, and none follows', async () => {
  const run = Promise.withResolvers<void>();
  let begun = 0;
  const refresher = createRefresher(
    () => {
      begun += 1;
      return run.promise;
    },
    () => {},
  );
  refresher.request();
  refresher.request();
  let stopped = false;
  const stopping = refresher.stop().then(() => (stopped = true));
  await Promise.resolve();
  expect(stopped).toBe(false);
  run.resolve();
  await stopping;
  expect(begun).toBe(1);
});

test('a run that fails is reported and tried again until one succeeds', async () => {
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
