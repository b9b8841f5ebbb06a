import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import sharp from 'sharp';
import * as contract from '#contract/profile/own-profile.ts';
import { describeUser } from '#server/accounts/describe-user.ts';
import type { App } from '#server/app.ts';
import { waitingBlurredKey, waitingKey } from '#server/brands/photo-address.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { plain, pngBomb } from '#testing/profiles/pictures.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { profiles } from './module.ts';
import { admitPhoto, movePhoto, removePhoto, uploadPhoto } from './own-photos.ts';
import { photoJobs } from './photos.ts';

const test = base.extend('server', { scope: 'file' }, ({ app }) => serve(app, profiles.routes));

async function picture(width = 40, height = 30): Promise<Blob> {
  return new Blob([new Uint8Array(await plain(width, height).jpeg().toBuffer())], { type: 'image/jpeg' });
}

const add = async (member: Member) => (await uploadPhoto(member, { photo: await picture() })).photo.name;

async function rowsOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('photo')
    .innerJoin('profile', 'profile.id', 'photo.profile_id')
    .select(['photo.id', 'blur_id', 'position', 'photo.status', 'widths'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute();
}

const orderOf = async (member: Member) => (await rowsOf(member)).map(({ id }) => id);

async function filesOf(folder: string, { brandId }: Member, photoId: string): Promise<string[]> {
  return readdir(join(folder, 'waiting', brandId, photoId)).catch(() => []);
}

/** The public files of a brand's members: none, until one is approved. */
async function publicFiles(folder: string, { brandId }: Member): Promise<string[]> {
  const folders = ['photos', 'blurred'].map((name) => readdir(join(folder, name, brandId)).catch(() => []));
  return (await Promise.all(folders)).flat();
}

/** What the queue holds for the files of a photo. */
async function waitingJob({ db }: App, photoId: string) {
  const { rows } = await sql<{
    payload: { brandId: string; photoId: string; blurId: string };
    later: boolean;
  }>`
    select payload, work_at > now() + interval '30 minutes' as later from job
    where payload ->> 'photoId' = ${photoId}`.execute(db);
  return rows[0]!;
}

async function runFilesJob(app: App, photoId: string): Promise<void> {
  const info = { attempt: 1, last: false, signal: new AbortController().signal };
  await photoJobs[0]!.run(app, (await waitingJob(app, photoId)).payload, info);
}

test('a member adds a photo over HTTP: it waits for moderation, and its file is there', async ({
  app,
  server,
  world,
}) => {
  const marco = await world.member();
  const { trackerId, token } = marco;
  const photo = await picture(1400, 700);
  const { status, reply } = await callAs(server, contract.uploadPhoto, { trackerId, photo }, { token });
  expect(status).toBe(200);
  expect(reply.photo).toMatchObject({ isDefault: true, status: 'pending' });
  expect(reply.user.photos).toEqual([reply.photo]);
  const key = waitingKey(marco.brandId, reply.photo.name, 1000);
  expect(reply.photo.path).toContain(`${marco.origin}/media/${key}?until=`);
  const [row] = await rowsOf(marco);
  expect(row).toMatchObject({ id: reply.photo.name, position: 0, status: 'pending' });
  expect(row!.widths).toEqual([160, 480, 960, 1000]);
  const file = await app.storage.get(waitingKey(marco.brandId, reply.photo.name, 480));
  expect(await sharp(await buffer(file!.stream)).metadata()).toMatchObject({ format: 'webp', width: 480 });
  const blurred = await app.storage.get(waitingBlurredKey(marco.brandId, reply.photo.name));
  expect(await sharp(await buffer(blurred!.stream)).metadata()).toMatchObject({ format: 'webp', width: 120 });
  const own = await callAs(server, contract.readOwnProfile, { trackerId }, { token });
  expect(own.reply.photo).toBe(reply.photo.path);
});

test('what is no photo, or too large a one, is refused in the words of the contract', async ({
  server,
  world,
}) => {
  const marco = await world.member();
  const { trackerId, token } = marco;
  const send = async (content: Uint8Array<ArrayBuffer>, type: string) => {
    const photo = new Blob([content], { type });
    const { status, body } = await callAs(server, contract.uploadPhoto, { trackerId, photo }, { token });
    return [status, (body as { error: { code: string } }).error.code];
  };
  const words = new TextEncoder().encode('a text that calls itself a photo');
  expect(await send(words, 'image/png')).toEqual([415, 'solo_immagini']);
  expect(await send(new Uint8Array(12 * 1024 * 1024), 'image/jpeg')).toEqual([413, 'grandezza_file']);
  const jpeg = await (await picture()).bytes();
  expect(await send(jpeg, 'image/avif')).toEqual([415, 'solo_immagini']);
  expect(await send(new Uint8Array(pngBomb()), 'image/png')).toEqual([413, 'grandezza_file']);
  expect(await rowsOf(marco)).toEqual([]);
});

test('no member adds a photo to another’s profile', async ({ server, world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const input = { trackerId: anna.trackerId, photo: await picture() };
  expect((await callAs(server, contract.uploadPhoto, input)).status).toBe(401);
  expect((await callAs(server, contract.uploadPhoto, input, { token: marco.token })).status).toBe(403);
  expect(await rowsOf(anna)).toEqual([]);
});

test('the first that moderation has approved is marked as the one that others see', async ({ db, world }) => {
  const marco = await world.member();
  const [first, newest] = [await add(marco), await add(marco)];
  const shown = async () =>
    (await describeUser(marco, marco.accountId)).photos.map(({ name, isShown }) => [name, isShown]);
  const set = (id: string, status: 'pending' | 'approved') =>
    db.updateTable('photo').set({ status }).where('id', '=', id).execute();
  await set(newest, 'pending');
  await set(first, 'pending');
  expect(await shown()).toEqual([
    [first, false],
    [newest, false],
  ]);
  await set(newest, 'approved');
  expect(await shown()).toEqual([
    [first, false],
    [newest, true],
  ]);
  await set(first, 'approved');
  expect(await shown()).toEqual([
    [first, true],
    [newest, false],
  ]);
});

test('a new photo stands last, any can be moved anywhere, and a removed one leaves no gap', async ({
  app,
  folder,
  world,
}) => {
  const marco = await world.member();
  const [a, b, c] = [await add(marco), await add(marco), await add(marco)];
  expect(await orderOf(marco)).toEqual([a, b, c]);
  const moved = await movePhoto(marco, { photoId: c, position: 0 });
  expect(moved.user.photos.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    [c, true],
    [a, false],
    [b, false],
  ]);
  await movePhoto(marco, { photoId: c, position: 0 });
  expect(await orderOf(marco)).toEqual([c, a, b]);
  await movePhoto(marco, { photoId: c, position: 1 });
  expect(await orderOf(marco)).toEqual([a, c, b]);
  await movePhoto(marco, { photoId: a, position: 19 });
  expect(await orderOf(marco)).toEqual([c, b, a]);
  const { user } = await removePhoto(marco, { photoId: a });
  expect(user.photos.map(({ name }) => name)).toEqual([c, b]);
  expect((await rowsOf(marco)).map(({ position }) => position)).toEqual([0, 1]);

  // The files go once the row is gone for good, and those of the others stay.
  await runFilesJob(app, a);
  await runFilesJob(app, b);
  expect(await filesOf(folder, marco, a)).toEqual([]);
  expect((await filesOf(folder, marco, b)).toSorted()).toEqual(['40.webp', 'blurred.webp']);
  expect(await publicFiles(folder, marco)).toEqual([]);
});

test("a stranger's photo and a missing one look the same", async ({ world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const annasPhoto = await add(anna);
  const spanish = await world.member({ brand: world.brand('verbena') });
  for (const photoId of [annasPhoto, newId(), await add(spanish)]) {
    await expect(removePhoto(marco, { photoId })).rejects.toMatchObject({ code: 'request.not_found' });
    await expect(movePhoto(marco, { photoId, position: 0 })).rejects.toMatchObject({
      code: 'request.not_found',
    });
  }
  expect(await orderOf(anna)).toEqual([annasPhoto]);
});

test('six photos are enough, however many come at once; the files of the others do not stay', async ({
  folder,
  world,
}) => {
  const marco = await world.member();
  for (let count = 0; count < 4; count += 1) await add(marco);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => add(marco)));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'photo.too_many' } });
  const rows = await rowsOf(marco);
  expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
  const kept = await readdir(join(folder, 'waiting', marco.brandId));
  const known = await marco.app.db.selectFrom('photo').select('id').execute();
  expect(kept.filter((id) => !known.some((row) => row.id === id))).toEqual([]);
  expect(await publicFiles(folder, marco)).toEqual([]);
});

test('an upload that the database breaks off is looked after later', async ({ app, folder, world }) => {
  const marco = await world.member();
  const broken = withServices(marco, { db: failingTransactions(marco.app.db) });
  await expect(uploadPhoto(broken, { photo: await picture() })).rejects.toThrow('the database is away');
  const rows = await app.db.selectFrom('photo').select('id').execute();
  const known = new Set(rows.map(({ id }) => id));
  const photoId = (await readdir(join(folder, 'waiting', marco.brandId))).find((id) => !known.has(id))!;
  const { later } = await waitingJob(app, photoId);
  expect(later).toBe(true);
  expect((await filesOf(folder, marco, photoId)).toSorted()).toEqual(['40.webp', 'blurred.webp']);
  await runFilesJob(app, photoId);
  expect(await filesOf(folder, marco, photoId)).toEqual([]);
});

function failingTransactions(db: App['db']): App['db'] {
  const transaction = () => ({ execute: () => Promise.reject(new Error('the database is away')) });
  return new Proxy(db, {
    get(target, name) {
      const part: unknown = name === 'transaction' ? transaction : Reflect.get(target, name, target);
      return typeof part === 'function' ? (part.bind(target) as unknown) : part;
    },
  });
}

test('thirty uploads an hour are enough', async ({ app, world }) => {
  const marco = await world.member();
  for (let count = 0; count < app.config.limits.uploadsPerAccount; count += 1) {
    await app.limits.hit('uploadAccount', `${marco.brandId}:${marco.accountId}`);
  }
  await expect(admitPhoto(marco)).rejects.toMatchObject({ code: 'request.too_many' });
});
