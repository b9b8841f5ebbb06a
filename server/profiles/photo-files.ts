import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { App } from '../app.ts';
import { HOUR } from '../platform/clock.ts';
import { transact } from '../platform/database/database.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { enqueue, handle, jobKind } from '../platform/jobs/jobs.ts';
import {
  blurredKey,
  photoFolder,
  photoKey,
  waitingBlurredKey,
  waitingFolder,
  waitingKey,
} from '../brands/photo-address.ts';
import { lockPhoto } from './queries.ts';

const settleFiles = jobKind(
  'profiles.settle_photo_files',
  z.object({ brandId: z.uuid(), photoId: z.uuid(), blurId: z.uuid() }),
);
/** Where the files of a photo are. */
export type PhotoFiles = z.output<typeof settleFiles.payload>;
type Files = Pick<App, 'storage'>;

/** Longer than storing a photo takes. */
const SETTLED_AFTER = HOUR;

/**
 * Makes the files of a photo follow its row: public once it is approved and not before, none at all where it was
 * refused or is gone. Whatever was killed when, no picture stays where it should not be.
 */
export function settlePhotoFiles(app: Pick<App, 'db' | 'storage'>, photo: PhotoFiles): Promise<void> {
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
export async function publishPhoto({ storage }: Files, photo: PhotoFiles, widths: number[]): Promise<void> {
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
export function enqueueSettle(tx: DbOrTx, photo: PhotoFiles): Promise<void> {
  return enqueue(tx, settleFiles, photo, { key: photo.photoId });
}

/** To be called before files are stored whose row is yet to come or to change. */
export function enqueueLook(db: DbOrTx, photo: PhotoFiles): Promise<void> {
  const runAt = new Date(Date.now() + SETTLED_AFTER);
  return enqueue(db, settleFiles, photo, { key: photo.photoId, runAt });
}

export const photoJobs = [handle(settleFiles, settlePhotoFiles)];
