/** Photos of profiles of ours: each says where it comes from, and none is of another profile. */

import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { PHOTO_MAX_BYTES } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import { HOUSE_PHOTOS_MOST } from '#contract/staff/house-photo.ts';
import type {
  addHousePhoto as addEndpoint,
  addOriginDocument as addDocumentEndpoint,
  listPhotoOrigins as listEndpoint,
  moveHousePhoto as moveEndpoint,
  readOriginDocument as readDocumentEndpoint,
  removeHousePhoto as removeEndpoint,
} from '#contract/staff/house-photos.ts';
import type { StaffContext } from '#server/app.ts';
import { originDocumentKey } from '#server/brands/photo-address.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { timeCursor } from '#server/platform/cursor.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { makePhoto } from '../make-photo.ts';
import type { Crop, MadePhoto } from '../make-photo.ts';
import {
  deletePhoto,
  enqueueFileSync,
  orderPhotos,
  publishPhoto,
  readPhotos,
  storeWaitingFiles,
  syncPhotoFiles,
} from '../photos.ts';
import type { PhotoFiles } from '../photos.ts';
import { hashColumns } from '../picture-hash.ts';
import { record } from './edit.ts';
import type { Maker } from './edit.ts';
import {
  describeHousePhoto,
  lockHouseProfile,
  lockLivingProfile,
  readHousePhotos,
  describeHouseProfile,
} from './house-profile.ts';
import type { HousePhotoRow } from './house-profile.ts';

/** Whether another photo may come now: asked before it is read as well as after the work. */
export async function admitHousePhoto(
  context: StaffContext,
  {
    brand,
    id,
    origin,
    statement = '',
  }: Pick<InputOf<typeof addEndpoint>, 'brand' | 'id' | 'origin' | 'statement'>,
): Promise<void> {
  const inside = atBrand(context, brand);
  const { state, photos } = await describeHouseProfile(inside, id);
  if (state === 'retired') fail('house_profile.retired');
  if (photos.length >= HOUSE_PHOTOS_MOST) fail('photo.too_many');
  if (origin !== 'own_drawing' && statement === '') fail('photo.statement_missing');
}

/** Adds a photo after the others. The staff answers for it, so that no verdict is waited for. */
export async function addHousePhoto(
  context: StaffContext,
  input: InputOf<typeof addEndpoint>,
): Promise<ReplyOf<typeof addEndpoint>> {
  const inside = atBrand(context, input.brand);
  const { id: profileId, photo } = input;
  await admitHousePhoto(context, input);
  if (photo.size > PHOTO_MAX_BYTES) fail('photo.too_large');
  await savePhotoOf(inside, {
    profileId,
    files: { brandId: inside.brandId, photoId: newId(), blurId: randomUUID() },
    origin: input.origin,
    statement: input.statement ?? '',
    bytes: Buffer.from(await photo.arrayBuffer()),
    type: photo.type,
    crop: readCrop(input.crop),
    owner: inside.staffId,
  });
  return describeHouseProfile(inside, profileId);
}

interface GivenPhoto {
  profileId: string;
  files: PhotoFiles;
  origin: NewOrigin['origin'];
  statement: string;
  bytes: Buffer;
  /** As its sender says. */
  type: string;
  crop?: Crop | undefined;
  /** In whose place it waits among all who make pictures. */
  owner: string;
}

/** Makes a photo from a picture, unless it may not be used. */
export async function savePhotoOf(maker: Maker, given: GivenPhoto): Promise<void> {
  const { app, brandId } = maker;
  const { profileId, files, bytes, type, crop } = given;
  const made = await app.imageQueue(given.owner, () => makePhoto(bytes, type, { crop }));
  await refuseKnown(app.db, { brandId, profileId, hash: made.hash });
  await storeWaitingFiles(app, files, made);
  try {
    await saveRow(maker, given, made);
  } catch (error) {
    // Where the database broke off it is unknown whether the row is there; the job looks later.
    if (error instanceof Failure) await syncPhotoFiles(app, files);
    throw error;
  }
}

/** `0.1,0,0.5,1`: left, top, width and height in shares of the whole. */
function readCrop(typed: string | undefined): Crop | undefined {
  const [left, top, width, height] = typed?.split(',').map(Number) ?? [];
  if (left === undefined || top === undefined || width === undefined || height === undefined)
    return undefined;
  return { left, top, width, height };
}

interface NewPicture {
  brandId: string;
  profileId: string;
  hash: string | null;
}

/** Fails where moderation has banned such a picture, or another profile has it. */
async function refuseKnown(db: DbOrTx, { brandId, profileId, hash }: NewPicture): Promise<void> {
  if (hash === null) return;
  const { rows } = await sql<{ banned: boolean; used: boolean }>`
    select resembles_banned_picture(${brandId}::uuid, ${hash}::bigint) as banned,
      is_photo_of_another(${profileId}::uuid, ${hash}::bigint) as used`.execute(db);
  if (rows[0]?.banned) fail('photo.banned');
  if (rows[0]?.used) fail('photo.used_elsewhere');
}

function saveRow(
  maker: Maker,
  { profileId, origin, statement, files }: GivenPhoto,
  made: MadePhoto,
): Promise<void> {
  const { app, brandId } = maker;
  const { photoId, blurId } = files;
  return transact(app.db, async (tx) => {
    await lockLivingProfile(tx, brandId, profileId);
    const others = await readPhotos(tx, brandId, profileId);
    if (others.length >= HOUSE_PHOTOS_MOST) fail('photo.too_many');
    const widths = made.files.map(({ width }) => width);
    await tx
      .insertInto('photo')
      .values({
        brand_id: brandId,
        id: photoId,
        profile_id: profileId,
        position: others.length,
        status: 'approved',
        width: made.width,
        height: made.height,
        widths,
        thumbhash: made.thumbhash,
        blur_id: blurId,
        ...hashColumns(brandId, made.hash),
        created_at: app.clock.now(),
      })
      .execute();
    await insertOrigin(maker, tx, { photoId, origin, statement });
    await record(maker, tx, 'house_photo.added', profileId, { photo: photoId, origin, statement });
    // Its files are public before any page names them.
    await publishPhoto(app, files, widths);
    await enqueueFileSync(tx, files);
  });
}

interface NewOrigin {
  photoId: string;
  origin: NonNullable<HousePhotoRow['origin']>;
  statement: string;
  documentType?: string | null;
}

export async function insertOrigin(
  { app, brandId, staffId }: Maker,
  tx: Tx,
  { photoId, origin, statement, documentType = null }: NewOrigin,
): Promise<void> {
  await tx
    .insertInto('photo_origin')
    .values({
      brand_id: brandId,
      photo_id: photoId,
      origin,
      statement,
      document_type: documentType,
      added_by: staffId,
      added_at: app.clock.now(),
    })
    .execute();
}

export async function moveHousePhoto(
  context: StaffContext,
  { brand, id, photoId, position }: InputOf<typeof moveEndpoint>,
): Promise<ReplyOf<typeof moveEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  await transact(app.db, async (tx) => {
    await lockHouseProfile(tx, brandId, id);
    const before = await orderOf(tx, brandId, id, photoId);
    const after = before.filter((each) => each !== photoId).toSpliced(position, 0, photoId);
    await orderPhotos(tx, brandId, after);
    await record(inside, tx, 'house_photo.moved', id, { before, after });
  });
  return describeHouseProfile(inside, id);
}

export async function removeHousePhoto(
  context: StaffContext,
  { brand, id, photoId }: InputOf<typeof removeEndpoint>,
): Promise<ReplyOf<typeof removeEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  await transact(app.db, async (tx) => {
    const row = await lockHouseProfile(tx, brandId, id);
    const before = await orderOf(tx, brandId, id, photoId);
    const after = before.filter((each) => each !== photoId);
    if (after.length === 0 && row.status === 'visible') fail('house_profile.no_photo');
    const blurId = await deletePhoto(tx, brandId, photoId);
    await orderPhotos(tx, brandId, after);
    await record(inside, tx, 'house_photo.removed', id, { photo: photoId, before, after });
    await enqueueFileSync(tx, { brandId, photoId, blurId });
  });
  return describeHouseProfile(inside, id);
}

/** The photos of the profile in their order, of which this must be one. */
async function orderOf(tx: Tx, brandId: string, profileId: string, photoId: string): Promise<string[]> {
  const ids = (await readPhotos(tx, brandId, profileId)).map(({ id }) => id);
  return ids.includes(photoId) ? ids : fail('request.not_found');
}

/** Whether there is such a photo, before its document is read. */
export async function admitOriginDocument(
  context: StaffContext,
  { brand, id, photoId }: Omit<InputOf<typeof addDocumentEndpoint>, 'document'>,
): Promise<void> {
  const { app, brandId } = atBrand(context, brand);
  const photos = await readHousePhotos(app.db, brandId, id);
  if (!photos.some((photo) => photo.id === photoId && photo.origin !== null)) fail('request.not_found');
}

/** Adds the document that shows where a photo comes from. */
export async function addOriginDocument(
  context: StaffContext,
  { brand, id, photoId, document }: InputOf<typeof addDocumentEndpoint>,
): Promise<ReplyOf<typeof addDocumentEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  if (document.size > PHOTO_MAX_BYTES) fail('photo.too_large');
  const bytes = Buffer.from(await document.arrayBuffer());
  const documentType = documentTypeOf(bytes) ?? fail('document.type');
  await transact(app.db, async (tx) => {
    await lockHouseProfile(tx, brandId, id);
    await orderOf(tx, brandId, id, photoId);
    const saved = await tx
      .updateTable('photo_origin')
      .set({ document_type: documentType })
      .where('brand_id', '=', brandId)
      .where('photo_id', '=', photoId)
      .returning('photo_id')
      .executeTakeFirst();
    if (!saved) fail('request.not_found');
    await record(inside, tx, 'house_photo.document_added', id, { photo: photoId, documentType });
    await app.storage.put(originDocumentKey(brandId, photoId), bytes, documentType);
  });
  return describeHouseProfile(inside, id);
}

/** By what the file is, whatever its name says. */
function documentTypeOf(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('latin1', 0, 16);
  if (beginning.startsWith('%PDF-')) return 'application/pdf';
  if (beginning.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (beginning.startsWith('\u0089PNG')) return 'image/png';
  return /^RIFF.{4}WEBP/s.test(beginning) ? 'image/webp' : undefined;
}

export async function readOriginDocument(
  context: StaffContext,
  { brand, id, photoId }: InputOf<typeof readDocumentEndpoint>,
): Promise<ReplyOf<typeof readDocumentEndpoint>> {
  const { app, brandId } = atBrand(context, brand);
  const photo = (await readHousePhotos(app.db, brandId, id)).find((each) => each.id === photoId);
  const file = photo?.document_type && (await app.storage.get(originDocumentKey(brandId, photoId)));
  if (!file) return fail('request.not_found');
  return new Blob([new Uint8Array(await buffer(file.stream))], { type: file.contentType });
}

const PAGE = 50;
const cursor = timeCursor('before');

interface OriginRow extends HousePhotoRow {
  profile_id: string;
  screen_name: string;
  added_at: Date;
  added_by: string | null;
}

/** All that a brand says about where its photos come from. */
export async function listPhotoOrigins(
  context: StaffContext,
  { brand, origin, text, before }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const inside = atBrand(context, brand);
  const last = cursor.decode(before);
  const wanted = [
    origin ? sql`and o.origin = ${origin}` : sql``,
    text
      ? sql`and (strpos(lower(o.statement), lower(${text})) > 0 or strpos(lower(p.screen_name), lower(${text})) > 0)`
      : sql``,
    last ? sql`and (o.added_at, o.photo_id) < (${last.at}::timestamptz, ${last.id}::uuid)` : sql``,
  ];
  const { rows } = await sql<OriginRow>`
    select f.id, f.width, f.height, f.widths, o.origin, o.statement, o.document_type, p.id as profile_id,
      p.screen_name, date_trunc('milliseconds', o.added_at) as added_at, s.name as added_by
    from photo_origin o
    join photo f on f.brand_id = o.brand_id and f.id = o.photo_id
    join profile p on p.brand_id = f.brand_id and p.id = f.profile_id
    left join staff s on s.id = o.added_by
    where o.brand_id = ${inside.brandId}::uuid ${sql.join(wanted, sql` `)}
    order by o.added_at desc, o.photo_id desc limit ${PAGE + 1}::int`.execute(inside.app.db);
  const shown = rows.slice(0, PAGE);
  const end = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    photos: shown.map((row) =>
      Object.assign(describeHousePhoto(inside, row), {
        profileId: row.profile_id,
        screenName: row.screen_name,
        addedBy: row.added_by,
        addedAt: row.added_at.getTime(),
      }),
    ),
    next: end ? cursor.encode({ at: end.added_at, id: end.id }) : null,
  };
}
