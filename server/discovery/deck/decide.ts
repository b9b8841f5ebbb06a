/** Like, dislike and undo in the deck. */

import { sql } from 'kysely';
import type { decide as event } from '../../../contract/discovery/deck.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '../../../contract/kernel/event.ts';
import { cleanLines, isLegible } from '../../../contract/kernel/text.ts';
import type { MemberContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import type { Viewer } from '../../profiles/viewer.ts';
import { readReach } from '../reach.ts';
import type { Reach } from '../reach.ts';
import { storeDislike, storeLike, takeBack } from '../reactions/likes-and-visits.ts';
import { lockAndReadPair, lockOpenPair, noWords } from '../reactions/pair.ts';
import type { InvitationWords, Pair } from '../reactions/pair.ts';

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

/** What somebody does with a card of his deck. Messages stand above this room, so how to send one is handed in. */
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
    const given = await storeLike(context, transaction, pair, sent);
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

/** Takes the last decision of the deck back, as long as nothing has come of it. Somebody may have hidden since. */
function undo(
  { app: { db }, brandId }: MemberContext,
  { profileId: own }: Viewer,
  profileId: string,
): Answer {
  return transact(db, async (tx) => {
    const pair = (await lockAndReadPair(tx, brandId, own, profileId)) ?? fail('request.not_found');
    const swipe = (await readSwipe(tx, brandId, own, pair.to.id)) ?? fail('match.no_undo');
    const given = { verdict: swipe.verdict, chargeKey: swipe.charge_key };
    const likeCredits = (await takeBack(tx, brandId, pair, given)) ?? fail('match.no_undo');
    // Last, as when somebody decides: credits first, then the swipe, or two at once would wait for each other.
    if (!(await setUndone(tx, brandId, own, pair.to.id))) fail('match.no_undo');
    return { likeCredits, matched: false };
  });
}

interface Swipe {
  brandId: string;
  profileId: string;
  otherId: string;
  verdict: 'like' | 'dislike';
  chargeKey: string | null;
  at: Date;
}

/**
 * Notes the last decision, unless an earlier one was taken back and that person still waits to be decided on: until then
 * they come first, and only about them can anything be noted.
 */
async function recordSwipe(tx: Tx, swipe: Swipe): Promise<void> {
  const { brandId, profileId, otherId, verdict, chargeKey, at } = swipe;
  await sql`
    insert into last_swipe as known (brand_id, profile_id, other_id, verdict, charge_key, at)
    values (${brandId}::uuid, ${profileId}::uuid, ${otherId}::uuid, ${verdict}::text, ${chargeKey}::text,
      ${at}::timestamptz)
    on conflict (brand_id, profile_id) do update set other_id = excluded.other_id, verdict = excluded.verdict,
      charge_key = excluded.charge_key, undone = false, at = excluded.at
    where not known.undone or known.other_id = excluded.other_id
      or exists (select from reaction r where r.brand_id = known.brand_id and r.from_id = known.profile_id
        and r.to_id = known.other_id and r.kind in ('like', 'dislike'))
      or not exists (select from profile_visible_to(known.brand_id, known.profile_id, known.other_id))`.execute(
    tx,
  );
}

/** The last decision if it was about this person and stands. */
function readSwipe(tx: Tx, brandId: string, profileId: string, otherId: string) {
  return tx
    .selectFrom('last_swipe')
    .select(['verdict', 'charge_key'])
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .where('other_id', '=', otherId)
    .where('undone', '=', false)
    .executeTakeFirst();
}

/** Answers whether it was still the last one. */
async function setUndone(tx: Tx, brandId: string, profileId: string, otherId: string): Promise<boolean> {
  const row = await tx
    .updateTable('last_swipe')
    .set({ undone: true })
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .where('other_id', '=', otherId)
    .where('undone', '=', false)
    .returning('other_id')
    .executeTakeFirst();
  return row !== undefined;
}
