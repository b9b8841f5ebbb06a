/**
 * Two sessions of one member, webhooks and jobs at the same moment. The suite tries a few, `npm run test:long` more; `INTERLEAVINGS=500`
 * tries many, and `INTERLEAVINGS_SEED` the very ones of an earlier run.
 */

import fc from 'fast-check';
import { newId } from '#server/platform/ids.ts';
import { findBookErrors } from '#testing/billing/book-errors.ts';
import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { watched } from '#testing/billing/count-retries.ts';
import { fates, findUnpaidGains, runRound, refundFates, rounds } from '#testing/billing/interleavings.ts';
import { ModelProvider } from '#testing/billing/model-provider.ts';
import { payer } from '#testing/billing/payer.ts';
import { finishEverything, cycle, endEarlierRuns, unlimited } from '#testing/billing/random-history.ts';
import { expect, test } from '#testing/harness.ts';
import { usualOrLong } from '#testing/long-runs.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { withServices } from '#testing/world.ts';

const RUNS = Number(process.env['INTERLEAVINGS'] ?? usualOrLong(3, 50));
const SEED = process.env['INTERLEAVINGS_SEED'] ?? usualOrLong('11', undefined);

test(
  'whatever two sessions, webhooks and jobs do at once, nothing fails, no transaction waits in a circle, and no member gains a cent or a credit',
  async ({ world, handle }) => {
    let paid = 0;
    const property = fc.asyncProperty(
      rounds,
      fates,
      refundFates,
      async (story, prepared, refundsPrepared) => {
        const clock = new MovableClock();
        const model = new ModelProvider(clock);
        model.fate = cycle(prepared, 'paid');
        model.refundFate = cycle(refundsPrepared, 'done');
        const buyer = withServices(await payer(world, [model]), { clock, limits: unlimited });
        const member = watched(buyer, handle.pool);
        await endEarlierRuns(member);
        const other = { ...member, sessionId: newId() };
        for (const round of story)
          expect(await runRound({ sessions: [member, other], model, clock }, round)).toEqual([]);
        expect(member.collisions).toEqual([]);
        await finishEverything(member.app, [model], clock);
        expect(await findBookErrors(member.app.db, model, [member.accountId])).toEqual([]);
        expect(await findBrokenInvariants(member.app.db)).toEqual([]);
        expect(await findUnpaidGains(member.app.db, member.accountId)).toEqual([]);
        paid += [...model.charges.values()].filter(({ state }) => state === 'taken').length;
      },
    );
    await fc.assert(property, {
      numRuns: RUNS,
      // Each run takes a while, and where many are wanted the first that goes wrong is reported as it is.
      endOnFailure: RUNS > 20,
      ...(SEED && { seed: Number(SEED) }),
    });
    // Nothing is proved without purchases.
    expect(paid).toBeGreaterThan(RUNS);
  },
  60_000 + RUNS * 20_000,
);
