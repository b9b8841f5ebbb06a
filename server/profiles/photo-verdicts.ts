import { fail } from '../../contract/kernel/errors.ts';
import type { RefusalReason } from '../../contract/moderation/moderation.ts';
import type { App } from '../app.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Decided, Seen } from './moderated.ts';
import { enqueueLook, enqueueSettle, publishPhoto } from './photo-files.ts';
import { lockPhoto, readProfileOwner, updatePhoto } from './queries.ts';

/** A photo becomes public. Its files are there before anybody is told where. */
export async function approvePhoto(
  app: Pick<App, 'db' | 'storage'>,
  tx: Tx,
  { brandId, id: photoId }: Seen,
): Promise<Decided> {
  const row = (await lockPhoto(tx, brandId, photoId)) ?? fail('request.not_found');
  const decided = await decidedOn(tx, brandId, row.profile_id);
  if (row.status === 'approved') return { ...decided, isNew: false };
  // The files of a refused one are gone.
  if (row.status !== 'pending') return fail('moderation.decided');
  const photo = { brandId, photoId, blurId: row.blur_id };
  // Outside the transaction: should it break off, what is public by then is taken back.
  await enqueueLook(app.db, photo);
  await publishPhoto(app, photo, row.widths);
  await updatePhoto(tx, brandId, photoId, { status: 'approved' });
  await enqueueSettle(tx, photo);
  return { ...decided, isNew: true };
}

/** Nobody sees it any more, also where it was approved before. Its files go. */
export async function refusePhoto(
  tx: Tx,
  { brandId, id: photoId }: Seen,
  reason: RefusalReason,
): Promise<Decided> {
  const row = (await lockPhoto(tx, brandId, photoId)) ?? fail('request.not_found');
  const decided = await decidedOn(tx, brandId, row.profile_id);
  if (row.status === 'rejected') return { ...decided, isNew: false };
  if (row.status === 'drawing') return fail('request.not_found');
  await updatePhoto(tx, brandId, photoId, { status: 'rejected', refusal: reason });
  await enqueueSettle(tx, { brandId, photoId, blurId: row.blur_id });
  return { ...decided, isNew: true };
}

/** Photos of profiles of ours are made by us, and not looked at here. */
async function decidedOn(tx: Tx, brandId: string, profileId: string) {
  const accountId = (await readProfileOwner(tx, brandId, profileId)) ?? fail('request.not_found');
  return { what: 'photo', accountId } as const;
}
