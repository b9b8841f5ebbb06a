/** The statements of photo verification. */

import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { VerificationReason } from '#contract/moderation/photo-verification.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import type { PhotoRow } from './contents.ts';

export function findVerification(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('photo_verification')
    .select(['id', 'gesture', 'status', 'reason', 'expires_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The photo that others see first, and whether it is the one that was compared. */
export async function readFirstPhoto(db: DbOrTx, brandId: string, profileId: string) {
  const { rows } = await sql<{ id: string; is_verified: boolean }>`
    select f.id, is_photo_verified(p.brand_id, p.id, p.verified_photo_id) as is_verified
    from profile p cross join lateral first_photo(p.brand_id, p.id) f
    where p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid`.execute(db);
  return rows[0];
}

/** Takes the place of the last one. Answers whether it could: one that waits for its verdict stays. */
export async function insertVerification(
  db: DbOrTx,
  row: Insertable<DB['photo_verification']>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into photo_verification as known (brand_id, id, account_id, gesture, created_at, expires_at)
    values (${row.brand_id}::uuid, ${row.id}::uuid, ${row.account_id}::uuid, ${row.gesture}::text,
      ${row.created_at}::timestamptz, ${row.expires_at}::timestamptz)
    on conflict (brand_id, account_id) do update
    set id = excluded.id, gesture = excluded.gesture, created_at = excluded.created_at,
      expires_at = excluded.expires_at, status = 'asked', reason = null, photo_id = null, width = null, height = null,
      submitted_at = null, decided_at = null, decided_by = null
    where known.status <> 'waiting'
    returning id`.execute(db);
  return rows.length === 1;
}

export function lockVerification(tx: Tx, brandId: string, id: string) {
  return tx
    .selectFrom('photo_verification')
    .select(['account_id', 'status', 'gesture', 'photo_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Answers whether it was still asked for. */
export async function saveSubmitted(
  tx: Tx,
  brandId: string,
  id: string,
  { photoId, width, height, at }: { photoId: string; width: number; height: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('photo_verification')
    .set({ status: 'waiting', photo_id: photoId, width, height, submitted_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveVerdict(
  tx: Tx,
  brandId: string,
  id: string,
  { refusal, staffId, at }: { refusal: VerificationReason | null; staffId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('photo_verification')
    .set({
      status: refusal === null ? 'approved' : 'refused',
      reason: refusal,
      decided_by: staffId,
      decided_at: at,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

interface WaitingRow {
  gesture: string;
  submitted_at: Date;
  width: number;
  height: number;
  profile_id: string;
}

/** A picture that waits, with the photos of the profile that others see. */
export async function readApprovedPhotos(
  db: DbOrTx,
  brandId: string,
  id: string,
): Promise<{ row: WaitingRow; photos: PhotoRow[] } | undefined> {
  const { rows } = await sql<WaitingRow>`
    select v.gesture, v.submitted_at, v.width, v.height, p.id as profile_id from photo_verification v
    join profile p on p.brand_id = v.brand_id and p.account_id = v.account_id
    where v.brand_id = ${brandId}::uuid and v.id = ${id}::uuid and v.status = 'waiting'`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const photos = await sql<PhotoRow>`
    select id, width, height, widths from approved_photos(${brandId}::uuid, ${row.profile_id}::uuid) limit 20`.execute(
    db,
  );
  return { row, photos: photos.rows };
}
