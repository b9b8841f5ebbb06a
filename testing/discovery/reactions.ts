import { grantCredits } from '#server/credits/ledger.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { Member } from '../world.ts';

export async function giveLikes({ app: { db }, brandId, accountId }: Member, amount: number): Promise<void> {
  const idempotencyKey = newId();
  await transact(db, (tx) =>
    grantCredits(tx, { brandId, accountId, credit: 'like', amount, reason: 'test', idempotencyKey }),
  );
}

export async function likeCreditsOf({ app: { db }, accountId }: Member): Promise<number> {
  const row = await db
    .selectFrom('balance')
    .select('like_credits')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.like_credits ?? 0;
}

/** What a member's like credits came from and went to, in order. */
export async function likeEntriesOf({ app: { db }, accountId }: Member) {
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['reason', 'amount'])
    .where('account_id', '=', accountId)
    .where('credit', '=', 'like')
    .orderBy('id')
    .execute();
  return rows.map(({ reason, amount }) => [reason, amount]);
}

export async function reactionsOf({ app: { db }, profileId }: Member) {
  const rows = await db
    .selectFrom('reaction')
    .select(['kind', 'to_id'])
    .where('from_id', '=', profileId)
    .orderBy('kind')
    .orderBy('to_id')
    .execute();
  return rows.map(({ kind, to_id }) => [kind, to_id]);
}

export async function block({ app: { db }, brandId }: Member, from: string, to: string): Promise<void> {
  await db.insertInto('block').values({ brand_id: brandId, from_id: from, to_id: to }).execute();
}
