/**
 * Lives of a member in two sessions whose providers take their time: while one step waits for an answer, the next ones
 * are taken. A second goes by, a provider hangs and comes back; no test sleeps for it.
 */

import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type pg from 'pg';
import { Failure } from '#contract/kernel/errors.ts';
import { askProvider } from '#server/billing/desk/operate.ts';
import { tryCharge } from '#server/billing/payments/pay-by-card.ts';
import { finishPayment } from '#server/billing/payments/payment-status.ts';
import { HOUR, SECOND } from '#server/platform/clock.ts';
import type { TimedClock } from '../timed-clock.ts';
import type { Member } from '../world.ts';
import { isRefusal, performStep, sessionStep } from './interleavings.ts';
import type { SessionStep } from './interleavings.ts';
import { attemptsOf, orderFor } from './payer.ts';
import { anyCard, only, passTime, refundStep, webhookStep } from './random-history.ts';
import type { SlowProvider } from './slow-provider.ts';

export type LifeStep =
  | SessionStep
  /** The same order is paid once more, as by a second click or in another tab. */
  | { do: 'click_again' }
  /** An operator asks the provider of the newest payment. */
  | { do: 'ask' }
  /** The page asks what became of the newest payment. */
  | { do: 'come_back' }
  | { do: 'second' }
  | { do: 'hang' }
  | { do: 'release' };

export interface Act {
  /** Who does it, and whom it is about where a provider does something. */
  session: 0 | 1;
  provider: 0 | 1;
  step: LifeStep;
}

export interface Life {
  /** One member, twice. */
  sessions: readonly [Member, Member];
  providers: readonly [SlowProvider, SlowProvider];
  clock: TimedClock;
  pool: Pick<pg.Pool, 'idleCount' | 'totalCount' | 'waitingCount'>;
  underWay: Set<Promise<void>>;
  jobs: Promise<void> | undefined;
  newestInput: Parameters<typeof tryCharge>[1] | undefined;
  /** Steps that were taken while another waited for an answer. */
  overlaps: number;
  /** How often a gate was closed after a step, because its provider had failed too often. */
  closed: number;
  faults: unknown[];
}

const which = fc.constantFrom<0 | 1>(0, 1);
const lifeStep: fc.Arbitrary<LifeStep> = fc.oneof(
  { weight: 10, arbitrary: sessionStep },
  { weight: 5, arbitrary: webhookStep },
  { weight: 1, arbitrary: refundStep },
  { weight: 1, arbitrary: only('charge_back') },
  { weight: 1, arbitrary: only('decide') },
  { weight: 2, arbitrary: only('click_again') },
  { weight: 2, arbitrary: only('ask') },
  { weight: 1, arbitrary: only('come_back') },
  { weight: 5, arbitrary: only('second') },
  { weight: 3, arbitrary: only('hang') },
  { weight: 3, arbitrary: only('release') },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 49, max: 24 * 40 })),
    }),
  },
);

const bought = (product: string): Act => ({
  session: 0,
  provider: 0,
  step: { do: 'buy', product, keep: true },
});

/** Every life begins with something bought, which may be a plan that is going to renew. */
export const acts: fc.Arbitrary<Act[]> = fc
  .tuple(
    fc.constantFrom('vip-week', 'vip-month', 'credits-300'),
    fc.array(fc.record({ session: which, provider: which, step: lifeStep }), {
      minLength: 6,
      maxLength: 20,
    }),
  )
  .map(([product, more]) => more.toSpliced(0, 0, bought(product)));

/** Takes a step, as far as it comes before an answer is needed. */
export async function act(life: Life, taken: Act): Promise<void> {
  if (life.underWay.size > 0) life.overlaps += 1;
  await perform(life, taken);
  if (life.providers.some(({ gate }) => gate.snapshot().state === 'closed')) life.closed += 1;
}

async function perform(life: Life, { session, provider, step }: Act): Promise<void> {
  const { clock, providers } = life;
  const member = life.sessions[session];
  const slow = providers[provider];
  switch (step.do) {
    case 'second':
      clock.advance(SECOND);
      return untilQuiet(life);
    case 'hang':
      return slow.hang();
    case 'release':
      slow.release();
      return untilQuiet(life);
    case 'pass':
      return passHours(life, step.hours);
    case 'buy':
      void begin(life, async () => {
        // Whatever was declined before, another card is at hand.
        const { input } = await orderFor(member, step.product, { number: anyCard() });
        life.newestInput = { ...input, keepForLater: step.keep };
        await tryCharge(member, life.newestInput);
      });
      return untilQuiet(life);
    case 'click_again':
      void begin(life, async () => {
        if (life.newestInput) await tryCharge(member, life.newestInput);
      });
      return untilQuiet(life);
    case 'ask':
      void begin(life, async () => {
        const newest = (await attemptsOf(member)).at(-1);
        if (newest) await askProvider(member.app, newest.id);
      });
      return untilQuiet(life);
    case 'come_back':
      void begin(life, async () => {
        const newest = (await attemptsOf(member)).at(-1);
        if (newest) await finishPayment(member, newest.provider, newest.id);
      });
      return untilQuiet(life);
    case 'hand_back':
    case 'stay':
    case 'cancel':
    case 'remove_card':
    case 'spend':
    case 'new_card':
    case 'buy_on_file':
    case 'change':
    case 'leave':
    case 'withdraw':
    case 'refund':
    case 'charge_back':
    case 'decide':
    case 'webhook':
      void begin(life, () => performStep({ model: slow.model, clock }, member, step));
      return untilQuiet(life);
  }
}

/** The jobs of the last moment may still wait for their answers when it is over. */
async function passHours(life: Life, hours: number): Promise<void> {
  const { clock, sessions } = life;
  // A worker does one job of a provider after the other.
  while (life.jobs !== undefined) await waitOn(life);
  const end = clock.now().getTime() + hours * HOUR;
  const jobs = begin(life, () => passTime(sessions[0].app, clock, hours));
  life.jobs = jobs.finally(() => {
    life.jobs = undefined;
  });
  await untilQuiet(life);
  while (life.underWay.has(jobs) && clock.now().getTime() < end) await waitOn(life);
}

/** All providers are well again and answer, until nothing is under way. */
export async function calmDown(life: Life): Promise<void> {
  for (const provider of life.providers) {
    provider.pace = () => ({ seconds: 0, does: 'on_arrival' });
    provider.release();
  }
  await untilQuiet(life);
  while (life.underWay.size > 0) await waitOn(life);
}

function begin(life: Life, work: () => Promise<unknown>): Promise<void> {
  const done = work()
    .then(
      () => {},
      (error: unknown) => {
        if (!isExpected(error)) life.faults.push(error);
      },
    )
    .finally(() => life.underWay.delete(done));
  life.underWay.add(done);
  return done;
}

/** No provider takes money just now: that is no fault of ours. */
function isExpected(error: unknown): boolean {
  const unavailable = ['payment.unavailable', 'server.unavailable'];
  return isRefusal(error) || (error instanceof Failure && unavailable.includes(error.code));
}

/** Lets the next one have its answer, or stop waiting for it. */
async function waitOn(life: Life): Promise<void> {
  life.clock.advanceToNext();
  await untilQuiet(life);
}

const QUIET_TURNS = 10;

/** Until all that is under way waits for an answer, which comes with the clock alone: the database has nothing to do. */
async function untilQuiet({ underWay, clock, pool }: Life): Promise<void> {
  let quiet = 0;
  while (underWay.size > 0 && quiet < QUIET_TURNS) {
    if (clock.waiting === 0) {
      await Promise.race([...underWay, clock.nextWaiting()]);
      continue;
    }
    const isIdle = pool.idleCount === pool.totalCount && pool.waitingCount === 0;
    quiet = isIdle ? quiet + 1 : 0;
    await turn();
  }
}
