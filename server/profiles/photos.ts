/** Photos and their files: public once a photo is approved, set aside for an appeal when it is refused, then deleted. */

import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import { z } from 'zod';
import { fail } from '#contract/kernel/errors.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { App } from '#server/app.ts';
import {
  blurredKey,
  originDocumentKey,
  photoFolder,
  photoKey,
  waitingBlurredKey,
  waitingFolder,
  waitingKey,
} from '#server/brands/photo-address.ts';
import { HOUR } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { enqueue, handle, jobKind } from '#server/platform/jobs/jobs.ts';
import type { MadePhoto } from './make-photo.ts';
import type { ModerationOutcome, ModerationItem } from './profile-moderation.ts';

const syncPhotoFilesJob = jobKind(
  'profiles.syncPhotoFiles',
  z.object({ brandId: z.uuid(), photoId: z.uuid(), blurId: z.uuid() }),
);
/** Where the files of a photo are. */
export type PhotoFiles = z.output<typeof syncPhotoFilesJob.payload>;
type Files = Pick<App, 'storage'>;

/** Longer than storing a photo takes. */
const SYNC_LATER = HOUR;

/**
 * Makes the files of a photo follow its row: public once it is approved and not before, out of sight while a refusal can
 * be appealed against, none at all after that. Whatever was killed when, no picture stays where it should not be.
 */
export function syncPhotoFiles(app: Pick<App, 'db' | 'storage'>, photo: PhotoFiles): Promise<void> {
  return transact(app.db, async (tx) => {
    const row = await lockPhoto(tx, photo.brandId, photo.photoId);
    // The demo's own pictures are drawn where all may see them.
    if (row?.status === 'drawing') return;
    if (!row) await app.storage.remove(originDocumentKey(photo.brandId, photo.photoId));
    if (row?.status === 'approved') await publishPhoto(app, photo, row.widths);
    else if (row && isKept(row)) await setAside(app, photo, row.widths);
    else await withdrawPublic(app, photo);
    const isOutOfSight = row?.status === 'pending' || (row && isKept(row));
    if (!isOutOfSight) await app.storage.removeAll(waitingFolder(photo.brandId, photo.photoId));
  });
}

const isKept = ({ status, kept_until }: { status: string; kept_until: Date | null }) =>
  status === 'rejected' && kept_until !== null;

/** Where each file is private, and where it is public. */
function filePairs({ brandId, photoId, blurId }: PhotoFiles, widths: readonly number[]) {
  return [
    ...widths.map((width) => ({
      hidden: waitingKey(brandId, photoId, width),
      shown: photoKey(brandId, photoId, width),
    })),
    { hidden: waitingBlurredKey(brandId, photoId), shown: blurredKey(brandId, blurId) },
  ];
}

/** Makes the files of a photo public. To be called while its row is locked. */
export async function publishPhoto(
  files: Files,
  photo: PhotoFiles,
  widths: readonly number[],
): Promise<void> {
  for (const { hidden, shown } of filePairs(photo, widths)) await copyFile(files, hidden, shown);
}

/** Takes them back to where they waited. */
async function setAside(files: Files, photo: PhotoFiles, widths: readonly number[]): Promise<void> {
  for (const { hidden, shown } of filePairs(photo, widths)) await copyFile(files, shown, hidden);
  await withdrawPublic(files, photo);
}

async function copyFile({ storage }: Files, from: string, to: string): Promise<void> {
  const file = await storage.get(from);
  if (file) await storage.put(to, await buffer(file.stream), file.contentType);
}

async function withdrawPublic({ storage }: Files, { brandId, photoId, blurId }: PhotoFiles): Promise<void> {
  await storage.removeAll(photoFolder(brandId, photoId));
  await storage.remove(blurredKey(brandId, blurId));
}

/** To be called in the transaction that changes or deletes the row. */
export function enqueueFileSync(tx: DbOrTx, photo: PhotoFiles): Promise<void> {
  return enqueue(tx, syncPhotoFilesJob, photo, { key: photo.photoId });
}

/** To be called before files are stored whose row is yet to come or to change. */
export function enqueueLateFileSync(db: DbOrTx, photo: PhotoFiles): Promise<void> {
  const runAt = new Date(Date.now() + SYNC_LATER);
  return enqueue(db, syncPhotoFilesJob, photo, { key: photo.photoId, runAt });
}

/** The files come first: a row never speaks of a photo that is not there. They wait where no request finds them. */
export async function storeWaitingFiles(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  place: PhotoFiles,
  made: MadePhoto,
): Promise<void> {
  const { brandId, photoId } = place;
  await enqueueLateFileSync(db, place);
  for (const { width, data } of made.files) {
    await storage.put(waitingKey(brandId, photoId, width), data, 'image/webp');
  }
  await storage.put(waitingBlurredKey(brandId, photoId), made.blurred, 'image/webp');
}

export const photoJobs = [handle(syncPhotoFilesJob, syncPhotoFiles)];

/** A photo becomes public. Its files are there before any page names them. */
export async function approvePhoto(
  app: Pick<App, 'db' | 'storage'>,
  tx: Tx,
  { brandId, id: photoId }: ModerationItem,
): Promise<ModerationOutcome> {
  const row = (await lockPhoto(tx, brandId, photoId)) ?? fail('request.not_found');
  const decided = await decidedOn(tx, brandId, row.profile_id);
  if (row.status === 'approved') return { ...decided, isNew: false };
  // The files of one that was refused are gone some time later.
  if (row.status !== 'pending' && !isKept(row)) return fail('moderation.decided');
  const photo = { brandId, photoId, blurId: row.blur_id };
  // Outside the transaction: should it break off, what is public by then is taken back.
  await enqueueLateFileSync(app.db, photo);
  await publishPhoto(app, photo, row.widths);
  await updatePhoto(tx, brandId, photoId, { status: 'approved', refusal: null, kept_until: null });
  await enqueueFileSync(tx, photo);
  return { ...decided, isNew: true };
}

/** It is hidden from all, also where it was approved before. Its files are kept for an appeal. */
export async function refusePhoto(
  { brands }: Pick<App, 'brands'>,
  tx: Tx,
  { brandId, id: photoId }: ModerationItem,
  reason: RefusalReason,
): Promise<ModerationOutcome> {
  const row = (await lockPhoto(tx, brandId, photoId)) ?? fail('request.not_found');
  const decided = await decidedOn(tx, brandId, row.profile_id);
  if (row.status === 'rejected') return { ...decided, isNew: false };
  if (row.status === 'drawing') return fail('request.not_found');
  const { appealMonths } = (brands.byId(brandId) ?? fail('request.not_found')).settings;
  const keptUntil = sql<Date>`now() + make_interval(months => ${appealMonths}::int)`;
  await updatePhoto(tx, brandId, photoId, { status: 'rejected', refusal: reason, kept_until: keptUntil });
  await enqueueFileSync(tx, { brandId, photoId, blurId: row.blur_id });
  return { ...decided, isNew: true };
}

/** No appeal is possible any more: the files of a refused photo go. */
export async function deleteRefusedFiles(tx: Tx, brandId: string, photoId: string): Promise<void> {
  const row = await lockPhoto(tx, brandId, photoId);
  if (!row || !isKept(row)) return;
  await updatePhoto(tx, brandId, photoId, { kept_until: null });
  await enqueueFileSync(tx, { brandId, photoId, blurId: row.blur_id });
}

/** Photos of profiles of ours are made by us, and not looked at here. */
async function decidedOn(tx: Tx, brandId: string, profileId: string) {
  const accountId = (await readProfileOwner(tx, brandId, profileId)) ?? fail('request.not_found');
  return { what: 'photo', accountId } as const;
}

export function readPhotos(db: DbOrTx, brandId: string, profileId: string) {
  return db
    .selectFrom('photo')
    .select(['id', 'blur_id', 'status', 'refusal', 'kept_until', 'width', 'height', 'widths', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .orderBy('position')
    .limit(20)
    .execute();
}

/** No other transaction changes it, or its files, until this one ends. */
function lockPhoto(tx: Tx, brandId: string, photoId: string) {
  return tx
    .selectFrom('photo')
    .select(['profile_id', 'status', 'kept_until', 'widths', 'blur_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', photoId)
    .forUpdate()
    .executeTakeFirst();
}

async function updatePhoto(
  tx: Tx,
  brandId: string,
  photoId: string,
  change: Pick<UpdateObject<DB, 'photo'>, 'status' | 'refusal' | 'kept_until'>,
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

/** A moderator has compared this photo with its owner. The badge is shown as long as it stands first. */
export async function setVerifiedPhoto(
  tx: Tx,
  { brandId, accountId, photoId }: { brandId: string; accountId: string; photoId: string },
): Promise<void> {
  await tx
    .updateTable('profile')
    .set({ verified_photo_id: photoId })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
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
