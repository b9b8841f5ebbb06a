import { z } from 'zod';
import type { App } from '../../app.ts';
import { HOUR } from '../../platform/clock.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';
import { enqueue, handle, jobKind } from '../../platform/jobs/jobs.ts';
import { findPhotosThere, readPhotosBetween, readSentPhotos } from './queries.ts';

const AT_ONCE = 200;

const dropFiles = jobKind(
  'chat.drop_photo_files',
  z.object({ brandId: z.uuid(), photoIds: z.array(z.uuid()).min(1).max(AT_ONCE) }),
);
type Photos = z.output<typeof dropFiles.payload>;

/** Longer than storing a photo takes. */
const SETTLED_AFTER = HOUR;

/** Not where `/media` looks: who may see it is asked each time. */
export function chatPhotoKey(brandId: string, photoId: string): string {
  return `chat/${brandId}/${photoId}.webp`;
}

/** Removes the files of photos that have no row. Whatever was killed when, no picture stays that nobody owns. */
export async function dropChatPhotos({ db, storage }: App, { brandId, photoIds }: Photos): Promise<void> {
  const there = await findPhotosThere(db, brandId, photoIds);
  for (const photoId of photoIds) {
    if (!there.has(photoId)) await storage.remove(chatPhotoKey(brandId, photoId));
  }
}

/** To be called in the transaction that deletes the rows. */
export async function enqueueDrop(tx: Tx, brandId: string, photoIds: readonly string[]): Promise<void> {
  for (let first = 0; first < photoIds.length; first += AT_ONCE)
    await enqueue(tx, dropFiles, { brandId, photoIds: photoIds.slice(first, first + AT_ONCE) });
}

/** To be called before a file is stored whose row is yet to come. */
export function enqueueLook(db: DbOrTx, brandId: string, photoId: string): Promise<void> {
  const runAt = new Date(Date.now() + SETTLED_AFTER);
  return enqueue(db, dropFiles, { brandId, photoIds: [photoId] }, { runAt });
}

/** Sees to it that the files of what somebody sent or got go with the rows. To be called where the profile is erased. */
export async function forgetChatPhotos(tx: Tx, brandId: string, profileId: string): Promise<void> {
  await enqueueDrop(tx, brandId, await readPhotosBetween(tx, brandId, profileId));
}

/** A copy of somebody's data holds this many, of some hundred kilobytes each. */
const MOST_LISTED = 300;

/** What an account sent to others, newest first, and where the files are. */
export async function listSentPhotos(db: DbOrTx, brandId: string, accountId: string) {
  const rows = await readSentPhotos(db, brandId, accountId, MOST_LISTED);
  return rows.map(({ id, to_id, status, width, height, created_at }) => {
    const key = chatPhotoKey(brandId, id);
    return { to_id, status, width, height, created_at, key };
  });
}

export const photoFileJobs = [handle(dropFiles, dropChatPhotos)];
