import { randomUUID } from 'node:crypto';
import { PHOTO_MAX_BYTES } from '../../contract/kernel/constants.ts';
import type { ReplyOf } from '../../contract/kernel/endpoint.ts';
import { Failure, fail } from '../../contract/kernel/errors.ts';
import type { uploadPhoto as endpoint } from '../../contract/profile/own-profile.ts';
import { describeUser } from '../accounts/describe-user.ts';
import type { MemberContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { waitingBlurredKey, waitingKey } from '../brands/photo-address.ts';
import { makePhoto } from './make-photo.ts';
import type { MadePhoto } from './make-photo.ts';
import { enqueueLook, settlePhotoFiles } from './photo-files.ts';
import type { PhotoFiles } from './photo-files.ts';
import { insertPhoto, lockOwnProfile, orderPhotos, readOwnProfileRow, readPhotos } from './queries.ts';
import { tellModeration } from './moderated.ts';

const MOST_PHOTOS = 6;

/** Adds a photo. It becomes the first one, and waits for moderation before others see it. */
export async function uploadPhoto(
  context: MemberContext,
  { photo }: { photo: Blob },
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, accountId, limits } = context;
  await limits.hit('uploadAccount', `${brandId}:${accountId}`);
  if (photo.size > PHOTO_MAX_BYTES) fail('photo.too_large');
  const owner = (await readOwnProfileRow(db, brandId, accountId)) ?? fail('session.dead');
  // Said before the work as well as after it.
  if ((await readPhotos(db, brandId, owner.profile_id)).length >= MOST_PHOTOS) fail('photo.too_many');
  const made = await context.imageQueue(accountId, async () =>
    makePhoto(Buffer.from(await photo.arrayBuffer()), photo.type),
  );
  const photoId = newId();
  const place = { brandId, photoId, blurId: randomUUID() };
  await storeFiles(context, place, made);
  try {
    await saveRow(context, place, made);
  } catch (error) {
    // Where the database broke off nobody knows yet whether the row is there; the job looks later.
    if (error instanceof Failure) await settlePhotoFiles(context, place);
    throw error;
  }
  const user = await describeUser(context, accountId);
  const stored = user.photos.find(({ name }) => name === photoId) ?? fail('request.not_found');
  return { result: 'OK', photo: stored, user };
}

/** The files come first: a row never speaks of a photo that is not there. They wait where nobody finds them. */
async function storeFiles({ db, storage }: MemberContext, place: PhotoFiles, made: MadePhoto) {
  const { brandId, photoId } = place;
  await enqueueLook(db, place);
  for (const { width, data } of made.files) {
    await storage.put(waitingKey(brandId, photoId, width), data, 'image/webp');
  }
  await storage.put(waitingBlurredKey(brandId, photoId), made.blurred, 'image/webp');
}

function saveRow(context: MemberContext, place: PhotoFiles, made: MadePhoto) {
  const { db, accountId, clock } = context;
  const { brandId, photoId, blurId } = place;
  return transact(db, async (tx) => {
    const owner = (await lockOwnProfile(tx, brandId, accountId)) ?? fail('session.dead');
    const others = await readPhotos(tx, brandId, owner.profile_id);
    if (others.length >= MOST_PHOTOS) fail('photo.too_many');
    await orderPhotos(
      tx,
      brandId,
      others.map(({ id }) => id),
      1,
    );
    await insertPhoto(tx, {
      brand_id: brandId,
      id: photoId,
      profile_id: owner.profile_id,
      position: 0,
      status: 'pending',
      width: made.width,
      height: made.height,
      widths: made.files.map(({ width }) => width),
      thumbhash: made.thumbhash,
      blur_id: blurId,
      created_at: clock.now(),
    });
    await tellModeration(context, tx, {
      brandId,
      profileId: owner.profile_id,
      kind: 'photo',
      id: photoId,
    });
  });
}
