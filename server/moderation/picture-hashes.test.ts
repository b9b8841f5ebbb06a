import sharp from 'sharp';
import { describeUser } from '#server/accounts/describe-user.ts';
import { uploadChatPhoto } from '#server/messaging/photos/uploading.ts';
import { newId } from '#server/platform/ids.ts';
import { removePhoto, uploadPhoto } from '#server/profiles/own-photos.ts';
import { expect, test } from '#testing/harness.ts';
import { send } from '#testing/messaging/chat-photos.ts';
import { doWhatFollows } from '#testing/moderation/verdicts.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { decide } from './decide.ts';
import { banPicture, trimBannedPictures, unbanPicture } from './picture-hashes.ts';

/** Something like a portrait: a light, a head, shoulders, and what stands behind. */
const portrait = (seed: number) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">
      <defs><linearGradient id="sky" x2="1" y2="${seed % 2}"><stop stop-color="#${seed}8c"/><stop offset="1" stop-color="#fe8"/>
      </linearGradient></defs>
      <rect width="900" height="1200" fill="url(#sky)"/>
      <rect x="${(seed * 97) % 600}" y="120" width="140" height="700" fill="#432"/>
      <circle cx="${300 + ((seed * 53) % 300)}" cy="${400 + ((seed * 31) % 160)}" r="190" fill="#eba"/>
      <ellipse cx="${300 + ((seed * 53) % 300)}" cy="1050" rx="330" ry="320" fill="#${seed}25"/>
    </svg>`),
  );

const asUpload = (bytes: Buffer, type = 'image/jpeg') => ({
  photo: new Blob([new Uint8Array(bytes)], { type }),
});

async function add(member: Member, bytes: Buffer, type?: string) {
  const { photo } = await uploadPhoto(member, asUpload(bytes, type));
  const row = await member.app.db
    .selectFrom('photo')
    .select('resembles_banned')
    .where('id', '=', photo.name)
    .executeTakeFirstOrThrow();
  return { id: photo.name, resemblesBanned: row.resembles_banned };
}

async function refuse(member: Member, id: string, reason: 'not_you' | 'unclear', staffId?: string) {
  await decide(
    member.app,
    { brandId: member.brandId, kind: 'photo', id, verdict: 'refuse', reason },
    { actor: { kind: 'staff', id: staffId } },
  );
}

test('a banned picture is known again in another size, format and quality, and slightly cut', async ({
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const moderator = await atWork(world, { role: 'moderator' });
  const original = await portrait(3).jpeg().toBuffer();
  const { id } = await add(marco, original);
  await refuse(marco, id, 'not_you', moderator.staffId);
  // The hash outlives the picture.
  await removePhoto(marco, { photoId: id });
  await doWhatFollows(marco);

  const again: [string, Buffer, string?][] = [
    ['the same', original],
    ['smaller', await sharp(original).resize(320).jpeg().toBuffer()],
    ['poor quality', await sharp(original).jpeg({ quality: 25 }).toBuffer()],
    ['as WebP', await sharp(original).webp({ quality: 60 }).toBuffer(), 'image/webp'],
    ['cut', await sharp(original).extract({ left: 18, top: 24, width: 864, height: 1152 }).jpeg().toBuffer()],
    ['lighter', await sharp(original).modulate({ brightness: 1.15 }).jpeg().toBuffer()],
  ];
  for (const [how, bytes, type] of again) {
    const found = await add(anna, bytes, type);
    expect([how, found.resemblesBanned]).toEqual([how, true]);
    await removePhoto(anna, { photoId: found.id });
  }
  for (const seed of [1, 2, 5, 7]) {
    const other = await add(anna, await portrait(seed).jpeg().toBuffer());
    expect([seed, other.resemblesBanned]).toEqual([seed, false]);
    await removePhoto(anna, { photoId: other.id });
  }
  // Another brand has a bank of its own.
  const elsewhere = await world.member({ brand: world.brand('verbena') });
  expect(await add(elsewhere, original)).toMatchObject({ resemblesBanned: false });
});

test('what looks like a banned picture waits for a person, also where the server approves by itself', async ({
  app,
  db,
  world,
}) => {
  const auto = { ...app, config: { ...app.config, moderation: 'auto' as const } };
  const [marco, anna] = [await world.member(), withServices(await world.member(), auto)];
  const banned = await portrait(4).jpeg().toBuffer();
  const { id } = await add(marco, banned);
  await refuse(marco, id, 'not_you');
  await add(anna, banned);
  await add(anna, await portrait(6).jpeg().toBuffer());
  await doWhatFollows(anna);
  const { photos } = await describeUser(anna, anna.accountId);
  expect(photos.map(({ status }) => status)).toEqual(['pending', 'approved']);

  // In a conversation too.
  const other = await world.profile();
  const { photo } = await uploadChatPhoto(anna, { ...asUpload(banned), profileId: other });
  const sent = photo.id;
  await send(anna, other, sent);
  const row = await db
    .selectFrom('chat_photo')
    .select(['resembles_banned', 'status'])
    .where('id', '=', sent)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ resembles_banned: true, status: 'pending' });
});

test('only some reasons ban, a plain picture is never banned, a mistake is taken back, and there is an end to it', async ({
  app,
  db,
  world,
}) => {
  await db.deleteFrom('banned_picture').execute();
  const marco = await world.member();
  const { brandId } = marco;
  const banned = async () =>
    (await db.selectFrom('banned_picture').select('reason').where('brand_id', '=', brandId).execute()).length;
  const first = await add(marco, await portrait(8).jpeg().toBuffer());
  await refuse(marco, first.id, 'unclear');
  expect(await banned()).toBe(0);
  const plain = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#caa' } })
    .jpeg()
    .toBuffer();
  await refuse(marco, (await add(marco, plain)).id, 'not_you');
  expect(await banned()).toBe(0);

  const second = await add(marco, await portrait(9).jpeg().toBuffer());
  await refuse(marco, second.id, 'not_you');
  expect(await banned()).toBe(1);
  await db.transaction().execute((tx) => unbanPicture(tx, { brandId, kind: 'photo', id: second.id }));
  expect(await banned()).toBe(0);

  const minor = { reason: 'minor', by: { kind: 'system' }, at: app.clock.now() } as const;
  for (const id of [second.id, second.id, newId()])
    await db.transaction().execute((tx) => banPicture(tx, { brandId, kind: 'photo', id }, minor));
  await trimBannedPictures(app);
  expect(await banned()).toBe(1);
});
