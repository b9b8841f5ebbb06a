import { randomUUID } from 'node:crypto';
import { transact } from '#server/platform/database/database.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member } from '#testing/world.ts';
import { grantCredits } from './ledger.ts';
import type { Grant } from './ledger.ts';

function grant(member: Member, options: Partial<Grant> = {}): Promise<boolean> {
  const { brandId, accountId } = member;
  const usual: Grant = {
    brandId,
    accountId,
    credit: 'message',
    amount: 5,
    reason: 'test',
    idempotencyKey: randomUUID(),
  };
  return transact(member.app.db, (tx) => grantCredits(tx, { ...usual, ...options }));
}

async function balanceOf({ app: { db }, accountId }: Member) {
  const row = await db
    .selectFrom('balance')
    .select(['message_credits', 'icebreaker_credits', 'like_credits'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && [row.message_credits, row.icebreaker_credits, row.like_credits];
}

async function ledgerSums({ app: { db }, accountId }: Member) {
  const entries = await db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const sum = (credit: string) =>
    entries.filter((entry) => entry.credit === credit).reduce((total, { amount }) => total + amount, 0);
  return [sum('message'), sum('icebreaker'), sum('like')];
}

test('the first grant opens the balance, later ones add to it, each to its own sort', async ({ world }) => {
  const marco = await world.member();
  expect(await grant(marco, { credit: 'message', amount: 10 })).toBe(true);
  expect(await grant(marco, { credit: 'message', amount: 3 })).toBe(true);
  expect(await grant(marco, { credit: 'icebreaker', amount: 2 })).toBe(true);
  expect(await grant(marco, { credit: 'like', amount: 7 })).toBe(true);
  expect(await balanceOf(marco)).toEqual([13, 2, 7]);
  expect(await ledgerSums(marco)).toEqual([13, 2, 7]);
});

test('the same key grants once, however often and however many at a time', async ({ world }) => {
  const marco = await world.member();
  const again = () => grant(marco, { amount: 20, idempotencyKey: 'order 1' });
  const answers = await Promise.all([again(), again(), again(), again()]);
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await again()).toBe(false);
  expect(await balanceOf(marco)).toEqual([20, 0, 0]);
  expect(await ledgerSums(marco)).toEqual([20, 0, 0]);
});

test('one key may bring several sorts of credit, and serve several people', async ({ world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  for (const member of [marco, anna]) {
    for (const credit of ['message', 'icebreaker', 'like'] as const) {
      expect(await grant(member, { credit, amount: 1, idempotencyKey: 'signup' })).toBe(true);
    }
  }
  expect(await balanceOf(marco)).toEqual([1, 1, 1]);
  expect(await balanceOf(anna)).toEqual([1, 1, 1]);
});

test('grants that arrive together are all counted', async ({ world }) => {
  const marco = await world.member();
  await Promise.all(Array.from({ length: 20 }, () => grant(marco, { amount: 4 })));
  expect(await balanceOf(marco)).toEqual([80, 0, 0]);
  expect(await ledgerSums(marco)).toEqual([80, 0, 0]);
});

test('what is rolled back was never granted, and can be granted then', async ({ world }) => {
  const marco = await world.member();
  const { brandId, accountId } = marco;
  const credits: Grant = {
    brandId,
    accountId,
    credit: 'like',
    amount: 9,
    reason: 'test',
    idempotencyKey: 'once',
  };
  const failing = transact(marco.app.db, async (tx) => {
    await grantCredits(tx, credits);
    throw new Error('the purchase fell through');
  });
  await expect(failing).rejects.toThrow('fell through');
  expect(await balanceOf(marco)).toBeUndefined();
  expect(await grant(marco, credits)).toBe(true);
  expect(await balanceOf(marco)).toEqual([0, 0, 9]);
});

test.for([0, -5, 1.5, Number.NaN])('%s is not a grant', async (amount, { world }) => {
  const marco = await world.member();
  await expect(grant(marco, { amount })).rejects.toThrow('cannot grant');
  expect(await ledgerSums(marco)).toEqual([0, 0, 0]);
});
