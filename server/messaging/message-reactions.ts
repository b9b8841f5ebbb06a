/** The signs that two people put on each other's messages. */

import { sql } from 'kysely';
import { messageChanged, type reactToMessage as endpoint } from '#contract/chat/message-actions.ts';
import type { MessageReaction } from '#contract/chat/messages.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { App, MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { announceChange } from './console-live.ts';

const done = { result: 'OK' } as const;

/** A member puts a sign on a message, in place of their last one, or takes it away. It costs nothing. */
export async function reactToMessage(
  context: MemberContext,
  { profileId, id, reaction }: Omit<InputOf<typeof endpoint>, 'trackerId'>,
): Promise<typeof done> {
  const { app, brandId, accountId, profileId: byId } = context;
  await app.limits.hit('messageReactionAccount', `${brandId}:${accountId}`);
  const otherId = readUuid(profileId) ?? fail('request.not_found');
  await react(app, { brandId, byId, otherId, messageId: id.toLowerCase(), reaction });
  return done;
}

interface Reacting {
  brandId: string;
  /** Profiles. */
  byId: string;
  otherId: string;
  messageId: string;
  reaction: MessageReaction | null;
}

/** The same for either participant, a profile of ours included. Both are notified, as far as they may know it. */
export async function react(app: App, reacting: Reacting): Promise<void> {
  await transact(app.db, async (tx, afterCommit) => {
    const place = (await readPlace(tx, reacting)) ?? fail('request.not_found');
    if (place.blocked) fail('chat.closed');
    if (!(await storeReaction(tx, reacting, place, app.clock.now()))) return;
    const signs = await readMessageReactions(tx, { ...reacting, ...place }, [place.number, place.number]);
    afterCommit(() => announceReactions(app, reacting, place, signs));
  });
}

interface Place {
  conversationId: string;
  number: number;
  blocked: boolean;
  ownAccount: string | null;
  otherAccount: string | null;
  otherKind: string;
  /** What the other one does is withheld from the one who reacts; and the other way round. */
  ownWithheld: boolean;
  withheld: boolean;
}

/** Where the message stands. Nothing is said of one that its reader does not see, or whose words are withheld from them. */
async function readPlace(
  tx: Tx,
  { brandId, byId, otherId, messageId }: Reacting,
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select i.conversation_id as "conversationId", m.number, f.account_id as "ownAccount", t.account_id as "otherAccount",
      t.kind as "otherKind", coalesce(words_withheld(theirs.pays, ta.replies_blurred), false) as withheld,
      coalesce(words_withheld(i.pays, fa.replies_blurred), false) as "ownWithheld",
      exists (select from blocks_between(i.brand_id, i.owner_id, i.other_id)) as blocked
    from inbox i
    join inbox theirs on theirs.brand_id = i.brand_id and theirs.owner_id = i.other_id and theirs.other_id = i.owner_id
    join message m on m.brand_id = i.brand_id and m.conversation_id = i.conversation_id and m.id = ${messageId}::uuid
    join profile f on f.brand_id = i.brand_id and f.id = i.owner_id
    join profile t on t.brand_id = i.brand_id and t.id = i.other_id
    left join account fa on fa.brand_id = i.brand_id and fa.id = f.account_id
    left join account ta on ta.brand_id = i.brand_id and ta.id = t.account_id
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${byId}::uuid and i.other_id = ${otherId}::uuid
      and m.number > i.cleared_to
      and not case when m.from_id = i.owner_id then m.hidden_from_sender else m.hidden_from_receiver end
      and (m.from_id = i.owner_id or m.free or not coalesce(words_withheld(i.pays, fa.replies_blurred), false))`.execute(
    tx,
  );
  return rows[0];
}

/** Answers whether it is another sign than before. */
async function storeReaction(
  tx: Tx,
  { brandId, byId, reaction }: Reacting,
  { conversationId, number }: Place,
  at: Date,
): Promise<boolean> {
  if (reaction === null) {
    const gone = await tx
      .deleteFrom('message_reaction')
      .where('brand_id', '=', brandId)
      .where('conversation_id', '=', conversationId)
      .where('number', '=', number)
      .where('from_id', '=', byId)
      .executeTakeFirst();
    return gone.numDeletedRows > 0n;
  }
  const stored = await tx
    .insertInto('message_reaction')
    .values({ brand_id: brandId, conversation_id: conversationId, number, from_id: byId, reaction, at })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'conversation_id', 'number', 'from_id'])
        .doUpdateSet({ reaction, at })
        .where('message_reaction.reaction', '<>', reaction),
    )
    .executeTakeFirst();
  return (stored.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export interface StoredReaction {
  number: number;
  fromId: string;
  reaction: MessageReaction;
}

/** The signs on the messages between two numbers, both included. */
export async function readMessageReactions(
  db: DbOrTx,
  { brandId, conversationId }: { brandId: string; conversationId: string },
  [first, last]: readonly [number, number],
): Promise<StoredReaction[]> {
  const { rows } = await sql<StoredReaction>`
    select r.number, r.from_id as "fromId", r.reaction from message_reaction r
    where r.brand_id = ${brandId}::uuid and r.conversation_id = ${conversationId}::uuid
      and r.number between ${first}::int and ${last}::int`.execute(db);
  return rows;
}

/** As the reader sees them. What the other one does is withheld where their words are. */
export function describeReactions(
  reactions: readonly StoredReaction[],
  { profileId, blurs }: { profileId: string; blurs: boolean },
): { ownReaction?: MessageReaction; theirReaction?: MessageReaction } {
  const own = reactions.find(({ fromId }) => fromId === profileId)?.reaction;
  const theirs = blurs ? undefined : reactions.find(({ fromId }) => fromId !== profileId)?.reaction;
  return { ...(own && { ownReaction: own }), ...(theirs && { theirReaction: theirs }) };
}

function announceReactions(
  app: App,
  { brandId, byId, otherId, messageId: id }: Reacting,
  { conversationId, number, ownAccount, otherAccount, otherKind, ownWithheld, withheld }: Place,
  reactions: readonly StoredReaction[],
): void {
  const message = { id, number, unsent: false };
  if (ownAccount !== null)
    app.realtime.emit({ brandId, accountIds: [ownAccount] }, messageChanged, {
      ...message,
      profileId: otherId,
      ...describeReactions(reactions, { profileId: byId, blurs: ownWithheld }),
    });
  if (otherAccount !== null && !withheld)
    app.realtime.emit({ brandId, accountIds: [otherAccount] }, messageChanged, {
      ...message,
      profileId: byId,
      ...describeReactions(reactions, { profileId: otherId, blurs: false }),
    });
  if (otherKind === 'staff') announceChange(app, { brandId, id: conversationId });
}
