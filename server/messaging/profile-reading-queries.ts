import { sql } from 'kysely';
import type { DbOrTx } from '../platform/database/database.ts';

interface ReadByProfile {
  delivered_to: number;
  read_to: number;
  account_id: string;
  level: number;
  flow_id: string;
  pays: boolean;
  blocked: boolean;
}

/** Never back, and never beyond what there is. Answers with whom to tell, or nothing where it had been read. */
export async function markReadByProfile(
  db: DbOrTx,
  { brandId, profileId, otherId }: { brandId: string; profileId: string; otherId: string },
  readTo: number,
): Promise<ReadByProfile | undefined> {
  const reached = sql`least(i.last_number, ${readTo}::int)`;
  const { rows } = await sql<ReadByProfile>`
    update inbox i set read_to = ${reached}, delivered_to = greatest(i.delivered_to, ${reached}),
      unread = case when ${reached} = i.last_number then 0
        else (select count(*)::int from message e where e.brand_id = i.brand_id
          and e.conversation_id = i.conversation_id and e.number > ${reached} and e.from_id = i.other_id) end
    from inbox theirs
    join profile m on m.brand_id = theirs.brand_id and m.id = theirs.owner_id
    join account a on a.brand_id = m.brand_id and a.id = m.account_id
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
      and i.read_to < ${reached}
      and theirs.brand_id = i.brand_id and theirs.owner_id = i.other_id and theirs.other_id = i.owner_id
    returning i.delivered_to, i.read_to, a.id as account_id, a.level, a.flow_id, theirs.pays,
      exists (select from blocks_between(i.brand_id, i.owner_id, i.other_id)) as blocked`.execute(db);
  return rows[0];
}
