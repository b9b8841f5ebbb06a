import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/database/database.ts';
import { unreadOf } from './list-queries.ts';
import type { Owner } from './list-queries.ts';
import { readMark } from './read-mark.ts';

export interface Receipt {
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
  /** As far as the other one learns of it. */
  told_to: number | null;
  read_before: number | null;
  delivered_before: number | null;
  /** The other one, as far as he may be told. */
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
export async function advance(db: DbOrTx, owner: Owner, receipt: Receipt): Promise<Advanced> {
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
      after.delivered_to, after.read_to, ${readMark('after', 'me')} as told_to, before.read_to as read_before, before.delivered_to as delivered_before,
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

/**
 * Whom to tell that somebody writes: only where the two have talked, neither has blocked the other, and what he writes
 * would be taken.
 */
export async function findListener(
  db: DbOrTx,
  { brandId, profileId }: Owner,
  otherId: string,
): Promise<string | null> {
  const { rows } = await sql<{ account_id: string | null }>`
    select p.account_id from inbox i
    join profile p on p.brand_id = ${brandId}::uuid and p.id = ${otherId}::uuid
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
      and i.last_number > 0
      and not exists (select from blocks_between(${brandId}::uuid, ${profileId}::uuid, ${otherId}::uuid))
      and not exists (select from profile m where m.brand_id = ${brandId}::uuid and m.id = ${profileId}::uuid
        and m.status = 'rejected')`.execute(db);
  return rows[0]?.account_id ?? null;
}

interface Side {
  brandId: string;
  profileId: string;
  otherId: string;
}

export interface InboxRow {
  conversation_id: string;
  read_to: number;
  cleared_to: number;
}

/** Nobody writes to this side before the transaction ends. */
export async function lockInbox(
  tx: Tx,
  { brandId, profileId, otherId }: Side,
): Promise<InboxRow | undefined> {
  return tx
    .selectFrom('inbox')
    .select(['conversation_id', 'read_to', 'cleared_to'])
    .where('brand_id', '=', brandId)
    .where('owner_id', '=', profileId)
    .where('other_id', '=', otherId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Answers whether there is such a message that this side may still see, hidden or not. */
export async function setHidden(
  tx: Tx,
  { brandId, profileId }: Side,
  { conversation_id, cleared_to }: InboxRow,
  { id, hidden }: { id: string; hidden: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update message m set
      hidden_from_sender = case when m.from_id = ${profileId}::uuid then ${hidden} else m.hidden_from_sender end,
      hidden_from_receiver = case when m.from_id = ${profileId}::uuid then m.hidden_from_receiver else ${hidden} end
    where m.brand_id = ${brandId}::uuid and m.conversation_id = ${conversation_id}::uuid and m.id = ${id}::uuid
      and m.number > ${cleared_to}::int
      -- What has nothing left in it stays hidden.
      and (m.body <> '' or m.photo_id is not null or ${hidden})
    returning m.id`.execute(tx);
  return rows.length === 1;
}

export interface NewestRow {
  mine: boolean;
  body: string;
  at: Date;
  phone_covered: boolean;
  has_photo: boolean;
}

/** What the list shows of a conversation, and how much of it is unread. */
export async function readNewest(
  tx: Tx,
  { brandId, profileId, otherId }: Side,
  { conversation_id, cleared_to, read_to }: InboxRow,
): Promise<{ newest: NewestRow | undefined; unread: number }> {
  const { rows } = await sql<NewestRow>`
    select m.from_id = ${profileId}::uuid as mine, m.body, m.at, m.phone_covered, m.photo_id is not null as has_photo
    from message m
    where m.brand_id = ${brandId}::uuid and m.conversation_id = ${conversation_id}::uuid
      and m.number > ${cleared_to}::int
      and not case when m.from_id = ${profileId}::uuid then m.hidden_from_sender else m.hidden_from_receiver end
    order by m.number desc limit 1`.execute(tx);
  const counted = await tx
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', conversation_id)
    .where('number', '>', Math.max(read_to, cleared_to))
    .where('from_id', '=', otherId)
    .where('hidden_from_receiver', '=', false)
    .executeTakeFirstOrThrow();
  return { newest: rows[0], unread: counted.unread };
}

interface Shown {
  unread: number;
  preview: string;
  last_photo: boolean;
  last_mine?: boolean;
  last_at?: Date;
}

export async function setShown(tx: Tx, { brandId, profileId, otherId }: Side, shown: Shown): Promise<void> {
  await tx
    .updateTable('inbox')
    .set(shown)
    .where('brand_id', '=', brandId)
    .where('owner_id', '=', profileId)
    .where('other_id', '=', otherId)
    .execute();
}

/** Answers whether there was anything. */
export async function clearInbox(db: DbOrTx, { brandId, profileId, otherId }: Side): Promise<boolean> {
  const { rows } = await sql`
    update inbox i set cleared_to = i.last_number, unread = 0, preview = '', last_photo = false
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
    returning i.other_id`.execute(db);
  return rows.length === 1;
}
