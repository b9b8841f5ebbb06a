import { sql } from 'kysely';
import type { DbOrTx } from '../platform/database/database.ts';
import { unreadOf } from './conversation-list.sql.ts';
import type { Owner } from './conversation-list.sql.ts';

interface Receipt {
  otherId: string;
  deliveredTo: number;
  readTo: number;
}

export interface Advanced {
  /** Of all conversations, after this one. */
  total: number;
  /** Null, as all below, where nothing moved. */
  delivered_to: number | null;
  read_to: number | null;
  /** How far he has read, as the other participant may see it. */
  reported_to: number | null;
  read_before: number | null;
  delivered_before: number | null;
  /** The other one, who is notified of it. */
  account_id: string | null;
  level: number | null;
  flow_id: string | null;
  pays: boolean | null;
  blocked: boolean;
}

/**
 * Moves how far somebody has received and read, never back and never beyond what there is. Unread are counted down by
 * what lies between: a message that comes at this very moment has been counted by whoever wrote it.
 */
export async function advanceReceipt(db: DbOrTx, owner: Owner, receipt: Receipt): Promise<Advanced> {
  const { brandId, profileId } = owner;
  const { otherId } = receipt;
  const readTo = sql`least(i.last_number, ${receipt.readTo}::int)`;
  const deliveredTo = sql`least(i.last_number, greatest(${receipt.deliveredTo}::int, ${receipt.readTo}::int))`;
  const { rows } = await sql<Advanced>`
    with before as (
      select i.delivered_to, i.read_to, i.unread from inbox i
      where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
    ), after as (
      update inbox i set
        delivered_to = greatest(i.delivered_to, ${deliveredTo}),
        read_to = greatest(i.read_to, ${readTo}),
        unread = case
          when ${readTo} <= i.read_to then i.unread
          when ${readTo} = i.last_number then 0
          else greatest(0, i.unread - (select count(*)::int from message m
            where m.brand_id = ${brandId}::uuid and m.conversation_id = i.conversation_id
              and m.number > greatest(i.read_to, i.cleared_to) and m.number <= ${readTo}
              and m.from_id = ${otherId}::uuid and not m.hidden_from_receiver)) end
      where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
        and (${deliveredTo} > i.delivered_to or ${readTo} > i.read_to)
      returning i.delivered_to, i.read_to, i.unread, i.pays
    )
    select ${unreadOf(owner, otherId)} + coalesce((select unread from after), (select unread from before), 0) as total,
      after.delivered_to, after.read_to, reported_read_to(after.pays, me.replies_blurred, after.read_to) as reported_to,
      before.read_to as read_before, before.delivered_to as delivered_before,
      p.account_id, a.level, a.flow_id, theirs.pays,
      exists (select from blocks_between(${brandId}::uuid, ${profileId}::uuid, ${otherId}::uuid)) as blocked
    from (select) as one
    left join after on true
    left join before on true
    left join account me on me.brand_id = ${brandId}::uuid and me.id = ${owner.accountId}::uuid
    left join inbox theirs on theirs.brand_id = ${brandId}::uuid and theirs.owner_id = ${otherId}::uuid
      and theirs.other_id = ${profileId}::uuid
    left join profile p on p.brand_id = ${brandId}::uuid and p.id = ${otherId}::uuid
    left join account a on a.brand_id = ${brandId}::uuid and a.id = p.account_id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement without a condition gave no row');
  return row;
}

interface ReadByProfile {
  delivered_to: number;
  read_to: number;
  account_id: string;
  level: number;
  flow_id: string;
  pays: boolean;
  blocked: boolean;
}

/** Never back, and never beyond what there is. Answers with whom to notify, or nothing where it had been read. */
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
