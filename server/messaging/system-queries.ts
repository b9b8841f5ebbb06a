import { sql } from 'kysely';
import type { DbOrTx } from '../platform/database/database.ts';
import type { SystemSender } from './system-sender.ts';

export interface SystemMessageKey {
  brandId: string;
  accountId: string;
  sender: SystemSender;
}

export interface SystemMessageRow {
  id: string;
  number: number;
  notice: string | null;
  html: string;
  at: Date;
  read: boolean;
  hidden: boolean;
}

/** The house says little, and this is the most of it that is shown. */
const MOST = 1_000;

/** All that the house has said under one of its names, in order; a message's number is its place. */
export async function selectSystemMessages(
  db: DbOrTx,
  { brandId, accountId, sender }: SystemMessageKey,
): Promise<SystemMessageRow[]> {
  const { rows } = await sql<SystemMessageRow>`
    select h.id, row_number() over (order by h.at, h.id)::int as number, h.notice, h.html, h.at,
      h.read_at is not null as read, h.hidden
    from system_message h
    where h.brand_id = ${brandId}::uuid and h.account_id = ${accountId}::uuid and h.sender = ${sender}::text
    order by h.at, h.id
    limit ${sql.lit(MOST)}`.execute(db);
  return rows;
}

/** Those of these that nobody had read yet are read. Answers whether there were any. */
export async function markSystemMessagesRead(
  db: DbOrTx,
  { brandId, accountId, sender }: SystemMessageKey,
  { readTo, at }: { readTo: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update system_message h set read_at = ${at}::timestamptz
    from (
      select o.id, row_number() over (order by o.at, o.id) as number from system_message o
      where o.brand_id = ${brandId}::uuid and o.account_id = ${accountId}::uuid and o.sender = ${sender}::text
    ) as told
    where h.brand_id = ${brandId}::uuid and h.id = told.id and h.read_at is null
      and told.number <= ${readTo}::bigint
    returning h.id`.execute(db);
  return rows.length > 0;
}

/** One of them, or all. Answers whether there was any. */
export async function setSystemMessageHidden(
  db: DbOrTx,
  { brandId, accountId, sender }: SystemMessageKey,
  { id, hidden }: { id?: string; hidden: boolean },
): Promise<boolean> {
  const query = db
    .updateTable('system_message')
    .set({ hidden })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('sender', '=', sender);
  const rows = await (id === undefined ? query : query.where('id', '=', id)).returning('id').execute();
  return rows.length > 0;
}

interface NewSystemMessage extends SystemMessageKey {
  id: string;
  notice: string | null;
  html: string;
  at: Date;
}

/** The same notice is given once. */
export async function insertSystemMessage(db: DbOrTx, message: NewSystemMessage): Promise<void> {
  const { brandId, accountId, sender, id, notice, html, at } = message;
  await db
    .insertInto('system_message')
    .values({
      brand_id: brandId,
      account_id: accountId,
      sender: sender,
      id,
      notice,
      html,
      at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
