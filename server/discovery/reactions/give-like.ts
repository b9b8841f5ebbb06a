import { fail } from '../../../contract/kernel/errors.ts';
import type { VisitorContext } from '../../app.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { spendCredits } from '../../credits/spend-credits.ts';
import { holdReaction } from './held-queries.ts';
import { deleteReaction, insertReaction } from './queries.ts';
import type { Pair } from './queries.ts';
import { tellOther, tellOwn } from './tell.ts';

interface Wishes {
  /** Costs a like credit. */
  paid: boolean;
  /** The words of an invitation. */
  text?: string;
}

export interface GivenLike {
  /** Not given before. */
  isNew: boolean;
  /** The key of the ledger entry that paid for it. */
  chargeKey: string | null;
  likeCredits: number;
  matched: boolean;
}

/**
 * One likes the other, unless he does already. What he thought before is forgotten. The like of somebody who cannot be
 * seen yet is kept until he can; that of somebody whom moderation has refused would reach nobody, and is not taken.
 */
export async function giveLike(
  context: VisitorContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
  { paid, text = '' }: Wishes,
): Promise<GivenLike> {
  const { from, to, isLiked: matched } = pair;
  if (pair.likes) return { isNew: false, chargeKey: null, likeCredits: from.likeCredits, matched };
  if (from.refused) return fail('profile.refused');
  const at = context.clock.now();
  const reaction = { brandId: context.brandId, fromId: from.id, toId: to.id, at };
  if (pair.dislikes) await deleteReaction(tx, reaction, 'dislike');
  await insertReaction(tx, reaction, 'like', text);
  const { chargeKey, likeCredits } = paid
    ? await charge(tx, context.brandId, pair)
    : { chargeKey: null, likeCredits: from.likeCredits };
  if (!from.visible) await holdReaction(tx, { ...reaction, kind: 'like', chargeKey });
  afterCommit(() => {
    tellOther(context, pair, { type: 'like', text, matched, at });
    tellOwn(context, pair, likeCredits, { type: 'own', text, matched, at });
  });
  return { isNew: true, chargeKey, likeCredits, matched };
}

/** A like is stored once, so each has a charge of its own: one that was taken back does not pay for the next. */
async function charge(tx: Tx, brandId: string, { from }: Pair) {
  if (from.accountId === null) throw new Error('nobody pays for a profile of ours');
  const idempotencyKey = `like ${newId()}`;
  const { outcome, balance } = await spendCredits(tx, {
    brandId,
    accountId: from.accountId,
    credit: 'like',
    amount: 1,
    reason: 'like',
    idempotencyKey,
  });
  return outcome === 'spent'
    ? { chargeKey: idempotencyKey, likeCredits: balance }
    : fail('like.credits_short');
}
