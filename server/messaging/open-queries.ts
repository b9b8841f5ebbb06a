import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

interface Side {
  id: string;
  pays: boolean;
}

/** A conversation and a row for either side. One that is there already stays as it is. */
export async function insertConversation(
  tx: Tx,
  brandId: string,
  { from, to }: { from: Side; to: Side },
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
    select ${brandId}::uuid, side.owner_id, side.other_id, made.id, side.pays
    from made, (values (${from.id}::uuid, ${to.id}::uuid, ${from.pays}::boolean),
      (${to.id}::uuid, ${from.id}::uuid, ${to.pays}::boolean)) as side (owner_id, other_id, pays)`.execute(
    tx,
  );
}
