import type { Tx } from '../../platform/database/database.ts';
import { giveBackCredits } from '../../credits/spend-credits.ts';
import { deleteReaction } from './queries.ts';
import type { Pair } from './queries.ts';

interface Given {
  verdict: 'like' | 'dislike';
  /** The key of the ledger entry that paid for it. */
  chargeKey: string | null;
}

/**
 * Takes a like or a dislike back, with the credit that paid for it. A match stays. Answers with the credits that are
 * left, or with nothing where there is nothing to take back.
 */
export async function takeBack(
  tx: Tx,
  brandId: string,
  { from, to, isLiked }: Pair,
  { verdict, chargeKey }: Given,
): Promise<number | undefined> {
  if (verdict === 'like' && isLiked) return undefined;
  const was = await deleteReaction(tx, { brandId, fromId: from.id, toId: to.id }, verdict);
  if (!was) return undefined;
  if (chargeKey === null || from.accountId === null) return from.likeCredits;
  const spending = { brandId, accountId: from.accountId, credit: 'like', reason: 'like_undone' } as const;
  return from.likeCredits + (await giveBackCredits(tx, { ...spending, idempotencyKey: chargeKey }));
}
