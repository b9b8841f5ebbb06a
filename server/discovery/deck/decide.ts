import { PREMIUM_LEVELS } from '../../../contract/kernel/constants.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '../../../contract/kernel/event.ts';
import type { decide as event } from '../../../contract/discovery/deck.ts';
import { coverPhones } from '../../messaging/cover-phones.ts';
import { storeInvitation } from '../../messaging/sending.ts';
import type { MemberContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { cleanLines, isLegible } from '../../../contract/kernel/text.ts';
import { readViewer } from '../../profiles/viewer.ts';
import type { Viewer } from '../../profiles/viewer.ts';
import { giveDislike } from '../reactions/give-dislike.ts';
import { giveLike } from '../reactions/give-like.ts';
import { findPair, meet } from '../reactions/meet.ts';
import { takeBack } from '../reactions/take-back.ts';
import { noteSwipe, readSwipe, setUndone } from './queries.ts';

type Input = Pick<EventInput<typeof event>, 'profileId' | 'verdict' | 'invitation'>;
type Answer = Promise<EventAcknowledgement<typeof event>>;

/** What somebody does with a card of his deck. */
export async function decide(context: MemberContext, input: Input, connection?: string): Answer {
  const viewer = await readViewer(context);
  switch (input.verdict) {
    case 'like':
      return like(context, viewer, input, connection);
    case 'dislike':
      return dislike(context, viewer, input.profileId);
    case 'undo':
      return undo(context, viewer, input.profileId);
  }
}

function like(
  context: MemberContext,
  viewer: Viewer,
  { profileId, invitation = '' }: Input,
  connection?: string,
): Answer {
  const { db, brandId, clock } = context;
  const words = viewer.flow?.invites ? cleanLines(invitation) : '';
  if (viewer.flow?.invites && !isLegible(words)) fail('match.invitation_empty');
  const paid = viewer.level === PREMIUM_LEVELS.free;
  return transact(db, async (tx, afterCommit) => {
    const pair = (await meet(tx, brandId, viewer.profileId, profileId)) ?? fail('request.not_found');
    const invites =
      words !== '' &&
      !pair.likes &&
      (await storeInvitation(context, { tx, afterCommit }, pair, { text: words, connection }));
    // Who reads the like sees as much as who reads the message.
    const text = invites ? (paid ? coverPhones(words) : words) : '';
    const given = await giveLike(context, { tx, afterCommit }, pair, { paid, text });
    const { isNew, chargeKey, likeCredits, matched } = given;
    const swipe = { brandId, profileId: pair.from.id, otherId: pair.to.id, at: clock.now() };
    if (isNew) await noteSwipe(tx, { ...swipe, verdict: 'like', chargeKey });
    return { likeCredits, matched };
  });
}

function dislike(context: MemberContext, viewer: Viewer, profileId: string): Answer {
  const { db, brandId, clock } = context;
  return transact(db, async (tx) => {
    const pair = (await meet(tx, brandId, viewer.profileId, profileId)) ?? fail('request.not_found');
    const isNew = await giveDislike(context, tx, pair);
    const swipe = { brandId, profileId: pair.from.id, otherId: pair.to.id, at: clock.now() };
    if (isNew) await noteSwipe(tx, { ...swipe, verdict: 'dislike', chargeKey: null });
    return { likeCredits: pair.from.likeCredits, matched: pair.likes && pair.isLiked };
  });
}

/** Takes the last decision of the deck back, as long as nothing has come of it. Somebody may have hidden since. */
function undo({ db, brandId }: MemberContext, { profileId: own }: Viewer, profileId: string): Answer {
  return transact(db, async (tx) => {
    const pair = (await findPair(tx, brandId, own, profileId)) ?? fail('request.not_found');
    const swipe = (await readSwipe(tx, brandId, own, pair.to.id)) ?? fail('match.no_undo');
    const given = { verdict: swipe.verdict, chargeKey: swipe.charge_key };
    const likeCredits = (await takeBack(tx, brandId, pair, given)) ?? fail('match.no_undo');
    // Last, as when somebody decides: credits first, then the swipe, or two at once would wait for each other.
    if (!(await setUndone(tx, brandId, own, pair.to.id))) fail('match.no_undo');
    return { likeCredits, matched: false };
  });
}
