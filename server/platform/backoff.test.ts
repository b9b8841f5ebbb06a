import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '#testing/long-runs.ts';
import { backoff } from './backoff.ts';

const settings = fc.record({
  base: fc.integer({ min: 1, max: 60_000 }),
  factor: fc.double({ min: 1, max: 10, noNaN: true }),
  cap: fc.integer({ min: 1, max: 86_400_000 }),
  jitter: fc.double({ min: 0, max: 1, noNaN: true }),
});
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('pauses double until they are as long as allowed', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 5_000].map((failures) => backoff({ base: 100, cap: 1_000 }, failures));
  expect(pauses).toEqual([0, 100, 200, 400, 800, 1_000, 1_000]);
  expect(backoff({ base: 100, factor: 3, cap: 1_000 }, 2)).toBe(300);
  expect(backoff({ base: 100, cap: 1_000, jitter: 0.5 }, 2, () => 0.5)).toBe(150);
});

test('chance shortens a pause by its share at most, and nothing passes the cap', () => {
  fc.assert(
    fc.property(settings, fc.nat(10_000), chance, (setting, failures, random) => {
      const whole = backoff({ ...setting, jitter: 0 }, failures);
      const pause = backoff(setting, failures, () => random);
      expect(whole).toBeLessThanOrEqual(setting.cap);
      expect(whole).toBeGreaterThanOrEqual(backoff({ ...setting, jitter: 0 }, failures - 1));
      expect(pause).toBeLessThanOrEqual(whole);
      expect(pause).toBeGreaterThanOrEqual(whole * (1 - setting.jitter));
    }),
    propertyRuns(200, 5_000),
  );
});
