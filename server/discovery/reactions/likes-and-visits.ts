/** Likes, dislikes and visits: stored, paid for and announced to the other one. */

import type { like as event } from '#contract/discovery/deck.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '#contract/kernel/event.ts';
import type { LikedThing } from '#contract/profile/liked-thing.ts';
import type { recordVisit as recordVisitEndpoint } from '#contract/profile/people.ts';
import type { MemberContext, VisitorContext } from '#server/app.ts';
import { spendCredits } from '#server/credits/ledger.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { findLikedThing } from '#server/profiles/liked-thing.ts';
import { readReach } from '../reach.ts';
import { holdReaction } from './held-reactions.ts';
import { notifyOther, notifyOwn, queueReaction } from './notify.ts';
import { lockOpenPair, noWords, deleteReaction, insertReaction, upsertVisit } from './pair.ts';
import type { InvitationWords, Pair, Participant } from './pair.ts';

interface Given {
  /** The words of an invitation. */
  invitation?: InvitationWords;
  what?: LikedThing | undefined;
  /** The message that goes with it is paid for, and the like with it. */
  paid?: boolean;
}

/** The heart of a card, a photo or an answer. Twice is once; what cannot be paid for is not stored. */
export async function likePerson(
  context: MemberContext,
  { profileId, what }: Pick<EventInput<typeof event>, 'profileId' | 'what'>,
  { paid = false }: Pick<Given, 'paid'> = {},
): Promise<EventAcknowledgement<typeof event>> {
  const reach = await readReach(context);
  return transact(context.app.db, async (tx, afterCommit) => {
    const pair = (await lockOpenPair(tx, context.brandId, reach, profileId)) ?? fail('request.not_found');
    const { likeCredits, matched } = await storeLike(context, { tx, afterCommit }, pair, { what, paid });
    return { likeCredits, matched };
  });
}

interface GivenLike {
  /** Not given before. */
  isNew: boolean;
  /** The key of the ledger entry that paid for it. */
  chargeKey: string | null;
  likeCredits: number;
  matched: boolean;
}

/**
 * One likes the other, unless they do already. What they thought before is forgotten. The like of a member who cannot be
 * seen yet is kept until they can; that of a member whom moderation has refused would reach no one, and is not taken.
 */
export async function storeLike(
  context: VisitorContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
  { invitation = noWords, what: wanted, paid = false }: Given = {},
): Promise<GivenLike> {
  const { from, to, isLiked: matched } = pair;
  if (pair.likes) return { isNew: false, chargeKey: null, likeCredits: from.likeCredits, matched };
  if (from.refused) return fail('profile.refused');
  const at = context.app.clock.now();
  if (from.mutedUntil !== null && from.mutedUntil > at.getTime()) return fail('account.muted');
  const reaction = { brandId: context.brandId, fromId: from.id, toId: to.id, at };
  if (pair.dislikes) await deleteReaction(tx, reaction, 'dislike');
  const what = await findLikedThing(tx, { brandId: context.brandId, profileId: to.id }, wanted);
  await insertReaction(tx, reaction, 'like', invitation, what);
  const { chargeKey, likeCredits } = await charge(
    tx,
    context.brandId,
    paid ? { ...from, likePrice: 0 } : from,
  );
  if (from.visible) await queueReaction(tx, pair, { brandId: context.brandId, kind: 'like', at });
  else await holdReaction(tx, { ...reaction, kind: 'like', chargeKey });
  afterCommit(() => {
    notifyOther(context, pair, { type: 'like', text: invitation.shown, what, matched, at });
    notifyOwn(context, pair, likeCredits, { type: 'own', text: invitation.text, what, matched, at });
    return context.app.activity.record(context.brandId, from.id);
  });
  return { isNew: true, chargeKey, likeCredits, matched };
}

/** A like is stored once, so each has a charge of its own: one that was taken back does not pay for the next. */
async function charge(tx: Tx, brandId: string, { accountId, likePrice, likeCredits }: Participant) {
  if (accountId === null || likePrice === 0) return { chargeKey: null, likeCredits };
  const idempotencyKey = `like ${newId()}`;
  const { outcome, balance } = await spendCredits(tx, {
    brandId,
    accountId,
    credit: 'like',
    amount: likePrice,
    reason: 'like',
    idempotencyKey,
  });
  return outcome === 'spent'
    ? { chargeKey: idempotencyKey, likeCredits: balance }
    : fail('like.credits_short');
}

/** No one is notified and nothing is charged. A like that was given stays. Answers whether it is new. */
export async function storeDislike(context: VisitorContext, tx: Tx, pair: Pair): Promise<boolean> {
  if (pair.likes || pair.dislikes) return false;
  const { from, to } = pair;
  const at = context.app.clock.now();
  await insertReaction(tx, { brandId: context.brandId, fromId: from.id, toId: to.id, at }, 'dislike');
  return true;
}

/** The visitor of a page need not know whether there was a person to visit. */
export async function visitPerson(
  context: MemberContext,
  { profileId }: Pick<InputOf<typeof recordVisitEndpoint>, 'profileId'>,
): Promise<ReplyOf<typeof recordVisitEndpoint>> {
  const reach = await readReach(context);
  await transact(context.app.db, async (tx, afterCommit) => {
    const pair = await lockOpenPair(tx, context.brandId, reach, profileId);
    if (pair) await recordVisit(context, { tx, afterCommit }, pair);
  });
  return { result: 'OK' };
}

/**
 * Stores a visit and announces it, once a day however often it happens. Answers whether it was news. That of a member who
 * cannot be seen yet is announced once they can, and that of a refused member never.
 */
export async function recordVisit(
  context: VisitorContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
): Promise<boolean> {
  const { from, to } = pair;
  if (from.refused) return false;
  const at = context.app.clock.now();
  const visit = { brandId: context.brandId, fromId: from.id, toId: to.id, at };
  const isNews = await upsertVisit(tx, visit, new Date(at.getTime() - DAY));
  if (isNews && from.visible) await queueReaction(tx, pair, { brandId: context.brandId, kind: 'visit', at });
  else if (isNews) await holdReaction(tx, { ...visit, kind: 'visit', chargeKey: null });
  afterCommit(() => context.app.activity.record(context.brandId, from.id));
  if (isNews)
    afterCommit(() =>
      notifyOther(context, pair, { type: 'visit', text: '', what: null, matched: false, at }),
    );
  return isNews;
}
