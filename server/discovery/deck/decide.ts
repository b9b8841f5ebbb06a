/** Like, dislike and undo in the deck. */

import type { decide as event } from '#contract/discovery/deck.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '#contract/kernel/event.ts';
import { cleanLines, isLegible } from '#contract/kernel/text.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { readReach } from '../reach.ts';
import type { Reach } from '../reach.ts';
import { readSwipe, recordSwipe, setUndone } from '../reactions/last-swipe.ts';
import { storeDislike, storeLike } from '../reactions/likes-and-visits.ts';
import { lockAndReadPair, lockOpenPair, noWords } from '../reactions/pair.ts';
import type { InvitationWords, Pair } from '../reactions/pair.ts';
import { takeBack } from '../reactions/take-back.ts';

type Input = Pick<EventInput<typeof event>, 'profileId' | 'verdict' | 'invitation'>;
type Answer = Promise<EventAcknowledgement<typeof event>>;

/**
 * Stores the words of an invitation as the first message of a conversation. Answers with the words, or with none
 * where the two have talked already and the words are dropped.
 */
type SendInvitation = (
  transaction: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
  text: string,
) => Promise<InvitationWords>;

/** What a member does with a card of their deck. Messages stand above this room, so how to send one is handed in. */
export async function decideOnCard(
  context: MemberContext,
  input: Input,
  sendInvitation: SendInvitation,
): Answer {
  const reach = await readReach(context);
  switch (input.verdict) {
    case 'like':
      return like(context, reach, input, sendInvitation);
    case 'dislike':
      return dislike(context, reach, input.profileId);
    case 'undo':
      return undo(context, reach.viewer, input.profileId);
  }
}

function like(
  context: MemberContext,
  reach: Reach,
  { profileId, invitation = '' }: Input,
  sendInvitation: SendInvitation,
): Answer {
  const { db, clock } = context.app;
  const { brandId } = context;
  const { invites = false } = reach.viewer.flow ?? {};
  const words = invites ? cleanLines(invitation) : '';
  if (invites && !isLegible(words)) fail('match.invitation_empty');
  return transact(db, async (tx, afterCommit) => {
    const pair = (await lockOpenPair(tx, brandId, reach, profileId)) ?? fail('request.not_found');
    const transaction = { tx, afterCommit };
    // Who reads the like sees as much as who reads the message.
    const sent = words !== '' && !pair.likes ? await sendInvitation(transaction, pair, words) : noWords;
    const given = await storeLike(context, transaction, pair, { invitation: sent });
    const { isNew, chargeKey, likeCredits, matched } = given;
    const swipe = { brandId, profileId: pair.from.id, otherId: pair.to.id, at: clock.now() };
    if (isNew) await recordSwipe(tx, { ...swipe, verdict: 'like', chargeKey });
    return { likeCredits, matched };
  });
}

function dislike(context: MemberContext, reach: Reach, profileId: string): Answer {
  const { db, clock } = context.app;
  const { brandId } = context;
  return transact(db, async (tx) => {
    const pair = (await lockOpenPair(tx, brandId, reach, profileId)) ?? fail('request.not_found');
    const isNew = await storeDislike(context, tx, pair);
    const swipe = { brandId, profileId: pair.from.id, otherId: pair.to.id, at: clock.now() };
    if (isNew) await recordSwipe(tx, { ...swipe, verdict: 'dislike', chargeKey: null });
    return { likeCredits: pair.from.likeCredits, matched: pair.likes && pair.isLiked };
  });
}

/** Takes the last decision of the deck back, as long as nothing has come of it. The person may have hidden since. */
function undo(context: MemberContext, { profileId: own }: Viewer, profileId: string): Answer {
  const { brandId } = context;
  return transact(context.app.db, async (tx, afterCommit) => {
    const pair = (await lockAndReadPair(tx, brandId, own, profileId)) ?? fail('request.not_found');
    const swipe = (await readSwipe(tx, brandId, own, pair.to.id)) ?? fail('match.no_undo');
    const likeCredits = (await takeBack(context, { tx, afterCommit }, pair, swipe)) ?? fail('match.no_undo');
    // Last, as in a decision: credits first, then the swipe, or two at once would wait for each other.
    if (!(await setUndone(tx, brandId, own, pair.to.id))) fail('match.no_undo');
    return { likeCredits, matched: false };
  });
}
