import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { transact } from '#server/platform/database/database.ts';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns } from '#testing/long-runs.ts';
import type { Member } from '#testing/world.ts';
import { grantCredits, refundCredits, spendCredits } from './ledger.ts';
import type { Spending } from './ledger.ts';

const usual = ({ brandId, accountId }: Member): Spending => ({
  brandId,
  accountId,
  credit: 'like',
  amount: 1,
  reason: 'test',
  idempotencyKey: randomUUID(),
});
const spend = (member: Member, options: Partial<Spending> = {}) =>
  transact(member.app.db, (tx) => spendCredits(tx, { ...usual(member), ...options }));
const grant = (member: Member, options: Partial<Spending> = {}) =>
  transact(member.app.db, (tx) => grantCredits(tx, { ...usual(member), ...options }));
const refund = (member: Member, idempotencyKey: string) =>
  transact(member.app.db, (tx) => refundCredits(tx, { ...usual(member), reason: 'undone', idempotencyKey }));

async function balancesOf({ app: { db }, accountId }: Member) {
  const row = await db
    .selectFrom('balance')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return [row?.message_credits ?? 0, row?.icebreaker_credits ?? 0, row?.like_credits ?? 0];
}

async function ledgerOf({ app: { db }, accountId }: Member) {
  const entries = await db
    .selectFrom('ledger_entry')
    .select(['credit', 'amount'])
    .where('account_id', '=', accountId)
    .execute();
  return ['message', 'icebreaker', 'like'].map((sort) =>
    entries.filter(({ credit }) => credit === sort).reduce((sum, { amount }) => sum + amount, 0),
  );
}

test('credits are taken from their own sort, down to none and not below', async ({ world }) => {
  const marco = await world.member();
  await grant(marco, { credit: 'like', amount: 2 });
  await grant(marco, { credit: 'message', amount: 10 });
  expect(await spend(marco)).toEqual({ outcome: 'spent', balance: 1 });
  expect(await spend(marco)).toEqual({ outcome: 'spent', balance: 0 });
  expect(await spend(marco)).toEqual({ outcome: 'short', balance: 0 });
  expect(await spend(marco, { credit: 'message', amount: 11 })).toEqual({ outcome: 'short', balance: 10 });
  expect(await spend(marco, { credit: 'message', amount: 10 })).toEqual({ outcome: 'spent', balance: 0 });
  expect(await balancesOf(marco)).toEqual([0, 0, 0]);
  expect(await ledgerOf(marco)).toEqual([0, 0, 0]);
});

test('a member who never had any is short', async ({ world }) => {
  expect(await spend(await world.member())).toEqual({ outcome: 'short', balance: 0 });
});

test('the same key takes once, also when the first take left nothing', async ({ world }) => {
  const marco = await world.member();
  await grant(marco, { amount: 1 });
  const once = () => spend(marco, { idempotencyKey: 'like 1' });
  const answers = await Promise.all([once(), once(), once(), once()]);
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
    'already_spent',
    'already_spent',
    'already_spent',
    'spent',
  ]);
  expect(await once()).toEqual({ outcome: 'already_spent', balance: 0 });
  expect(await ledgerOf(marco)).toEqual([0, 0, 0]);
});

test('of many at once only those are served whom the balance pays for', async ({ world }) => {
  const marco = await world.member();
  await grant(marco, { amount: 5 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => spend(marco)));
  expect(answers.filter(({ outcome }) => outcome === 'spent')).toHaveLength(5);
  expect(answers.filter(({ outcome }) => outcome === 'short')).toHaveLength(15);
  expect(await balancesOf(marco)).toEqual([0, 0, 0]);
  expect(await ledgerOf(marco)).toEqual([0, 0, 0]);
});

test('being short spoils nothing else of the transaction', async ({ world }) => {
  const marco = await world.member();
  await transact(marco.app.db, async (tx) => {
    expect((await spendCredits(tx, usual(marco))).outcome).toBe('short');
    await grantCredits(tx, { ...usual(marco), amount: 3 });
    expect(await spendCredits(tx, usual(marco))).toEqual({ outcome: 'spent', balance: 2 });
  });
  expect(await balancesOf(marco)).toEqual([0, 0, 2]);
});

test('what is given back is what was taken, once, and only if it was', async ({ world }) => {
  const marco = await world.member();
  await grant(marco, { amount: 7 });
  await spend(marco, { amount: 4, idempotencyKey: 'a' });
  expect((await Promise.all([refund(marco, 'a'), refund(marco, 'a')])).toSorted()).toEqual([0, 4]);
  expect(await refund(marco, 'never')).toBe(0);
  expect(await balancesOf(marco)).toEqual([0, 0, 7]);
  expect(await ledgerOf(marco)).toEqual([0, 0, 7]);
});

test.for([0, -5, 1.5, Number.NaN])('%s cannot be spent', async (amount, { world }) => {
  await expect(spend(await world.member(), { amount })).rejects.toThrow('cannot spend');
});

test('whatever is granted, taken and given back together, the balance is the sum of the ledger', async ({
  world,
}) => {
  const step = fc.record({
    act: fc.constantFrom('grant', 'spend', 'refund'),
    credit: fc.constantFrom('message', 'icebreaker', 'like'),
    amount: fc.integer({ min: 1, max: 6 }),
    key: fc.integer({ min: 1, max: 5 }),
  });
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
    const marco = await world.member();
    const run = ({ act, credit, amount, key }: (typeof steps)[number]) => {
      if (act === 'grant') return grant(marco, { credit, amount, idempotencyKey: `gift ${key}` });
      if (act === 'spend') return spend(marco, { credit, amount, idempotencyKey: `act ${key}` });
      return transact(marco.app.db, (tx) =>
        refundCredits(tx, { ...usual(marco), credit, idempotencyKey: `act ${key}` }),
      );
    };
    await Promise.all(steps.map(run));
    const balances = await balancesOf(marco);
    expect(balances).toEqual(await ledgerOf(marco));
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
  });
  await fc.assert(property, propertyRuns(20, 80));
});
