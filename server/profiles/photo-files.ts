import { z } from 'zod';
import type { App } from '../core/app.ts';
import { HOUR } from '../core/clock.ts';
import type { DbOrTx } from '../core/database.ts';
import { enqueue, handle, jobKind } from '../core/jobs.ts';
import { blurredKey, photoFolder } from '../core/photo-address.ts';
import { photoExists } from './queries.ts';

const dropFiles = jobKind(
  'profiles.drop_photo_files',
  z.object({ brandId: z.uuid(), photoId: z.uuid(), blurId: z.uuid() }),
);
/** Where the files of a photo are. */
export type PhotoFiles = z.output<typeof dropFiles.payload>;

/** Longer than storing a photo takes. */
const SETTLED_AFTER = HOUR;

/** Removes the files of a photo that has no row. Whatever was killed when, no picture stays that nobody owns. */
export async function dropPhotoFiles({ db, storage }: App, photo: PhotoFiles): Promise<void> {
  const { brandId, photoId, blurId } = photo;
  if (await photoExists(db, brandId, photoId)) return;
  await storage.removeAll(photoFolder(brandId, photoId));
  await storage.remove(blurredKey(brandId, blurId));
}

/** To be called in the transaction that deletes the row. */
export function enqueueDrop(tx: DbOrTx, photo: PhotoFiles): Promise<void> {
  return enqueue(tx, dropFiles, photo, { key: photo.photoId });
}

/** To be called before files are stored whose row is yet to come. */
export function enqueueLook(db: DbOrTx, photo: PhotoFiles): Promise<void> {
  const runAt = new Date(Date.now() + SETTLED_AFTER);
  return enqueue(db, dropFiles, photo, { key: photo.photoId, runAt });
}

export const photoJobs = [handle(dropFiles, dropPhotoFiles)];
