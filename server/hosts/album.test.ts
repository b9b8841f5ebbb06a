import { randomUUID } from 'node:crypto';
import { photoKey } from '#server/brands/photo-address.ts';
import { readChatPhoto, readPhotoAsStaff } from '#server/messaging/photos/viewing.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, host, write } from '#testing/messaging/host-queue.ts';
import { readAlbum } from './album.ts';
import { claimConversation } from './claims.ts';
import { replyAsProfile } from './replying.ts';

async function addPhoto(
  db: Database,
  { brandId, profileId, position }: { brandId: string; profileId: string; position: number },
  status: 'approved' | 'pending',
): Promise<string> {
  const id = newId();
  const size = { width: 800, height: 1000, widths: [160, 400] };
  await db
    .insertInto('photo')
    .values({ brand_id: brandId, id, profile_id: profileId, position, status, ...size })
    .execute();
  return id;
}

test('a photo of the profile’s own album goes to the member as a message, each once', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna);
  const { brandId } = marco;
  const shown = await addPhoto(db, { brandId, profileId: luna, position: 0 }, 'approved');
  const waiting = await addPhoto(db, { brandId, profileId: luna, position: 1 }, 'pending');
  const file = Buffer.from('a picture');
  await app.storage.put(photoKey(brandId, shown, 400), file, 'image/webp');
  const ines = await host(world);
  await claimConversation(ines, where);
  expect((await readAlbum(ines, where)).photos).toMatchObject([
    { id: shown, width: 400, height: 500, sent: false },
  ]);

  const reply = { ...where, messageId: randomUUID(), text: '' };
  const stranger = await addPhoto(db, { brandId, profileId: await world.profile(), position: 0 }, 'approved');
  for (const photoId of [waiting, stranger, randomUUID()])
    await expect(replyAsProfile(ines, { ...reply, photoId })).rejects.toEqual(failing('chat.photo_unknown'));
  const sent = await replyAsProfile(ines, { ...reply, photoId: shown });
  expect(await replyAsProfile(ines, { ...reply, photoId: shown })).toEqual(sent);
  const message = await db
    .selectFrom('message')
    .select(['body', 'photo_id'])
    .where('id', '=', reply.messageId)
    .executeTakeFirstOrThrow();
  expect(message.body).toBe('');
  const photoId = message.photo_id ?? '';
  for (const seen of [
    await readChatPhoto(marco, { id: photoId }),
    await readPhotoAsStaff(ines, { brand: where.brand, id: photoId }),
  ])
    expect(await seen.text()).toBe('a picture');
  await expect(readChatPhoto(await world.member(), { id: photoId })).rejects.toEqual(
    failing('request.not_found'),
  );

  expect((await readAlbum(ines, where)).photos).toMatchObject([{ id: shown, sent: true }]);
  await write(marco, luna, 'Bella!');
  await claimConversation(ines, where);
  const again = { ...reply, messageId: randomUUID(), photoId: shown };
  await expect(replyAsProfile(ines, again)).rejects.toEqual(failing('chat.photo_unknown'));
});
