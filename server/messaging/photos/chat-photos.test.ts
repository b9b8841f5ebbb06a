import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { readChatPhoto as readEndpoint } from '#contract/chat/photos.ts';
import { closeAccount } from '#server/accounts/privacy/close-and-erase.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { runJob } from '#testing/accounts/run-job.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { picture, send, upload } from '#testing/messaging/chat-photos.ts';
import { haveTalked } from '#testing/messaging/conversation.ts';
import { approve, refuse } from '#testing/moderation/verdicts.ts';
import { patiently, whileWorking } from '#testing/platform/jobs.ts';
import { plain, pngBomb } from '#testing/profiles/pictures.ts';
import { atWork } from '#testing/staff/staff.ts';
import { chatJobs, messaging } from '../module.ts';
import { readMessages } from '../reading.ts';
import { listSentPhotos } from './files.ts';
import { admitChatPhoto, uploadChatPhoto } from './uploading.ts';
import { readChatPhoto, readPhotoAsStaff } from './viewing.ts';

const about = (brand: string, id: string) => ({ brand, kind: 'chat_photo', id, at: 0 }) as const;

const failing = (code: string) => expect.objectContaining({ code });
const notFound = failing('request.not_found');

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('a photo is encoded again, small enough, without where and when it was taken', async ({
  app,
  folder,
  world,
}) => {
  const marco = await world.member();
  const large = plain(2400, 1200).withExif({ IFD0: { Artist: 'Marco Segreto' } });
  const bytes = new Uint8Array(await large.jpeg().toBuffer());
  const photo = new Blob([bytes], { type: 'image/jpeg' });
  const reply = await uploadChatPhoto(marco, { photo, profileId: await world.profile() });
  expect(reply.photo).toMatchObject({ status: 'pending', width: 1000, height: 500 });
  expect(reply.photo.thumbhash).toMatch(/^[\w+/=]{8,60}$/);

  const server = await serve(app, messaging.routes);
  const { trackerId, token } = marco;
  const answer = await callAs(
    server,
    readEndpoint,
    { trackerId, id: reply.photo.id.toUpperCase() },
    { token },
  );
  expect(answer.status).toBe(200);
  const stored = Buffer.from(await answer.reply.arrayBuffer());
  const facts = await sharp(stored).metadata();
  expect([facts.format, facts.width, facts.exif]).toEqual(['webp', 1000, undefined]);
  expect(stored.includes('Segreto')).toBe(false);
  const path = `/api/get/photo/${trackerId}/${reply.photo.id}`;
  const raw = await server.inject({
    url: path,
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
  });
  expect(raw.headers['cache-control']).toMatch(/^private, /);
  // It lies where no address but this one leads.
  const name = `${reply.photo.id}.webp`;
  expect(await filesBelow(join(folder, 'chat', marco.brandId))).toContain(name);
  for (const open of ['photos', 'blurred']) expect(await filesBelow(join(folder, open))).toEqual([]);
});

test('the receiver sees a photo once it is approved, and no longer when they hide it', async ({
  db,
  world,
}) => {
  const [marco, anna, ada] = [await world.member(), await world.member(), await atWork(world)];
  const id = await upload(marco, anna.profileId);
  await expect(readChatPhoto(anna, { id })).rejects.toEqual(notFound);
  const conversation = await send(marco, anna.profileId, id);
  expect((await readChatPhoto(marco, { id })).size).toBeGreaterThan(0);
  await expect(readChatPhoto(anna, { id })).rejects.toEqual(notFound);

  await approve(ada, about(marco.brand.key, id));
  const seen = await readChatPhoto(anna, { id });
  expect(seen.type).toBe('image/webp');
  await expect(readChatPhoto(await world.member(), { id })).rejects.toEqual(notFound);
  const abroad = await world.member({ brand: world.brand('verbena') });
  await expect(readChatPhoto({ ...abroad, profileId: anna.profileId }, { id })).rejects.toEqual(notFound);

  const hide = (hidden_from_receiver: boolean) =>
    db.updateTable('message').set({ hidden_from_receiver }).where('photo_id', '=', id).execute();
  await hide(true);
  await expect(readChatPhoto(anna, { id })).rejects.toEqual(notFound);
  await hide(false);
  const clear = { cleared_to: 1 };
  await db
    .updateTable('inbox')
    .set(clear)
    .where('conversation_id', '=', conversation)
    .where('owner_id', '=', anna.profileId)
    .execute();
  await expect(readChatPhoto(anna, { id })).rejects.toEqual(notFound);

  await refuse(ada, { ...about(marco.brand.key, id), reason: 'sexual' });
  expect((await readChatPhoto(marco, { id })).size).toBeGreaterThan(0);
});

test('a receiver who has to pay for the words does not get the photo either, until they reach a higher level', async ({
  db,
  world,
}) => {
  const [marco, anna, ada] = [await world.member(), await world.member(), await atWork(world)];
  const id = await upload(anna, marco.profileId);
  const { clock } = marco.app;
  const { brandId, profileId: first } = marco;
  // Marco began, so Marco pays; the photo is in Anna's answer.
  const said = [{ by: 'first', text: 'Ciao' } as const, { by: 'second', photoId: id } as const];
  await haveTalked(db, { brandId, first, second: anna.profileId, said, at: clock.now() });
  await approve(ada, about(marco.brand.key, id));
  const shown = async () => (await readMessages(marco, { profileId: anna.profileId })).messages.at(-1)?.photo;
  await expect(readChatPhoto(marco, { id })).rejects.toEqual(notFound);
  // A thumbhash is a small picture: who does not get the photo does not get that either.
  expect(await shown()).toMatchObject({ id, status: 'approved', thumbhash: null });
  await db.updateTable('account').set({ level: 1 }).where('id', '=', marco.accountId).execute();
  expect((await readChatPhoto(marco, { id })).size).toBeGreaterThan(0);
  expect(await shown()).toMatchObject({ thumbhash: expect.any(String) });
});

test('a host sees what was approved for a profile of the staff’s, and nothing else', async ({ world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const [ada, host] = [await atWork(world), await atWork(world, { role: 'host' })];
  const brand = marco.brand.key;
  const staffed = await world.profile();
  const [toStaff, toAnna] = [await upload(marco, staffed), await upload(marco, anna.profileId)];
  await send(marco, staffed, toStaff);
  await send(marco, anna.profileId, toAnna);
  const forbidden = failing('staff.forbidden');
  await expect(readPhotoAsStaff(host, { brand, id: toStaff })).rejects.toEqual(forbidden);
  for (const id of [toStaff, toAnna]) await approve(ada, about(brand, id));
  expect((await readPhotoAsStaff(host, { brand, id: toStaff })).size).toBeGreaterThan(0);
  await expect(readPhotoAsStaff(host, { brand, id: toAnna })).rejects.toEqual(forbidden);
});

test('what is no picture, too large or without a receiver is refused, and leaves no file', async ({
  db,
  folder,
  world,
}) => {
  const marco = await world.member();
  const anna = await world.member();
  const before = (await filesBelow(join(folder, 'chat'))).length;
  const { profileId } = anna;
  const text = new Blob(['hello'], { type: 'image/png' });
  await expect(uploadChatPhoto(marco, { photo: text, profileId })).rejects.toEqual(
    failing('photo.not_image'),
  );
  const bomb = new Blob([new Uint8Array(pngBomb())], { type: 'image/png' });
  await expect(uploadChatPhoto(marco, { photo: bomb, profileId })).rejects.toEqual(
    failing('photo.too_large'),
  );

  const photo = await picture();
  const hidden = await world.member({ profileStatus: 'hidden' });
  const abroad = await world.profile({ brand: world.brand('verbena') });
  for (const unknown of ['nobody', crypto.randomUUID(), marco.profileId, hidden.profileId, abroad])
    await expect(uploadChatPhoto(marco, { photo, profileId: unknown })).rejects.toEqual(notFound);
  for (const reserved of ['000000', '111111', 'admin'])
    await expect(uploadChatPhoto(marco, { photo, profileId: reserved })).rejects.toEqual(
      failing('chat.closed'),
    );

  const block = { brand_id: marco.brandId, from_id: profileId, to_id: marco.profileId };
  await db.insertInto('block').values(block).execute();
  await expect(uploadChatPhoto(marco, { photo, profileId })).rejects.toEqual(notFound);
  const talk = { brandId: marco.brandId, first: marco.profileId, at: marco.app.clock.now() };
  await haveTalked(db, { ...talk, second: profileId, said: [{ by: 'first', text: 'Ciao' }] });
  await expect(uploadChatPhoto(marco, { photo, profileId })).rejects.toEqual(failing('chat.closed'));
  // Those who already talk with a member who hides may go on.
  await haveTalked(db, { ...talk, second: hidden.profileId, said: [{ by: 'first', text: 'Ciao' }] });
  await upload(marco, hidden.profileId);
  expect(await filesBelow(join(folder, 'chat'))).toHaveLength(before + 1);
});

test('only so many wait to be sent, however many are uploaded at once', async ({
  app,
  db,
  folder,
  world,
}) => {
  const marco = await world.member();
  const to = await world.profile();
  const before = (await filesBelow(join(folder, 'chat'))).length;
  for (let count = 0; count < 9; count += 1) await upload(marco, to);
  const last = await Promise.allSettled(Array.from({ length: 4 }, () => upload(marco, to)));
  const outcomes = last.map((one) => (one.status === 'fulfilled' ? 'taken' : (one.reason as Error).message));
  expect(outcomes.toSorted()).toEqual(['photo.too_many', 'photo.too_many', 'photo.too_many', 'taken']);
  expect(await filesBelow(join(folder, 'chat'))).toHaveLength(before + 10);

  // Sending them makes room, until the hour has had enough.
  await db.updateTable('chat_photo').set({ sent: true }).where('from_id', '=', marco.profileId).execute();
  await upload(marco, to);
  await app.limits.hit('chatPhotoAccount', `${marco.brandId}:${marco.accountId}`, 29);
  await admitChatPhoto(marco, { profileId: to });
  await expect(admitChatPhoto(marco, { profileId: to })).rejects.toEqual(failing('request.too_many'));
});

test('what was never sent goes after a day, with its file; what was sent stays', async ({
  app,
  databaseUrl,
  db,
  folder,
  world,
}) => {
  const marco = await world.member();
  const anna = await world.member();
  const [sent, unsent] = [await upload(marco, anna.profileId), await upload(marco, anna.profileId)];
  await send(marco, anna.profileId, sent);
  app.clock.advance(DAY + HOUR);
  const fresh = await upload(marco, anna.profileId);
  const info = { attempt: 1, last: false, signal: new AbortController().signal };
  await chatJobs.find(({ kind }) => kind.id === 'messaging.removeUnsentPhotos')?.run(app, {}, info);
  const rows = await db
    .selectFrom('chat_photo')
    .select('id')
    .where('from_id', '=', marco.profileId)
    .execute();
  expect(rows.map(({ id }) => id).toSorted()).toEqual([sent, fresh].toSorted());
  await expect(readChatPhoto(marco, { id: unsent })).rejects.toEqual(notFound);
  await whileWorking({ app, databaseUrl, handlers: chatJobs }, async () => {
    const left = async () => (await filesBelow(join(folder, 'chat'))).includes(`${unsent}.webp`);
    await expect.poll(left, patiently).toBe(false);
  });
  expect(await filesBelow(join(folder, 'chat'))).toEqual(
    expect.arrayContaining([`${sent}.webp`, `${fresh}.webp`]),
  );
});

test('a copy of a member’s data holds the photos they sent, and not those they got', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const [marcosPhoto, annasPhoto] = [
    await upload(marco, anna.profileId),
    await upload(anna, marco.profileId),
  ];
  const { brandId, profileId: first, accountId } = marco;
  const said = [
    { by: 'first', photoId: marcosPhoto } as const,
    { by: 'second', photoId: annasPhoto } as const,
  ];
  await haveTalked(db, { brandId, first, second: anna.profileId, said, at: app.clock.now() });
  const listed = await listSentPhotos(db, brandId, accountId);
  expect(listed).toMatchObject([{ to_id: anna.profileId, status: 'pending', width: 40 }]);
  expect(listed[0]?.key).toContain(marcosPhoto);
});

test('erasing a member deletes the photos they sent and those they got', async ({
  app,
  databaseUrl,
  db,
  folder,
  world,
}) => {
  const [marco, anna, eva] = [await world.member(), await world.member(), await world.member()];
  const gone = [await upload(marco, anna.profileId), await upload(anna, marco.profileId)];
  const kept = await upload(anna, eva.profileId);
  await closeAccount(marco);
  app.clock.advance(30 * DAY);
  await runJob(app, 'accounts.eraseDueAccounts');
  const rows = await db
    .selectFrom('chat_photo')
    .select('id')
    .where('id', 'in', [...gone, kept])
    .execute();
  expect(rows).toEqual([{ id: kept }]);
  const files = async () => {
    const names = await filesBelow(join(folder, 'chat'));
    return [...gone, kept].filter((id) => names.includes(`${id}.webp`));
  };
  await whileWorking({ app, databaseUrl, handlers: chatJobs }, async () => {
    await expect.poll(files, patiently).toEqual([kept]);
  });
});
