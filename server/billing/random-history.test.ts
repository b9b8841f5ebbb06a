import fc from 'fast-check';
import { findBookErrors } from '#testing/billing/book-errors.ts';
import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { ModelProvider } from '#testing/billing/model-provider.ts';
import { payer } from '#testing/billing/payer.ts';
import {
  tryStep,
  finishEverything,
  cycle,
  endEarlierRuns,
  fate,
  pauseHours,
  memberStep,
  refundFate,
  unlimited,
} from '#testing/billing/random-history.ts';
import type { Step } from '#testing/billing/random-history.ts';
import { expect, test } from '#testing/harness.ts';
import { usualOrLong, propertyRuns } from '#testing/long-runs.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { withServices } from '#testing/world.ts';

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 19, arbitrary: memberStep },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), hours: pauseHours }) },
);

test(
  'whatever is bought, lost, doubled, late, refunded and charged back, the books agree with the processor’s',
  async ({ world }) => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 25 }),
      fc.array(fate, { minLength: 1, maxLength: 12 }),
      fc.array(refundFate, { minLength: 1, maxLength: 6 }),
      async (steps, fates, refundFates) => {
        const clock = new MovableClock();
        const model = new ModelProvider(clock);
        model.fate = cycle(fates, 'paid');
        model.refundFate = cycle(refundFates, 'done');
        const member = withServices(await payer(world, [model]), { clock, limits: unlimited });
        await endEarlierRuns(member);
        const stage = { member, model, clock };
        for (const one of steps) await tryStep(stage, one);
        await finishEverything(member.app, [model], clock);
        expect(await findBookErrors(member.app.db, model, [member.accountId])).toEqual([]);
        expect(await findBrokenInvariants(member.app.db)).toEqual([]);
      },
    );
    await fc.assert(property, propertyRuns(4, 60));
  },
  usualOrLong(120_000, 900_000),
);

/** Twice every sort of trouble. */
const MONTHS = usualOrLong(12, 24);

test('months of a monthly plan, with every sort of trouble on the way, are each charged once', async ({
  world,
}) => {
  const clock = new MovableClock();
  const model = new ModelProvider(clock);
  model.fate = cycle(
    ['paid', 'lost_after', 'declined', 'paid_later', 'lost_before', 'paid_after_decline'],
    'paid',
  );
  const member = withServices(await payer(world, [model]), { clock, limits: unlimited });
  await endEarlierRuns(member);
  const stage = { member, model, clock };
  await tryStep(stage, { do: 'buy', product: 'vip-month' });
  for (let month = 0; month < MONTHS; month += 1) {
    await tryStep(stage, { do: 'pass', hours: 24 * 30 });
    await tryStep(stage, { do: 'decide' });
    await tryStep(stage, { do: 'webhook', order: month, twice: month % 2 === 0, drop: month % 3 === 0 });
  }
  await finishEverything(member.app, [model], clock);
  expect(await findBookErrors(member.app.db, model, [member.accountId])).toEqual([]);
  expect(await findBrokenInvariants(member.app.db)).toEqual([]);
  const { count } = await member.app.db
    .selectFrom('purchase')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', member.accountId)
    .where('state', '=', 'fulfilled')
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThan(MONTHS / 2 - 2);
}, 120_000);
