/**
 * A member’s life in two sessions, at two providers that answer at once, after a second, or not at all for hours. What is
 * broken is reported as it is: `npm run test:long` tries many more lives, and other ones each time.
 */

import fc from 'fast-check';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { findBookErrors } from '#testing/billing/book-errors.ts';
import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { fates, findUnpaidGains, refundFates } from '#testing/billing/interleavings.ts';
import { act, acts, calmDown } from '#testing/billing/lives.ts';
import type { Act, Life } from '#testing/billing/lives.ts';
import { ModelProvider } from '#testing/billing/model-provider.ts';
import type { Fate, RefundFate } from '#testing/billing/model-provider.ts';
import { openGate, payer, verifyAge } from '#testing/billing/payer.ts';
import { cycle, endEarlierRuns, finishEverything, unlimited } from '#testing/billing/random-history.ts';
import { SlowProvider } from '#testing/billing/slow-provider.ts';
import type { Pace } from '#testing/billing/slow-provider.ts';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns, usualOrLong } from '#testing/long-runs.ts';
import { TimedClock } from '#testing/timed-clock.ts';
import { withServices } from '#testing/world.ts';
import type { World } from '#testing/world.ts';

const pace: fc.Arbitrary<Pace> = fc.record({
  seconds: fc.constantFrom<0 | 1>(0, 1, 1),
  does: fc.constantFrom('on_arrival', 'with_the_answer'),
});

interface Prepared {
  fates: Fate[];
  refundFates: RefundFate[];
  paces: Pace[];
}

const usual: Prepared = { fates: ['paid'], refundFates: ['done'], paces: [] };
const slow: Pace[] = [{ seconds: 1, does: 'with_the_answer' }];
const first = (step: Act['step']): Act => ({ session: 0, provider: 0, step });
const other = (step: Act['step']): Act => ({ session: 1, provider: 0, step });
const webhook = { do: 'webhook', order: 0, twice: true, drop: false } as const;

/** Lives that are lived every time, before those that are made up. */
const known: [Act[], Prepared][] = [
  // The answer comes after the webhook, a question, another click and the withdrawal.
  [
    [
      first({ do: 'buy', product: 'vip-month', keep: true }),
      other(webhook),
      first({ do: 'ask' }),
      other({ do: 'click_again' }),
      first({ do: 'withdraw' }),
      first({ do: 'second' }),
      first(webhook),
      first({ do: 'second' }),
    ],
    { ...usual, paces: [{ seconds: 1, does: 'on_arrival' }] },
  ],
  // The charge is unknown before the answer, and the other session tries to get the same thing or to leave.
  [
    [
      first({ do: 'buy', product: 'vip-month', keep: false }),
      other({ do: 'buy', product: 'vip-month', keep: false }),
      other({ do: 'cancel' }),
      first({ do: 'ask' }),
      first({ do: 'second' }),
      other({ do: 'leave', when: 'now' }),
      first({ do: 'second' }),
      first({ do: 'withdraw' }),
      first({ do: 'second' }),
    ],
    { ...usual, paces: slow },
  ],
  // It hangs with a charge, and with the renewals of a plan, which the member no longer wants when it is well again.
  [
    [
      first({ do: 'hang' }),
      first({ do: 'buy', product: 'vip-week', keep: true }),
      other({ do: 'click_again' }),
      first({ do: 'pass', hours: 1 }),
      first({ do: 'ask' }),
      first({ do: 'release' }),
      first({ do: 'pass', hours: 24 * 10 }),
      first({ do: 'hang' }),
      first({ do: 'pass', hours: 24 * 8 }),
      other({ do: 'leave', when: 'now' }),
      first({ do: 'pass', hours: 1 }),
      first({ do: 'release' }),
      first({ do: 'pass', hours: 24 }),
    ],
    { ...usual, paces: slow },
  ],
  // A refund is asked for while it hangs, twice.
  [
    [
      first({ do: 'buy', product: 'credits-300', keep: false }),
      first({ do: 'hang' }),
      first({ do: 'withdraw' }),
      other({ do: 'withdraw' }),
      first({ do: 'pass', hours: 3 }),
      first({ do: 'pass', hours: 3 }),
      first({ do: 'release' }),
      first({ do: 'pass', hours: 3 }),
    ],
    usual,
  ],
  // It hangs until no payer is sent to it any more: the other one takes over, until that hangs as well. The plan waits.
  [
    [
      first({ do: 'buy', product: 'vip-week', keep: false }),
      first({ do: 'hang' }),
      first({ do: 'buy', product: 'credits-100', keep: false }),
      other({ do: 'buy', product: 'credits-300', keep: false }),
      first({ do: 'ask' }),
      first({ do: 'ask' }),
      other({ do: 'ask' }),
      ...Array.from({ length: 26 }, () => first({ do: 'second' })),
      first({ do: 'buy', product: 'credits-800', keep: false }),
      { session: 0, provider: 1, step: { do: 'hang' } },
      first({ do: 'pass', hours: 24 * 12 }),
      first({ do: 'release' }),
      first({ do: 'pass', hours: 24 }),
      { session: 1, provider: 1, step: { do: 'release' } },
    ],
    usual,
  ],
];

test(
  'however slow a provider is, and whenever it hangs, what waited is done once, and the books are right',
  async ({ world, handle }) => {
    const seen = {
      taken: 0,
      takenOver: 0,
      renewed: 0,
      overlaps: 0,
      closed: 0,
      slowAnswers: 0,
      timeOuts: 0,
      doneUnheard: 0,
    };
    const property = fc.asyncProperty(
      acts,
      fc.record({ fates, refundFates, paces: fc.array(pace, { maxLength: 8 }) }),
      async (steps, prepared) => {
        const life = await beginLife(world, handle.pool, prepared);
        for (const step of steps) await act(life, step);
        await calmDown(life);
        expect(life.faults).toEqual([]);
        const [{ app, accountId }] = life.sessions;
        const models = life.providers.map(({ model }) => model);
        await finishEverything(app, models, life.clock);
        expect(life.faults).toEqual([]);
        expect(life.underWay.size).toBe(0);
        const charges = new Map(models.flatMap((model) => [...model.charges]));
        expect(await findBookErrors(app.db, { charges }, [accountId])).toEqual([]);
        expect(await findBrokenInvariants(app.db)).toEqual([]);
        expect(await findUnpaidGains(app.db, accountId)).toEqual([]);
        // Asking is no charge, and two clicks pay once.
        const asked = life.providers.flatMap(({ charged }) => [...charged.values()]);
        expect(asked.filter((times) => times > 1)).toEqual([]);
        seen.taken += [...charges.values()].filter(({ state }) => state === 'taken').length;
        seen.takenOver += models[1]?.charges.size ?? 0;
        seen.renewed += await countRenewals(app.db, accountId);
        seen.overlaps += life.overlaps;
        seen.closed += life.closed;
        for (const { slowAnswers, timeOuts, doneUnheard } of life.providers) {
          seen.slowAnswers += slowAnswers;
          seen.timeOuts += timeOuts;
          seen.doneUnheard += doneUnheard;
        }
      },
    );
    const runs = propertyRuns(known.length + 4, known.length + 60);
    await fc.assert(property, { ...runs, examples: known, endOnFailure: true });
    // Nothing is proved where no step waited.
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
  },
  usualOrLong(120_000, 900_000),
);

async function countRenewals(db: Database, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('purchase')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('kind', '=', 'renewal')
    .where('state', '=', 'fulfilled')
    .executeTakeFirstOrThrow();
  return count;
}

async function beginLife(
  world: World,
  pool: Life['pool'],
  { fates: decided, refundFates: refundsDecided, paces }: Prepared,
): Promise<Life> {
  const clock = new TimedClock();
  const open = (name: 'maxpay' | 'adyen') => {
    const model = new ModelProvider(clock, name);
    model.fate = cycle(decided, 'paid');
    model.refundFate = cycle(refundsDecided, 'done');
    const provider = new SlowProvider(model, clock);
    provider.pace = cycle(paces, { seconds: 0, does: 'on_arrival' });
    return provider;
  };
  // In this flow Maxpay is asked first, then Adyen.
  const providers = [open('maxpay'), open('adyen')] as const;
  const gated = providers.map((provider) => provider.gated);
  const payerOfBoth = await payer(world, gated, { flowId: '12' });
  const member = withServices(payerOfBoth, {
    clock,
    limits: unlimited,
    providers: {
      ...payerOfBoth.app.providers,
      gate: (name) => providers.find(({ model }) => model.name === name)?.gate ?? openGate(name),
    },
  });
  await endEarlierRuns(member);
  await verifyAge(member);
  const sessions = [member, { ...member, sessionId: newId() }] as const;
  const state = { underWay: new Set<Promise<void>>(), jobs: undefined, newestInput: undefined };
  return { sessions, providers, clock, pool, ...state, overlaps: 0, closed: 0, faults: [] };
}
