import { sql } from 'kysely';
import type { DbOrTx } from '../platform/database/database.ts';
import type { HouseId } from './house.ts';

export interface HouseKey {
  brandId: string;
  accountId: string;
  fromKey: HouseId;
}

export interface HouseRow {
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
export async function readHouseMessages(
  db: DbOrTx,
  { brandId, accountId, fromKey }: HouseKey,
): Promise<HouseRow[]> {
  const { rows } = await sql<HouseRow>`
    select h.id, row_number() over (order by h.at, h.id)::int as number, h.notice, h.html, h.at,
      h.read_at is not null as read, h.hidden
    from house_message h
    where h.brand_id = ${brandId}::uuid and h.account_id = ${accountId}::uuid and h.from_key = ${fromKey}::text
    order by h.at, h.id
    limit ${sql.lit(MOST)}`.execute(db);
  return rows;
}

/** Those of these that nobody had read yet are read. Answers whether there were any. */
export async function setHouseRead(
  db: DbOrTx,
  { brandId, accountId, fromKey }: HouseKey,
  { readTo, at }: { readTo: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update house_message h set read_at = ${at}::timestamptz
    from (
      select o.id, row_number() over (order by o.at, o.id) as number from house_message o
      where o.brand_id = ${brandId}::uuid and o.account_id = ${accountId}::uuid and o.from_key = ${fromKey}::text
    ) as told
    where h.brand_id = ${brandId}::uuid and h.id = told.id and h.read_at is null
      and told.number <= ${readTo}::bigint
    returning h.id`.execute(db);
  return rows.length > 0;
}

/** One of them, or all. Answers whether there was any. */
export async function setHouseHidden(
  db: DbOrTx,
  { brandId, accountId, fromKey }: HouseKey,
  { id, hidden }: { id?: string; hidden: boolean },
): Promise<boolean> {
  const query = db
    .updateTable('house_message')
    .set({ hidden })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('from_key', '=', fromKey);
  const rows = await (id === undefined ? query : query.where('id', '=', id)).returning('id').execute();
  return rows.length > 0;
}

interface NewHouseMessage extends HouseKey {
  id: string;
  notice: string | null;
  html: string;
  at: Date;
}

/** The same notice is given once. */
export async function insertHouseMessage(db: DbOrTx, message: NewHouseMessage): Promise<void> {
  const { brandId, accountId, fromKey, id, notice, html, at } = message;
  await db
    .insertInto('house_message')
    .values({
      brand_id: brandId,
      account_id: accountId,
      from_key: fromKey,
      id,
      notice,
      html,
      at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
