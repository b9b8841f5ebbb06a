/** The bank of pictures that must not come back, by how they look. It outlives the pictures. */

import { sql } from 'kysely';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { App } from '#server/app.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import type { CaseId } from './live.ts';

/** Pictures that are refused from any member. The other reasons are about this one use of a picture. */
const bannedFor: ReadonlySet<RefusalReason> = new Set(['minor', 'sexual', 'not_you']);

interface Picture {
  brandId: string;
  kind: 'photo' | 'chat_photo';
  id: string;
}

/** To be called when a picture is refused: for some reasons it is banned. A picture with nothing to see in it is not. */
export async function banPicture(
  tx: Tx,
  { brandId, kind, id }: Picture,
  { reason, by, at }: { reason: RefusalReason; by: AuditEntry['actor']; at: Date },
): Promise<void> {
  if (!bannedFor.has(reason)) return;
  const staffId = by.kind === 'staff' ? (by.id ?? null) : null;
  await sql`
    insert into banned_picture (brand_id, hash, reason, banned_by, created_at)
    select o.brand_id, o.hash, ${reason}::text, ${staffId}::uuid, ${at}::timestamptz from ${sql.table(kind)} o
    where o.brand_id = ${brandId}::uuid and o.id = ${id}::uuid and o.hash is not null
    on conflict do nothing`.execute(tx);
}

/** The refusal was a mistake. */
export async function unbanPicture(tx: Tx, { brandId, kind, id }: Picture): Promise<void> {
  await sql`
    delete from banned_picture b using ${sql.table(kind)} o
    where o.brand_id = ${brandId}::uuid and o.id = ${id}::uuid
      and b.brand_id = o.brand_id and b.hash = o.hash`.execute(tx);
}

/** Whether a picture looked like a banned one when it came. Then a person decides, whatever the server is set to. */
export async function resemblesBanned(db: DbOrTx, { brandId, kind, id }: CaseId): Promise<boolean> {
  if (kind !== 'photo' && kind !== 'chat_photo') return false;
  const row = await db
    .selectFrom(kind)
    .select('resembles_banned')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.resembles_banned ?? false;
}

/** Every upload is compared with all of a brand's, so there is an end to them. */
const MOST_OF_A_BRAND = 20_000;
/** By then no one tries to upload one again. */
export const BANNED_PICTURES_KEPT = 5 * 365 * DAY;

/** Forgets those of long ago, and the oldest where a brand has too many. */
export async function trimBannedPictures({
  db,
  brands,
  clock,
}: Pick<App, 'db' | 'brands' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - BANNED_PICTURES_KEPT);
  await db.deleteFrom('banned_picture').where('created_at', '<', before).execute();
  for (const { id } of brands.all())
    await sql`
      delete from banned_picture where brand_id = ${id}::uuid and hash in (
        select hash from banned_picture where brand_id = ${id}::uuid
        order by created_at desc offset ${MOST_OF_A_BRAND}::int)`.execute(db);
}
