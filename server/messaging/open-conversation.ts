import { sql } from 'kysely';
import { fail } from '#contract/kernel/errors.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import type { MemberContext } from '#server/app.ts';
import { checkReach, readReach } from '#server/discovery/reach.ts';
import { lockOpenPair, lockVisiblePair } from '#server/discovery/reactions/pair.ts';
import type { Pair } from '#server/discovery/reactions/pair.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';

/** A profile with which a member has never talked. */
export interface Stranger {
  id: string;
  gender: Gender;
  region: string | null;
  /** Kept from the member until they pay. */
  locked: boolean;
}

/** Fails where the member may not begin a conversation: then there is nothing beside an empty one to see either. */
export async function checkStranger(context: MemberContext, stranger: Stranger): Promise<void> {
  if (stranger.locked) fail('profile.locked');
  await checkReach(context.app.db, context.brandId, await readReach(context), stranger);
}

/**
 * Makes room for a member's first message to a profile with which they have never talked, where that profile takes
 * messages. Nothing of it is seen before there is a message. Answers whether there is such a place now.
 */
export async function openConversation(context: MemberContext, toId: string): Promise<boolean> {
  const { app, brandId } = context;
  const reach = await readReach(context);
  return openWith(app.db, brandId, (tx) => lockOpenPair(tx, brandId, reach, toId));
}

/** The same for a profile of ours, which writes to members of all regions. */
export function openAsProfile(
  db: Database,
  { brandId, fromId, toId }: { brandId: string; fromId: string; toId: string },
): Promise<boolean> {
  return openWith(db, brandId, (tx) => lockVisiblePair(tx, brandId, fromId, toId));
}

function openWith(
  db: Database,
  brandId: string,
  lock: (tx: Tx) => Promise<Pair | undefined>,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const pair = await lock(tx);
    if (pair) await openFor(tx, brandId, pair);
    return pair !== undefined;
  });
}

/** A place for the words of two who have met in this transaction. */
export async function openFor(tx: Tx, brandId: string, { from, to }: Pair): Promise<void> {
  await insertConversation(tx, brandId, {
    from: { id: from.id, pays: from.kind === 'member' },
    to: { id: to.id, pays: from.kind !== 'member' && to.kind === 'member' },
  });
}

interface Participant {
  id: string;
  pays: boolean;
}

/** A conversation and a row for either participant. One that is there already stays as it is. */
async function insertConversation(
  tx: Tx,
  brandId: string,
  { from, to }: { from: Participant; to: Participant },
): Promise<void> {
  await sql`
    with made as (
      insert into conversation (brand_id, id, low_id, high_id)
      values (${brandId}::uuid, ${newId()}::uuid, least(${from.id}::uuid, ${to.id}::uuid),
        greatest(${from.id}::uuid, ${to.id}::uuid))
      on conflict (brand_id, low_id, high_id) do nothing
      returning id
    )
    insert into inbox (brand_id, owner_id, other_id, conversation_id, pays)
    select ${brandId}::uuid, participant.owner_id, participant.other_id, made.id, participant.pays
    from made, (values (${from.id}::uuid, ${to.id}::uuid, ${from.pays}::boolean),
      (${to.id}::uuid, ${from.id}::uuid, ${to.pays}::boolean)) as participant (owner_id, other_id, pays)`.execute(
    tx,
  );
}

/** Whether anything was said between two. */
export async function haveTalked(tx: Tx, brandId: string, { from, to }: Pair): Promise<boolean> {
  const row = await tx
    .selectFrom('inbox')
    .select('last_number')
    .where('brand_id', '=', brandId)
    .where('owner_id', '=', from.id)
    .where('other_id', '=', to.id)
    .executeTakeFirst();
  return (row?.last_number ?? 0) > 0;
}
