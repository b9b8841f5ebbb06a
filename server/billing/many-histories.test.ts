/**
 * Random histories by the thousand: `npm run test:long` takes 100 000 of them. A batch that goes wrong prints its seed and
 * the numbers of its histories; `HISTORIES_SEED=… HISTORY=…` takes that one alone, and `HISTORIES_SEED=…` the whole batch
 * again. `HISTORIES=5000` takes as many.
 */

import { randomInt } from 'node:crypto';
import { runHistories } from '#testing/billing/many-histories.ts';
import { expect, onSeparateApp, test } from '#testing/harness.ts';
import { usualOrLong } from '#testing/long-runs.ts';

const { HISTORIES, HISTORIES_SEED, HISTORY } = process.env;
const BATCH = 500;
const wanted = Number(HISTORIES ?? (HISTORIES_SEED ? BATCH : usualOrLong(12, 100_000)));
const size = Math.min(wanted, BATCH);
const batches = HISTORIES_SEED ? 1 : Math.ceil(wanted / BATCH);
const firstSeed = Number(HISTORIES_SEED ?? usualOrLong(11, randomInt(2 ** 30)));

test(
  'after thousands of histories of many members at once, the books are right and agree with the processor’s',
  async () => {
    let charges = 0;
    for (let batch = 0; batch < batches; batch += 1) {
      const seed = firstSeed + batch;
      const one = { seed, size, ...(HISTORY && { only: Number(HISTORY) }) };
      // Each in a database of its own: the rules look through all of it.
      const outcome = await onSeparateApp((app) => runHistories(app, one)).catch((cause: unknown) => {
        throw new Error(`the batch of HISTORIES_SEED=${seed} breaks off`, { cause });
      });
      expect({ seed, broken: outcome.broken }).toEqual({ seed, broken: [] });
      charges += outcome.charges;
    }
    // Nothing is proved without charges.
    if (!HISTORY) expect(charges).toBeGreaterThan(wanted);
  },
  120_000 + wanted * 200,
);
