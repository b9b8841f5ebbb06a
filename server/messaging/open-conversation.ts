import { sql } from 'kysely';
import { lockVisiblePair } from '../discovery/reactions/pair.ts';
import type { Pair } from '../discovery/reactions/pair.ts';
import { transact } from '../platform/database/database.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

/**
 * Makes room for a first message between two who have never talked, where the first can see the second. Nobody sees
 * anything of it before there is a message. Answers whether there is such a place now.
 */
export function openConversation(
  db: Database,
  { brandId, fromId, toId }: { brandId: string; fromId: string; toId: string },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const pair = await lockVisiblePair(tx, brandId, fromId, toId);
    if (pair) await openFor(tx, brandId, pair);
    return pair !== undefined;
  });
}

/** The same for two who have met in this transaction. */
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
