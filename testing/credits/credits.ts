import { randomUUID } from 'node:crypto';
import { grantCredits, spendCredits } from '#server/credits/ledger.ts';
import type { Grant } from '#server/credits/ledger.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';

type Owner = Pick<Grant, 'brandId' | 'accountId'> & { app: { db: Database } };

/** Sees to it that a member has so many credits, no more and no less, and that the ledger says why. */
export async function setCredits(
  { app: { db }, brandId, accountId }: Owner,
  amount: number,
  credit: Grant['credit'] = 'message',
): Promise<void> {
  const balance = await db
    .selectFrom('balance')
    .select(`${credit}_credits as held`)
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const missing = amount - (balance?.held ?? 0);
  if (missing === 0) return;
  const move = {
    brandId,
    accountId,
    credit,
    amount: Math.abs(missing),
    reason: 'test',
    idempotencyKey: randomUUID(),
  };
  await transact(db, async (tx) => {
    await (missing > 0 ? grantCredits(tx, move) : spendCredits(tx, move));
  });
}

/** How many message credits a member has. */
export async function messageCreditsOf({ app: { db }, accountId }: Owner): Promise<number> {
  const row = await db
    .selectFrom('balance')
    .select('message_credits')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.message_credits ?? 0;
}

export function spendMessageCredits(
  { app: { db }, brandId, accountId }: Owner,
  amount: number,
  idempotencyKey: string = randomUUID(),
) {
  const spending = {
    brandId,
    accountId,
    credit: 'message',
    amount,
    reason: 'message',
    idempotencyKey,
  } as const;
  return transact(db, (tx) => spendCredits(tx, spending));
}
