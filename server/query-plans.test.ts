/** How the database goes about what members and the staff wait for, at a size where a bad plan shows. */

import { sql } from 'kysely';
import { scaleOf } from '#bench/lib/people-at-scale.ts';
import {
  explainStatement,
  findReplanned,
  findWholeIndexes,
  hasPlan,
  takesValues,
} from '#testing/explain-statement.ts';
import type { Plans } from '#testing/explain-statement.ts';
import { fillForFrequentCalls, makeFrequentCalls } from '#testing/frequent-calls.ts';
import { expect, test as base } from '#testing/harness.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Statement } from '#testing/record-statements.ts';
import { World } from '#testing/world.ts';

const SCALE = scaleOf(20_000, 100_000);
/** Reading so many rows one by one is felt. */
const LARGE = 1_000;
const timeout = 120_000;

/** What is asked so often that planning it each time would be felt. */
const ALL_THE_TIME = new Set([
  'search',
  'one-profile',
  'deck',
  'message',
  'messages',
  'receipt',
  'typing',
  'pending-messages',
  'conversations',
  'navigation',
  'notifications',
  'like',
  'visit',
  'towns',
  'swipe-like',
  'order',
  'payment',
  'order-state',
]);

/** When these are planned no order is open and no payment under way, and then very many may be. */
const MONEY = new Set(['order', 'payment', 'order-state']);

/** A job with no caller who waits. It counts most of what it reads, so reading all of a small table is right. */
const ONCE_A_DAY = new Set(['trust-computed']);

interface Plan extends Statement, Plans {
  /** The call it belongs to, and its place there. */
  id: string;
}

/** The statements of everything that is tried, in their order, each with its plans. */
const test = base.extend('calls', { scope: 'file' }, async ({ handle, app }) => {
  await fillForFrequentCalls(app, handle.pool, { people: SCALE, conversations: 2_500, longest: 5_000 });
  const calls = new Map<string, Plan[]>();
  for (const [call, run] of Object.entries(await makeFrequentCalls(new World(app)))) {
    const plans: Plan[] = [];
    for (const statement of (await recordStatements(run)).filter(hasPlan)) {
      const id = `${call}, statement ${plans.length + 1}`;
      plans.push({ id, ...statement, ...(await explainStatement(handle.pool, statement)) });
    }
    calls.set(call, plans);
  }
  return calls;
});

test('no statement that a caller waits for reads much to find little', { timeout }, async ({ calls, db }) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and reltuples > ${LARGE}`.execute(db);
  const large = rows.map(({ name }) => name);
  expect(large).toEqual(
    expect.arrayContaining(['profile', 'account', 'photo', 'reaction', 'block', 'place', 'inbox', 'message']),
  );
  const faults = [...calls]
    .flatMap(([call, plans]) => (ONCE_A_DAY.has(call) ? [] : plans))
    .flatMap(({ id, faults: list }) =>
      list.flatMap(({ table, how }) => (large.includes(table) ? `${id}: ${table} is ${how}` : [])),
    );
  expect([...new Set(faults)]).toEqual([]);
});

test('however many orders are open, a payment looks at its own alone', { timeout }, async ({ calls }) => {
  const whole = [...calls].flatMap(([call, plans]) =>
    MONEY.has(call)
      ? plans.flatMap(({ id, plan }) => findWholeIndexes(plan).map((index) => `${id}: ${index}`))
      : [],
  );
  expect(whole).toEqual([]);
});

test('connections plan once what is asked all the time', { timeout }, async ({ calls, handle }) => {
  const asked = [...calls].flatMap(([call, plans]) =>
    ALL_THE_TIME.has(call) ? plans.filter(takesValues) : [],
  );
  const replanned = await findReplanned(handle.pool, asked);
  expect(replanned.map(({ id }) => id)).toEqual([]);
});
