/** A like or a dislike is taken back (decision 105). */

import type { takeBackLike as event } from '#contract/discovery/deck.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '#contract/kernel/event.ts';
import type { MemberContext } from '#server/app.ts';
import { refundCredits } from '#server/credits/ledger.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { readViewer } from '#server/profiles/viewer.ts';
import { forgetVerdicts } from '../search/verdicts.ts';
import { readSwipe, setUndone } from './last-swipe.ts';
import { notifyTakenBack } from './notify.ts';
import { deleteReaction, lockAndReadPair } from './pair.ts';
import type { Pair } from './pair.ts';

/**
 * The heart of a card, a row or a page, pressed again. A match stays, and so does a like that went with words. The credit comes
 * back where it paid for the last decision of the deck, as by its own undo. Without a like there is nothing to take back.
 */
export async function takeBackLike(
  context: MemberContext,
  { profileId }: Pick<EventInput<typeof event>, 'profileId'>,
): Promise<EventAcknowledgement<typeof event>> {
  const { brandId } = context;
  const { profileId: own } = await readViewer(context);
  return transact(context.app.db, async (tx, afterCommit) => {
    const pair = (await lockAndReadPair(tx, brandId, own, profileId)) ?? fail('request.not_found');
    if (!pair.likes) return { likeCredits: pair.from.likeCredits, matched: false };
    const swipe = await readSwipe(tx, brandId, own, pair.to.id);
    const chargeKey = swipe?.verdict === 'like' ? swipe.chargeKey : null;
    const given = { verdict: 'like', chargeKey } as const;
    const likeCredits = (await takeBack(context, { tx, afterCommit }, pair, given)) ?? fail('like.stands');
    if (swipe?.verdict === 'like') await setUndone(tx, brandId, own, pair.to.id);
    return { likeCredits, matched: false };
  });
}

interface Given {
  verdict: 'like' | 'dislike';
  /** The key of the ledger entry that paid for it. */
  chargeKey: string | null;
}

/**
 * Takes a like or a dislike back, with the credit that paid for it, and tells the own devices of a like. A match stays.
 * Answers with the credits that are left, or with nothing where there is nothing to take back.
 */
export async function takeBack(
  context: MemberContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
  { verdict, chargeKey }: Given,
): Promise<number | undefined> {
  const { brandId } = context;
  const { from, to, isLiked } = pair;
  if (verdict === 'like' && isLiked) return undefined;
  const was = await deleteReaction(tx, { brandId, fromId: from.id, toId: to.id }, verdict);
  if (!was) return undefined;
  afterCommit(() => forgetVerdicts(context.app.searchLists.verdicts, { brandId, profileId: from.id }));
  let { likeCredits } = from;
  if (chargeKey !== null && from.accountId !== null) {
    const spending = { brandId, accountId: from.accountId, credit: 'like', reason: 'like_undone' } as const;
    likeCredits += await refundCredits(tx, { ...spending, idempotencyKey: chargeKey });
  }
  if (verdict === 'like') afterCommit(() => notifyTakenBack(context, pair, likeCredits));
  return likeCredits;
}
