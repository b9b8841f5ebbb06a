/** Photos and their files: files are public once a photo is approved, and go when it is refused or deleted. */

import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';
import { z } from 'zod';
import { fail } from '../../contract/kernel/errors.ts';
import type { RefusalReason } from '../../contract/moderation/moderation.ts';
import type { App } from '../app.ts';
import {
  blurredKey,
  photoFolder,
  photoKey,
  waitingBlurredKey,
  waitingFolder,
  waitingKey,
} from '../brands/photo-address.ts';
import { HOUR } from '../platform/clock.ts';
import type { DB } from '../platform/database/database-types.gen.ts';
import { transact } from '../platform/database/database.ts';
import type { DbOrTx, Tx } from '../platform/database/database.ts';
import { enqueue, handle, jobKind } from '../platform/jobs/jobs.ts';
import type { ModerationOutcome, ModerationItem } from './profile-moderation.ts';

const syncFiles = jobKind(
  'profiles.sync_photo_files',
  z.object({ brandId: z.uuid(), photoId: z.uuid(), blurId: z.uuid() }),
);
/** Where the files of a photo are. */
export type PhotoFiles = z.output<typeof syncFiles.payload>;
type Files = Pick<App, 'storage'>;

/** Longer than storing a photo takes. */
const SYNC_LATER = HOUR;

/**
 * Makes the files of a photo follow its row: public once it is approved and not before, none at all where it was
 * refused or is gone. Whatever was killed when, no picture stays where it should not be.
 */
export function syncPhotoFiles(app: Pick<App, 'db' | 'storage'>, photo: PhotoFiles): Promise<void> {
  return transact(app.db, async (tx) => {
    const row = await lockPhoto(tx, photo.brandId, photo.photoId);
    // The demo's own pictures are drawn where everybody may see them.
    if (row?.status === 'drawing') return;
    if (row?.status === 'approved') await publishPhoto(app, photo, row.widths);
    else await withdrawPublic(app, photo);
    if (row?.status !== 'pending') await app.storage.removeAll(waitingFolder(photo.brandId, photo.photoId));
  });
}

/** Puts the files of a photo where everybody may see them. To be called while its row is locked. */
async function publishPhoto({ storage }: Files, photo: PhotoFiles, widths: number[]): Promise<void> {
  const { brandId, photoId, blurId } = photo;
  const moves = widths.map((width) => [
    waitingKey(brandId, photoId, width),
    photoKey(brandId, photoId, width),
  ]);
  moves.push([waitingBlurredKey(brandId, photoId), blurredKey(brandId, blurId)]);
  for (const [from = '', to = ''] of moves) {
    const file = await storage.get(from);
    if (file) await storage.put(to, await buffer(file.stream), file.contentType);
  }
}

async function withdrawPublic({ storage }: Files, { brandId, photoId, blurId }: PhotoFiles): Promise<void> {
  await storage.removeAll(photoFolder(brandId, photoId));
  await storage.remove(blurredKey(brandId, blurId));
}

/** To be called in the transaction that changes or deletes the row. */
export function enqueueFileSync(tx: DbOrTx, photo: PhotoFiles): Promise<void> {
  return enqueue(tx, syncFiles, photo, { key: photo.photoId });
}

/** To be called before files are stored whose row is yet to come or to change. */
export function enqueueLateFileSync(db: DbOrTx, photo: PhotoFiles): Promise<void> {
  const runAt = new Date(Date.now() + SYNC_LATER);
  return enqueue(db, syncFiles, photo, { key: photo.photoId, runAt });
}

export const photoJobs = [handle(syncFiles, syncPhotoFiles)];

/** A photo becomes public. Its files are there before anybody is told where. */
export async function approvePhoto(
  app: Pick<App, 'db' | 'storage'>,
  tx: Tx,
  { brandId, id: photoId }: ModerationItem,
): Promise<ModerationOutcome> {
  const row = (await lockPhoto(tx, brandId, photoId)) ?? fail('request.not_found');
  const decided = await decidedOn(tx, brandId, row.profile_id);
  if (row.status === 'approved') return { ...decided, isNew: false };
  // The files of a refused one are gone.
  if (row.status !== 'pending') return fail('moderation.decided');
  const photo = { brandId, photoId, blurId: row.blur_id };
  // Outside the transaction: should it break off, what is public by then is taken back.
  await enqueueLateFileSync(app.db, photo);
  await publishPhoto(app, photo, row.widths);
  await updatePhoto(tx, brandId, photoId, { status: 'approved' });
  await enqueueFileSync(tx, photo);
  return { ...decided, isNew: true };
}

/** Nobody sees it any more, also where it was approved before. Its files go. */
export async function refusePhoto(
  tx: Tx,
  { brandId, id: photoId }: ModerationItem,
  reason: RefusalReason,
): Promise<ModerationOutcome> {
  const row = (await lockPhoto(tx, brandId, photoId)) ?? fail('request.not_found');
  const decided = await decidedOn(tx, brandId, row.profile_id);
  if (row.status === 'rejected') return { ...decided, isNew: false };
  if (row.status === 'drawing') return fail('request.not_found');
  await updatePhoto(tx, brandId, photoId, { status: 'rejected', refusal: reason });
  await enqueueFileSync(tx, { brandId, photoId, blurId: row.blur_id });
  return { ...decided, isNew: true };
}

/** Photos of profiles of ours are made by us, and not looked at here. */
async function decidedOn(tx: Tx, brandId: string, profileId: string) {
  const accountId = (await readProfileOwner(tx, brandId, profileId)) ?? fail('request.not_found');
  return { what: 'photo', accountId } as const;
}

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
function lockPhoto(tx: Tx, brandId: string, photoId: string) {
  return tx
    .selectFrom('photo')
    .select(['profile_id', 'status', 'widths', 'blur_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', photoId)
    .forUpdate()
    .executeTakeFirst();
}

async function updatePhoto(
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
async function readProfileOwner(
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

/** Gives the photos the places from the first on, in this order. A place is never held twice, not even for a moment. */
export async function orderPhotos(tx: Tx, brandId: string, photoIds: string[]): Promise<void> {
  if (photoIds.length === 0) return;
  await sql`update photo set position = ${ASIDE - 1}::int + place
    from unnest(${photoIds}::uuid[]) with ordinality as wanted (id, place)
    where photo.brand_id = ${brandId} and photo.id = wanted.id`.execute(tx);
  await tx
    .updateTable('photo')
    .set(({ eb }) => ({ position: eb('position', '-', ASIDE) }))
    .where('brand_id', '=', brandId)
    .where('id', 'in', photoIds)
    .execute();
}
