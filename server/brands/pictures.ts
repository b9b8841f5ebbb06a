/** The pictures that a brand and its landings name: in `brands/pictures/`, or uploaded into the storage. */

import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BrandSettings } from '#contract/brand/brand.ts';
import type { FlowSettings } from '#contract/brand/flow.ts';
import { SETTINGS_PART, flowPart } from '#contract/brand/parts.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

export const picturesFolder = join(import.meta.dirname, '../../brands/pictures');

interface Named {
  where: string;
  picture: string;
  part: string;
  path: readonly (string | number)[];
}

interface Naming {
  settings: Pick<BrandSettings, 'key' | 'heroPictures' | 'appPictures'>;
  flows: readonly Pick<FlowSettings, 'id' | 'landings'>[];
}

function namedPictures({ settings: { heroPictures, appPictures }, flows }: Naming): Named[] {
  const landings = flows.flatMap(({ id, landings: pages }) =>
    Object.entries(pages).flatMap(([page, { pictures = [] }]) =>
      pictures.map((picture, index) => ({
        where: `flow ${id}, landing ${page}`,
        picture,
        part: flowPart(id),
        path: ['landings', page, 'pictures', index],
      })),
    ),
  );
  return [
    ...heroPictures.map((picture, index) => ({
      where: 'heroPictures',
      picture,
      part: SETTINGS_PART,
      path: ['heroPictures', index],
    })),
    ...Object.entries(appPictures).flatMap(([name, picture]) =>
      picture === undefined
        ? []
        : [{ where: 'appPictures', picture, part: SETTINGS_PART, path: ['appPictures', name] }],
    ),
    ...landings,
  ];
}

/** Those that would be a broken place on a page. */
export async function findMissingPictures(db: DbOrTx, brand: Naming): Promise<Named[]> {
  const named = namedPictures(brand);
  const uploaded = await findUploaded(db, named.map(({ picture }) => picture).filter(isUploaded));
  const missing: Named[] = [];
  for (const each of named) {
    const { picture } = each;
    const exists = isUploaded(picture) ? uploaded.has(picture) : await isInFolder(picture);
    if (!exists) missing.push(each);
  }
  return missing;
}

function isInFolder(picture: string): Promise<boolean> {
  return access(join(picturesFolder, picture)).then(
    () => true,
    () => false,
  );
}

async function findUploaded(db: DbOrTx, pictures: readonly string[]): Promise<Set<string>> {
  if (pictures.length === 0) return new Set();
  const rows = await db
    .selectFrom('brand_picture')
    .select('picture')
    .where('picture', 'in', pictures)
    .execute();
  return new Set(rows.map(({ picture }) => picture));
}

/** Refuses what names a picture that is not there. */
export async function requirePictures(db: DbOrTx, brand: Naming): Promise<void> {
  const missing = await findMissingPictures(db, brand);
  if (missing.length > 0)
    fail('brand.pictures_missing', {
      brand: brand.settings.key,
      missing: missing.map(({ where, picture }) => ({ where, picture })),
    });
}

const uploadedName = /^[a-z0-9-]+\/upload-[0-9a-f]{32}\.webp$/;

/** Whether a picture was uploaded; the others lie in the folder. */
export function isUploaded(picture: string): boolean {
  return uploadedName.test(picture);
}

const storageKeyOf = (picture: string) => `brand-pictures/${picture}`;

/** Named by what it shows, so that a name never means another picture. */
export async function storePicture(storage: Storage, brandKey: string, data: Buffer): Promise<string> {
  const picture = `${brandKey}/upload-${createHash('sha256').update(data).digest('hex').slice(0, 32)}.webp`;
  await storage.put(storageKeyOf(picture), data, 'image/webp');
  return picture;
}

export function openUploaded(storage: Storage, picture: string) {
  return isUploaded(picture) ? storage.get(storageKeyOf(picture)) : undefined;
}

/** The bytes of a picture, wherever it lies. */
export async function readPicture(storage: Storage, picture: string): Promise<Buffer> {
  if (!isUploaded(picture)) return readFile(join(picturesFolder, picture));
  const file = await openUploaded(storage, picture);
  if (!file) throw new Error(`the picture ${picture} is not in the storage`);
  return buffer(file.stream);
}
