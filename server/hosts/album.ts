import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { readAlbum as endpoint } from '#contract/staff/writing.ts';
import type { App, StaffContext } from '#server/app.ts';
import { photoAddress, photoKey } from '#server/brands/photo-address.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import type { ConversationKey } from '#server/messaging/console-live.ts';
import { chatPhotoKey, enqueueFileCheck, insertApprovedPhoto } from '#server/messaging/photos/files.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/ids.ts';
import { readThread } from './thread.ts';

/** The photos that the profile may send: its own, as its page shows them. */
export async function readAlbum(
  context: StaffContext,
  { brand, id }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { db } = context.app;
  const inside = atBrand(context, brand);
  const key = { brandId: inside.brandId, id };
  const { profile } = (await readThread(db, key)) ?? fail('request.not_found');
  const photos = await readApproved(db, inside.brandId, profile.id);
  const sent = await findSent(
    db,
    inside.brandId,
    photos.map((photo) => sentPhotoId(id, photo.id)),
  );
  return {
    photos: photos.map((photo) => ({
      id: photo.id,
      width: widestOf(photo),
      height: heightOf(photo),
      address: photoAddress(inside, photo.id, widestOf(photo)),
      sent: sent.has(sentPhotoId(id, photo.id)),
    })),
  };
}

type AlbumPhoto = Pick<Selectable<DB['photo']>, 'id' | 'width' | 'height' | 'widths' | 'thumbhash'>;

/** The photo in this conversation. There is one, so a member never gets the same picture twice. */
const sentPhotoId = (conversationId: string, photoId: string) =>
  derivedId(`album ${conversationId} ${photoId}`);

const widestOf = ({ widths }: AlbumPhoto) => Math.max(...widths);

/** Of the widest file. */
const heightOf = (photo: AlbumPhoto) =>
  Math.max(1, Math.round((photo.height * widestOf(photo)) / photo.width));

/**
 * Copies a photo of the profile's album for a message, so that it stays there when the album changes. Moderation has seen
 * it already. Answers with its id in the chat.
 */
export async function copyForChat(
  { db, storage, clock }: Pick<App, 'db' | 'storage' | 'clock'>,
  { brandId, id: conversationId }: ConversationKey,
  { photoId, fromId, toId }: { photoId: string; fromId: string; toId: string },
): Promise<string> {
  const photos = await readApproved(db, brandId, fromId);
  const photo = photos.find((each) => each.id === photoId.toLowerCase()) ?? fail('chat.photo_unknown');
  const file =
    (await storage.get(photoKey(brandId, photo.id, widestOf(photo)))) ?? fail('chat.photo_unknown');
  const id = sentPhotoId(conversationId, photo.id);
  // The file comes first: a row never speaks of a photo that is not there.
  await enqueueFileCheck(db, brandId, id);
  await storage.put(chatPhotoKey(brandId, id), await buffer(file.stream), 'image/webp');
  await insertApprovedPhoto(db, {
    brand_id: brandId,
    id,
    from_id: fromId,
    to_id: toId,
    width: widestOf(photo),
    height: heightOf(photo),
    thumbhash: photo.thumbhash,
    created_at: clock.now(),
  });
  return id;
}

async function readApproved(db: DbOrTx, brandId: string, profileId: string): Promise<AlbumPhoto[]> {
  const { rows } = await sql<AlbumPhoto>`select id, width, height, widths, thumbhash
    from approved_photos(${brandId}::uuid, ${profileId}::uuid)`.execute(db);
  return rows;
}

async function findSent(db: DbOrTx, brandId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('chat_photo')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .where('sent', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
