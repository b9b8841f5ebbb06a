/**
 * Random histories of many members at once, in one database and at one processor: each has steps of their own, and the
 * same time passes for all, so that every job works for hundreds of them, as it does on a server.
 */

import fc from 'fast-check';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Database } from '#server/platform/database/database.ts';
import type { TestApp } from '../app.ts';
import { MovableClock } from '../movable-clock.ts';
import { withServices, World } from '../world.ts';
import type { Member } from '../world.ts';
import { findBookErrors } from './book-errors.ts';
import { findBrokenInvariants } from './books-invariants.ts';
import { ModelProvider } from './model-provider.ts';
import type { Fate, RefundFate } from './model-provider.ts';
import { payer } from './payer.ts';
import {
  cycle,
  fate,
  finishEverything,
  pauseHours,
  memberStep,
  passTime,
  refundFate,
  takeDelivery,
  tryStep,
  unlimited,
} from './random-history.ts';
import type { Step } from './random-history.ts';
import { handleDueWebhooks, storeEvents } from './webhooks.ts';

export interface Batch {
  seed: number;
  /** How many histories it has. */
  size: number;
  /** The only one of them that is taken, by its number. */
  only?: number;
}

interface History {
  rounds: Step[][];
  fates: Fate[];
  refundFates: RefundFate[];
}

interface Life {
  /** Which of the batch it is. */
  number: number;
  member: Member;
  rounds: Step[][];
  fate: () => Fate;
  refundFate: () => RefundFate;
}

/** Time passes after each round; the longest history has as many steps as one that is tried alone. */
const ROUNDS = 5;
const MOST_STEPS = 4;

const history: fc.Arbitrary<History> = fc.record({
  rounds: fc.array(fc.array(memberStep, { maxLength: MOST_STEPS }), {
    minLength: ROUNDS,
    maxLength: ROUNDS,
  }),
  fates: fc.array(fate, { minLength: 1, maxLength: 12 }),
  refundFates: fc.array(refundFate, { minLength: 1, maxLength: 6 }),
});
const pauses = fc.array(pauseHours, { minLength: ROUNDS, maxLength: ROUNDS });

/** As many as a busy server has at the same moment. */
const AT_ONCE = 48;

export interface Outcome {
  /** What is broken, and in which history where that is known. */
  broken: string[];
  charges: number;
}

/** Takes all histories of a batch, with the rules of the books after each round and at the end. */
export async function runHistories(app: TestApp, batch: Batch): Promise<Outcome> {
  const { seed, size, only } = batch;
  const clock = new MovableClock();
  const model = new ModelProvider(clock);
  const world = new World(app);
  const limit = pLimit(AT_ONCE);
  const histories = fc.sample(history, { seed, numRuns: size });
  const begin = async ({ rounds, fates, refundFates }: History, number: number): Promise<Life> => {
    const member = withServices(await payer(world, [model]), { clock, limits: unlimited });
    const fateOf = { fate: cycle(fates, 'paid'), refundFate: cycle(refundFates, 'done') };
    return { number, member, rounds, ...fateOf };
  };
  const lives = await Promise.all(
    histories.flatMap((one, number) =>
      only === undefined || only === number ? [limit(() => begin(one, number))] : [],
    ),
  );
  const byAccount = new Map(lives.map((life) => [life.member.accountId, life]));
  model.fate = (customerId) => byAccount.get(customerId)?.fate() ?? 'paid';
  model.refundFate = (customerId) => byAccount.get(customerId)?.refundFate() ?? 'done';
  const [first] = lives;
  if (!first) throw new Error('There is no such history.');
  const { app: shared } = first.member;
  const numberOf = (accountId: string) => `${byAccount.get(accountId)?.number ?? '?'}`;
  const broken: string[] = [];
  const check = async (when: string, options: { documents: boolean }) => {
    const rules = await findBrokenInvariants(app.db, options);
    const owners = await ownersOf(app.db, rules.join(' ').match(uuids) ?? []);
    const named = rules.map((rule) =>
      rule.replaceAll(uuids, (id) => `history ${numberOf(owners.get(id) ?? id)}, ${id}`),
    );
    broken.push(...named.map((rule) => `${when}: ${rule}`));
  };
  const [times = []] = fc.sample(pauses, { seed, numRuns: 1 });
  for (const [round, time] of times.entries()) {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const taken = lives.flatMap(({ number, member, rounds }) => {
        const next = rounds[round]?.[step];
        return next ? [{ number, member, step: next }] : [];
      });
      await takeTogether({ model, clock }, taken);
    }
    // The database of a test gathers no statistics by itself, and would go through whole tables for each member.
    await sql`analyze`.execute(app.db);
    await passTime(shared, clock, time);
    await check(`after round ${round + 1}`, { documents: false });
  }
  await finishEverything(shared, [model], clock);
  await check('at the end', { documents: true });
  const errors = await findBookErrors(app.db, model, [...byAccount.keys()]);
  broken.push(
    ...errors.map(({ accountId, wrong }) => `at the end: ${wrong}: history ${numberOf(accountId)}`),
  );
  return { broken, charges: model.charges.size };
}

/** One step of each. Events that arrive are handled together, before the next step of any of them. */
async function takeTogether(
  { model, clock }: { model: ModelProvider; clock: MovableClock },
  taken: readonly { number: number; member: Member; step: Step }[],
): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const acts = taken.filter(({ step }) => step.do !== 'webhook');
  const take = async ({ number, member, step }: (typeof acts)[number]) => {
    await tryStep({ member, model, clock }, step).catch((cause: unknown) => {
      throw new Error(`HISTORY=${number} breaks off`, { cause });
    });
  };
  await Promise.all(acts.map((one) => limit(() => take(one))));
  const [first] = taken;
  if (!first) return;
  const { app } = first.member;
  const delivered = taken.map(({ member, step }) =>
    step.do === 'webhook' ? takeDelivery(model, member.accountId, step) : [],
  );
  for (const copy of [0, 1]) {
    const events = delivered.flatMap((copies) => copies.slice(copy, copy + 1));
    if (events.length === 0) continue;
    await storeEvents(app.db, model.name, events, clock.now());
    await handleDueWebhooks(app, model.name);
  }
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Whose a payment, an order, a document or an entry is. */
async function ownersOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select o.id, o.account_id as "accountId" from (
      select id, account_id from payment_attempt
      union all select id, account_id from purchase
      union all select id, account_id from refund
      union all select id, account_id from document
      union all select e.transaction_id, a.account_id from money_entry e join payment_attempt a on a.id = e.attempt_id
    ) o where o.id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}
