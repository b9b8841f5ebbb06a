import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { App } from '../app.ts';
import { HOUR } from '../platform/clock.ts';
import { transact } from '../platform/database/database.ts';
import type { DbOrTx, Tx } from '../platform/database/database.ts';
import { enqueue, handle, jobKind } from '../platform/jobs/jobs.ts';
import {
  blurredKey,
  photoFolder,
  photoKey,
  waitingBlurredKey,
  waitingFolder,
  waitingKey,
} from '../brands/photo-address.ts';
import { lockPhoto, readProfileOwner, updatePhoto, readPhotos } from './photos.sql.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { RefusalReason } from '../../contract/moderation/moderation.ts';
import type { ModerationOutcome, ModerationItem } from './profile-moderation.ts';
import { readOwnProfileRow } from './own-profile.ts';

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

/** The largest file of every photo of an account, in their order. */
export async function listPhotoFiles(db: DbOrTx, brandId: string, accountId: string) {
  const owner = await readOwnProfileRow(db, brandId, accountId);
  const photos = owner ? await readPhotos(db, brandId, owner.profile_id) : [];
  return photos.map(({ id, blur_id, status, refusal, width, height, widths, created_at }) => {
    const keyOf = status === 'pending' ? waitingKey : photoKey;
    // The files of one that was refused are gone.
    const key = status === 'rejected' ? null : keyOf(brandId, id, widths.at(-1) ?? 0);
    return { id, blur_id, status, refusal, width, height, created_at, key };
  });
}

/** Sees to it that the files of all photos go. To be called in the transaction that deletes the account. */
export async function deletePhotoFiles(tx: Tx, brandId: string, accountId: string): Promise<void> {
  for (const { id: photoId, blur_id: blurId } of await listPhotoFiles(tx, brandId, accountId)) {
    await enqueueFileSync(tx, { brandId, photoId, blurId });
  }
}
