import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';
import type { DB } from '../platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '../platform/database/database.ts';

export function readPhotos(db: DbOrTx, brandId: string, profileId: string) {
  return db
    .selectFrom('photo')
    .select(['id', 'blur_id', 'status', 'refusal', 'width', 'height', 'widths', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .orderBy('position')
    .limit(20)
    .execute();
}

/** Nobody else changes it, or its files, until the transaction ends. */
export function lockPhoto(tx: Tx, brandId: string, photoId: string) {
  return tx
    .selectFrom('photo')
    .select(['profile_id', 'status', 'widths', 'blur_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', photoId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updatePhoto(
  tx: Tx,
  brandId: string,
  photoId: string,
  change: Pick<Updateable<DB['photo']>, 'status' | 'refusal'>,
): Promise<void> {
  await tx
    .updateTable('photo')
    .set(change)
    .where('brand_id', '=', brandId)
    .where('id', '=', photoId)
    .execute();
}

/** The account of whose profile it is; null for profiles of ours. */
export async function readProfileOwner(
  db: DbOrTx,
  brandId: string,
  profileId: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('profile')
    .select('account_id')
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .executeTakeFirst();
  return row?.account_id;
}

export async function insertPhoto(tx: Tx, row: Insertable<DB['photo']>): Promise<void> {
  await tx.insertInto('photo').values(row).execute();
}

/** Answers with the id of the blurred one, whose file has to go as well. */
export async function deletePhoto(tx: Tx, brandId: string, photoId: string): Promise<string> {
  const row = await tx
    .deleteFrom('photo')
    .where('brand_id', '=', brandId)
    .where('id', '=', photoId)
    .returning('blur_id')
    .executeTakeFirstOrThrow();
  return row.blur_id;
}

/** Half of the twenty places, so that all can stand aside while they change places. */
const ASIDE = 10;

/** Gives the photos the places from `first` on, in this order. A place is never held twice, not even for a moment. */
export async function orderPhotos(tx: Tx, brandId: string, photoIds: string[], first: number): Promise<void> {
  if (photoIds.length === 0) return;
  await sql`update photo set position = ${ASIDE - 1}::int + place
    from unnest(${photoIds}::uuid[]) with ordinality as wanted (id, place)
    where photo.brand_id = ${brandId} and photo.id = wanted.id`.execute(tx);
  await tx
    .updateTable('photo')
    .set(({ eb }) => ({ position: eb('position', '-', ASIDE - first) }))
    .where('brand_id', '=', brandId)
    .where('id', 'in', photoIds)
    .execute();
}
