import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { readPerson } from '#server/discovery/read-person.ts';
import { banPicture } from '#server/moderation/picture-hashes.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { uploadPhoto } from '#server/profiles/own-photos.ts';
import { expect, test } from '#testing/harness.ts';
import { addDrawing, brandManager, makeAlessia, portrait, showAlessia } from '#testing/profiles/house.ts';
import { atWork } from '#testing/staff/staff.ts';
import { duplicateHouseProfile } from './duplicate.ts';
import { readHouseProfile } from './house-profile.ts';
import {
  addHousePhoto,
  addOriginDocument,
  listPhotoOrigins,
  moveHousePhoto,
  readOriginDocument,
  removeHousePhoto,
} from './photos.ts';
import { retireHouseProfile, showHouseProfile } from './state.ts';

const brand = 'lunaria';
const failing = (code: string) => expect.objectContaining({ code }) as unknown;
const filesOf = (folder: string, ...place: string[]) => readdir(join(folder, ...place)).catch(() => []);

test('a photo is public at once, cut as asked for, and says where it comes from', async ({
  folder,
  world,
}) => {
  const rita = await brandManager(world);
  const id = await makeAlessia(rita);
  const photo = await portrait(3);
  const input = { brand, id, photo, origin: 'licensed', crop: '0,0.25,1,0.5' } as const;
  await expect(addHousePhoto(rita, input)).rejects.toEqual(failing('photo.statement_missing'));
  const { photos } = await addHousePhoto(rita, { ...input, statement: 'Agenzia Aurora, n. 17' });
  expect(photos).toMatchObject([
    { origin: 'licensed', statement: 'Agenzia Aurora, n. 17', hasDocument: false, width: 900, height: 600 },
  ]);
  expect(await filesOf(folder, 'photos', rita.brandId, photos[0]!.id)).toContain('900.webp');
});

test('photos stand in the order that is given to them, and a profile that is shown keeps one', async ({
  world,
}) => {
  const rita = await brandManager(world);
  const id = await showAlessia(rita, 31);
  await addDrawing(rita, id, 32);
  const { photos } = await addDrawing(rita, id, 33);
  const [one, two, three] = photos.map((photo) => photo.id) as [string, string, string];
  const moved = await moveHousePhoto(rita, { brand, id, photoId: three, position: 0 });
  expect(moved.photos.map((photo) => photo.id)).toEqual([three, one, two]);
  const marco = await world.member({ level: 2, region: 'Lombardia' });
  expect((await readPerson(marco, { id }))[0]?.pictures.map((picture) => picture.id)).toEqual([
    three,
    one,
    two,
  ]);
  for (const photoId of [three, one]) await removeHousePhoto(rita, { brand, id, photoId });
  const last = { brand, id, photoId: two };
  await expect(removeHousePhoto(rita, last)).rejects.toEqual(failing('house_profile.no_photo'));
  await showHouseProfile(rita, { brand, id, shown: false });
  expect((await removeHousePhoto(rita, last)).photos).toEqual([]);
  for (let count = 0; count < 6; count += 1) await addDrawing(rita, id, 40 + count);
  await expect(addDrawing(rita, id, 50)).rejects.toEqual(failing('photo.too_many'));
  await retireHouseProfile(rita, { brand, id });
});

test('a picture of another profile is refused, also at another brand and in another size', async ({
  world,
}) => {
  const [rita, elsa] = [await brandManager(world), await brandManager(world, { brand: 'verbena' })];
  const ofMember = await portrait(61);
  await uploadPhoto(await world.member(), { photo: ofMember });
  const id = await makeAlessia(rita);
  const drawing = { brand, id, origin: 'own_drawing' } as const;
  await expect(addHousePhoto(rita, { ...drawing, photo: ofMember })).rejects.toEqual(
    failing('photo.used_elsewhere'),
  );
  await addDrawing(rita, id, 62);
  const there = await makeAlessia(elsa, { brand: 'verbena', region: null, city: null });
  const smaller = await sharp(Buffer.from(await (await portrait(62)).arrayBuffer()))
    .resize(400)
    .png()
    .toBuffer();
  const photo = new Blob([new Uint8Array(smaller)], { type: 'image/png' });
  await expect(
    addHousePhoto(elsa, { brand: 'verbena', id: there, origin: 'own_drawing', photo }),
  ).rejects.toEqual(failing('photo.used_elsewhere'));
  expect((await readHouseProfile(elsa, { brand: 'verbena', id: there })).photos).toEqual([]);
});

test('a picture that moderation has banned is refused', async ({ app, db, world }) => {
  const rita = await brandManager(world);
  const marco = await world.member();
  const photo = await portrait(71);
  const { photo: uploaded } = await uploadPhoto(marco, { photo });
  await transact(db, (tx) =>
    banPicture(
      tx,
      { brandId: rita.brandId, kind: 'photo', id: uploaded.name },
      { reason: 'not_you', by: { kind: 'system' }, at: app.clock.now() },
    ),
  );
  const id = await makeAlessia(rita);
  await expect(addHousePhoto(rita, { brand, id, origin: 'own_drawing', photo })).rejects.toEqual(
    failing('photo.banned'),
  );
});

test('a consent has its document, which is found by its words and read by those who manage the brand alone', async ({
  folder,
  world,
}) => {
  const [rita, elsa] = [await brandManager(world), await brandManager(world, { brand: 'verbena' })];
  const id = await makeAlessia(rita);
  const photo = await portrait(81);
  const statement = 'Giulia B., liberatoria del 3 maggio';
  const { photos } = await addHousePhoto(rita, { brand, id, origin: 'consented', statement, photo });
  const where = { brand, id, photoId: photos[0]!.id };
  const document = new Blob(['%PDF-1.7 …'], { type: 'application/pdf' });
  await expect(addOriginDocument(rita, { ...where, document: new Blob(['<html>']) })).rejects.toEqual(
    failing('document.type'),
  );
  expect((await addOriginDocument(rita, { ...where, document })).photos[0]?.hasDocument).toBe(true);
  expect(await (await readOriginDocument(rita, where)).text()).toBe('%PDF-1.7 …');
  await expect(readOriginDocument(elsa, where)).rejects.toEqual(failing('request.not_found'));
  const found = async (filters: object) =>
    (await listPhotoOrigins(rita, { brand, ...filters })).photos.map((each) => each.id);
  expect(await found({ text: 'giulia' })).toEqual([where.photoId]);
  expect(await found({ text: 'giulia', origin: 'licensed' })).toEqual([]);
  expect(await found({ text: 'alessia', origin: 'consented' })).toEqual([where.photoId]);
  expect((await filesOf(folder, 'origins', rita.brandId)).join(' ')).toContain(where.photoId);
});

test('a copy at another brand takes words, photos and where these come from, and is not shown', async ({
  folder,
  world,
}) => {
  const rita = await brandManager(world);
  const id = await showAlessia(rita, 91);
  const there = { brand: 'verbena' };
  const copyId = newId();
  // Who does not manage the other brand makes nothing there.
  await expect(duplicateHouseProfile(rita, { brand, id, newId: copyId, to: there })).rejects.toEqual(
    failing('request.not_found'),
  );
  const both = await atWork(world, { roles: { lunaria: 'brand_manager', verbena: 'brand_manager' } });
  for (let count = 0; count < 2; count += 1)
    await duplicateHouseProfile(both, { brand, id, newId: copyId, to: there });
  const copy = await readHouseProfile(both, { ...there, id: copyId });
  expect(copy).toMatchObject({
    state: 'paused',
    kind: 'staff',
    settings: { screenName: 'Alessia', region: null, city: null, words: [{ language: 'it' }] },
    photos: [{ origin: 'own_drawing' }],
  });
  const verbena = world.brand('verbena').id;
  expect(await filesOf(folder, 'photos', verbena, copy.photos[0]!.id)).toContain('750.webp');
  expect((await readHouseProfile(both, { brand, id })).state).toBe('visible');
});
