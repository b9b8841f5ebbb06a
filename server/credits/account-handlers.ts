import { MOST_EXPORTED } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers, NewMember, Visit } from '#server/accounts/account-handlers.ts';
import type { VisitorContext } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { grantCredits } from './ledger.ts';

export const creditAccountHandlers: AccountHandlers = {
  created: grantFirstCredits,
  returned: grantReturnGift,
  exports: [{ topic: 'credits', read: readCredits }],
};

/** What the flow gives to newcomers. */
async function grantFirstCredits(
  { brandId }: VisitorContext,
  tx: Tx,
  { accountId, flow: { freeMessages, icebreakerCredits, likeCredits } }: NewMember,
): Promise<void> {
  const amounts = [
    ['message', freeMessages],
    ['icebreaker', icebreakerCredits],
    ['like', likeCredits],
  ] as const;
  for (const [credit, amount] of amounts) {
    if (amount === 0) continue;
    await grantCredits(tx, {
      brandId,
      accountId,
      credit,
      amount,
      reason: 'signup',
      idempotencyKey: 'signup',
    });
  }
}

/** What the flow has for those who come back after days. */
async function grantReturnGift(
  { brandId }: VisitorContext,
  tx: Tx,
  { accountId, flow, isActive, at, away }: Visit,
): Promise<number> {
  const gift = flow?.returnGift;
  if (!gift || !isActive || away < gift.afterDays * DAY) return 0;
  const isNew = await grantCredits(tx, {
    brandId,
    accountId,
    credit: 'message',
    amount: gift.credits,
    reason: 'return',
    idempotencyKey: `return ${at.toISOString().slice(0, 10)}`,
  });
  return isNew ? gift.credits : 0;
}

async function readCredits(db: DbOrTx, brandId: string, accountId: string) {
  const balance = await db
    .selectFrom('balance')
    .select(['message_credits', 'icebreaker_credits', 'like_credits'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const entries = await db
    .selectFrom('ledger_entry')
    .select(['credit', 'amount', 'reason', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
  return { balance, entries };
}
