/** A member's own photos: uploading, removing, putting in order. */

import { randomUUID } from 'node:crypto';
import { PHOTO_MAX_BYTES } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import type {
  uploadPhoto as uploadPhotoEndpoint,
  movePhoto as moveEndpoint,
  removePhoto as removeEndpoint,
} from '#contract/profile/own-profile.ts';
import { describeUser } from '#server/accounts/describe-user.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { makePhoto } from './make-photo.ts';
import type { MadePhoto } from './make-photo.ts';
import { lockOwnProfile, readOwnProfileRow } from './own-profile.ts';
import {
  syncPhotoFiles,
  enqueueFileSync,
  orderPhotos,
  readPhotos,
  deletePhoto,
  storeWaitingFiles,
} from './photos.ts';
import type { PhotoFiles } from './photos.ts';
import { hashColumns } from './picture-hash.ts';
import { requestModeration } from './profile-moderation.ts';

const MOST_PHOTOS = 6;

/** Whether another photo may come now. Said before it is read as well as after the work. */
export async function admitPhoto({ app, brandId, accountId }: MemberContext): Promise<void> {
  const { db, limits } = app;
  await limits.hit('uploadAccount', `${brandId}:${accountId}`);
  const owner = (await readOwnProfileRow(db, brandId, accountId)) ?? fail('session.dead');
  if ((await readPhotos(db, brandId, owner.profile_id)).length >= MOST_PHOTOS) fail('photo.too_many');
}

/** Adds a photo after the others. It waits for moderation before others see it. */
export async function uploadPhoto(
  context: MemberContext,
  { photo }: { photo: Blob },
): Promise<ReplyOf<typeof uploadPhotoEndpoint>> {
  const { brandId, accountId } = context;
  if (photo.size > PHOTO_MAX_BYTES) fail('photo.too_large');
  const made = await context.app.imageQueue(accountId, async () =>
    makePhoto(Buffer.from(await photo.arrayBuffer()), photo.type),
  );
  const photoId = newId();
  const place = { brandId, photoId, blurId: randomUUID() };
  await storeWaitingFiles(context.app, place, made);
  try {
    await saveRow(context, place, made);
  } catch (error) {
    // Where the database broke off it is unknown whether the row is there; the job looks later.
    if (error instanceof Failure) await syncPhotoFiles(context.app, place);
    throw error;
  }
  const user = await describeUser(context, accountId);
  const stored = user.photos.find(({ name }) => name === photoId) ?? fail('request.not_found');
  return { result: 'OK', photo: stored, user };
}

function saveRow(context: MemberContext, place: PhotoFiles, made: MadePhoto) {
  const { db, clock } = context.app;
  const { accountId } = context;
  const { brandId, photoId, blurId } = place;
  return transact(db, async (tx) => {
    const owner = (await lockOwnProfile(tx, brandId, accountId)) ?? fail('session.dead');
    const others = await readPhotos(tx, brandId, owner.profile_id);
    if (others.length >= MOST_PHOTOS) fail('photo.too_many');
    await tx
      .insertInto('photo')
      .values({
        brand_id: brandId,
        id: photoId,
        profile_id: owner.profile_id,
        position: others.length,
        status: 'pending',
        width: made.width,
        height: made.height,
        widths: made.files.map(({ width }) => width),
        thumbhash: made.thumbhash,
        blur_id: blurId,
        ...hashColumns(brandId, made.hash),
        created_at: clock.now(),
      })
      .execute();
    await requestModeration(context.app, tx, {
      brandId,
      profileId: owner.profile_id,
      kind: 'photo',
      id: photoId,
    });
  });
}

/** Removes a photo for good; the others close the gap. */
export async function removePhoto(
  context: MemberContext,
  { photoId }: { photoId: string },
): Promise<ReplyOf<typeof removeEndpoint>> {
  const { db } = context.app;
  const { brandId, accountId } = context;
  await transact(db, async (tx) => {
    const others = await lockOthers(context, tx, photoId);
    const blurId = await deletePhoto(tx, brandId, photoId);
    await orderPhotos(tx, brandId, others);
    await enqueueFileSync(tx, { brandId, photoId, blurId });
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}

/** Moves a photo to another place, at most to the last; the others keep their order. */
export async function movePhoto(
  context: MemberContext,
  { photoId, position }: { photoId: string; position: number },
): Promise<ReplyOf<typeof moveEndpoint>> {
  const { db } = context.app;
  const { brandId, accountId } = context;
  await transact(db, async (tx) => {
    const others = await lockOthers(context, tx, photoId);
    await orderPhotos(tx, brandId, others.toSpliced(position, 0, photoId));
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}

/** The member's photos but for this one, in their order. A stranger's photo and a missing one must look the same. */
async function lockOthers({ brandId, accountId }: MemberContext, tx: Tx, photoId: string): Promise<string[]> {
  const owner = (await lockOwnProfile(tx, brandId, accountId)) ?? fail('session.dead');
  const all = (await readPhotos(tx, brandId, owner.profile_id)).map(({ id }) => id);
  const others = all.filter((id) => id !== photoId);
  return others.length < all.length ? others : fail('request.not_found');
}
