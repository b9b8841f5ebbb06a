import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { ChatPhoto } from '../../../contract/chat/messages.ts';
import type { DB } from '../../platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';

interface Pair {
  brandId: string;
  fromId: string;
  toId: string;
}

/** Whoever uploads does so one after the other. Undefined for somebody who was erased meanwhile. */
export function lockUploader(tx: Tx, brandId: string, profileId: string) {
  return tx
    .selectFrom('profile')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

interface Recipient {
  /** Moderation has refused who wants to write, so nothing he sends is taken. */
  senderRefused: boolean;
  visible: boolean;
  /** Rejected, disabled or about to be erased. */
  gone: boolean;
  blocked: boolean;
  /** The two have a conversation. */
  known: boolean;
}

/** How somebody stands to whoever wants to write to them. In a transaction they cannot be erased before it ends. */
export async function readRecipient(
  db: DbOrTx,
  { brandId, fromId, toId }: Pair,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select t.status = 'visible' as visible,
      exists (select from profile f where f.brand_id = t.brand_id and f.id = ${fromId}::uuid
        and f.status = 'rejected') as "senderRefused",
      t.status = 'rejected' or exists (select from account a
        where a.brand_id = t.brand_id and a.id = t.account_id and a.status <> 'active') as gone,
      exists (select from blocks_between(t.brand_id, ${fromId}::uuid, t.id)) as blocked,
      exists (select from inbox i where i.brand_id = t.brand_id and i.owner_id = ${fromId}::uuid
        and i.other_id = t.id and i.last_number > 0) as known
    from profile t
    where t.brand_id = ${brandId}::uuid and t.id = ${toId}::uuid
    for key share of t`.execute(db);
  return rows[0];
}

export async function countUnsent(db: DbOrTx, brandId: string, fromId: string): Promise<number> {
  const { total } = await db
    .selectFrom('chat_photo')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('brand_id', '=', brandId)
    .where('from_id', '=', fromId)
    .where('sent', '=', false)
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertChatPhoto(tx: Tx, row: Insertable<DB['chat_photo']>): Promise<void> {
  await tx.insertInto('chat_photo').values(row).execute();
}

/**
 * Whether somebody may see a photo: who sent it always; who got it once it was approved, as long as neither he nor we
 * hide the message and its words are not kept back from him.
 */
export async function maySee(
  db: DbOrTx,
  { brandId, photoId, profileId }: { brandId: string; photoId: string; profileId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select o.id from chat_photo o
    where o.brand_id = ${brandId}::uuid and o.id = ${photoId}::uuid
      and (o.from_id = ${profileId}::uuid
        or o.to_id = ${profileId}::uuid and o.status = 'approved' and exists (
          select from message e
          join inbox i on i.brand_id = e.brand_id and i.owner_id = o.to_id and i.other_id = o.from_id
          join profile p on p.brand_id = o.brand_id and p.id = o.to_id
          join account a on a.brand_id = p.brand_id and a.id = p.account_id
          where e.brand_id = o.brand_id and e.photo_id = o.id and e.conversation_id = i.conversation_id
            and not e.hidden_from_receiver and e.number > i.cleared_to and not (i.pays and a.replies_blurred)))
  `.execute(db);
  return rows.length === 1;
}

/** What moderators may see is any; what hosts may see is what was approved and sent to a profile of the staff's. */
export async function isShownToHosts(db: DbOrTx, brandId: string, photoId: string): Promise<boolean> {
  const { rows } = await sql`
    select o.id from chat_photo o
    join profile p on p.brand_id = o.brand_id and p.id = o.to_id and p.kind = 'staff'
    where o.brand_id = ${brandId}::uuid and o.id = ${photoId}::uuid and o.sent and o.status = 'approved'
  `.execute(db);
  return rows.length === 1;
}

interface Verdict {
  brandId: string;
  photoId: string;
  status: 'approved' | 'rejected';
  unsentToo: boolean;
}

interface JudgedPhoto {
  before: ChatPhoto['status'];
  fromId: string;
  toId: string;
  fromAccountId: string | null;
  toAccountId: string | null;
}

/** Answers with what it was before, or nothing where there is no such photo, or no message shows it and one should. */
export async function setVerdict(
  tx: Tx,
  { brandId, photoId, status, unsentToo }: Verdict,
): Promise<JudgedPhoto | undefined> {
  const { rows } = await sql<JudgedPhoto>`
    update chat_photo o set status = ${status}::text
    from (select * from chat_photo
        where brand_id = ${brandId}::uuid and id = ${photoId}::uuid and (sent or ${unsentToo}::boolean)
        for no key update) as known
    join profile f on f.brand_id = known.brand_id and f.id = known.from_id
    join profile t on t.brand_id = known.brand_id and t.id = known.to_id
    where o.brand_id = known.brand_id and o.id = known.id
    returning known.status as before, f.id as "fromId", t.id as "toId",
      f.account_id as "fromAccountId", t.account_id as "toAccountId"`.execute(tx);
  return rows[0];
}

/** Those uploaded before then and never sent. Once they are deleted nobody can send them any more. */
export async function deleteUnsent(tx: Tx, before: Date, limit: number) {
  const { rows } = await sql<{ brand_id: string; id: string }>`
    delete from chat_photo gone using (
      select brand_id, id from chat_photo
      where not sent and created_at < ${before}::timestamptz
      order by created_at limit ${limit}::int
      for update skip locked
    ) as old
    where gone.brand_id = old.brand_id and gone.id = old.id
    returning gone.brand_id, gone.id`.execute(tx);
  return rows;
}

export async function findPhotosThere(
  db: DbOrTx,
  brandId: string,
  photoIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('chat_photo')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', 'in', photoIds)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** All that somebody sent or got. */
export async function readPhotosBetween(tx: Tx, brandId: string, profileId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('chat_photo')
    .select('id')
    .where('brand_id', '=', brandId)
    .where(({ or, eb }) => or([eb('from_id', '=', profileId), eb('to_id', '=', profileId)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** What an account sent, newest first. */
export function readSentPhotos(db: DbOrTx, brandId: string, accountId: string, limit: number) {
  return db
    .selectFrom('profile as p')
    .innerJoin('chat_photo as o', (join) =>
      join.onRef('o.brand_id', '=', 'p.brand_id').onRef('o.from_id', '=', 'p.id'),
    )
    .select(['o.id', 'o.to_id', 'o.status', 'o.width', 'o.height', 'o.created_at'])
    .where('p.brand_id', '=', brandId)
    .where('p.account_id', '=', accountId)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();
}
