import type { DbOrTx, Tx } from '../platform/database/database.ts';
import { photoKey, waitingKey } from '../brands/photo-address.ts';
import { enqueueSettle } from './photo-files.ts';
import { readOwnProfileRow, readPhotos } from './queries.ts';

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
export async function forgetPhotos(tx: Tx, brandId: string, accountId: string): Promise<void> {
  for (const { id: photoId, blur_id: blurId } of await listPhotoFiles(tx, brandId, accountId)) {
    await enqueueSettle(tx, { brandId, photoId, blurId });
  }
}
