import type { ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type {
  makePhotoFirst as firstEndpoint,
  removePhoto as removeEndpoint,
} from '../../contract/profile/own-profile.ts';
import { describeUser } from '../accounts/describe-user.ts';
import type { MemberContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import type { Tx } from '../platform/database/database.ts';
import { enqueueSettle } from './photo-files.ts';
import { deletePhoto, lockOwnProfile, orderPhotos, readPhotos } from './queries.ts';

/** Removes a photo for good; the others close the gap. */
export async function removePhoto(
  context: MemberContext,
  { photoId }: { photoId: string },
): Promise<ReplyOf<typeof removeEndpoint>> {
  const { db, brandId, accountId } = context;
  await transact(db, async (tx) => {
    const others = await lockOthers(context, tx, photoId);
    const blurId = await deletePhoto(tx, brandId, photoId);
    await orderPhotos(tx, brandId, others, 0);
    await enqueueSettle(tx, { brandId, photoId, blurId });
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}

export async function makePhotoFirst(
  context: MemberContext,
  { photoId }: { photoId: string },
): Promise<ReplyOf<typeof firstEndpoint>> {
  const { db, brandId, accountId } = context;
  await transact(db, async (tx) => {
    const others = await lockOthers(context, tx, photoId);
    await orderPhotos(tx, brandId, [photoId, ...others], 0);
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
