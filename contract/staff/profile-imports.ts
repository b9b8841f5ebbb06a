/**
 * Many house profiles at once: rows and pictures are given in parts, looked at, and made in the background. What was given is
 * made once, however often a part is sent again.
 */

import { z } from 'zod';
import { AGE_MAX, AGE_MIN, HOUSE_NOTES_MAX_LETTERS, PHOTO_MAX_BYTES } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { GENDERS, epochMilliseconds, language, placeName } from '../kernel/fields.ts';
import { code, line, writing } from '../kernel/text.ts';
import { detailForm } from '../profile/details.ts';
import { HOUSE_PHOTOS_MOST, ORIGIN_STATEMENT_MAX_LETTERS, photoOrigins } from './house-photo.ts';
import { houseKinds } from './house-profiles.ts';

const staff = { host: 'staff', access: 'staff', right: 'profiles.manage' } as const;
const brand = code(32);
const done = z.object({ ok: z.literal(true) });
const ofImport = z.object({ brand, importId: z.uuid() });
const pictureName = line(200).min(1);

/** A row as it stands in the JSON of `addImportRows`. */
export const importRow = z.object({
  kind: z.enum(houseKinds),
  screenName: line(60),
  age: z.int().min(AGE_MIN).max(AGE_MAX),
  gender: z.enum(GENDERS),
  region: placeName.nullable().default(null),
  city: placeName.nullable().default(null),
  /** Of the words; that of the brand unless said. */
  language: language.optional(),
  about: writing(300).default(''),
  description: writing(2000).default(''),
  lookingFor: writing(2000).default(''),
  /** What it says of itself by choosing an answer, as members do. What is left out is not said. */
  details: z.object(detailForm).partial().default({}),
  notes: writing(HOUSE_NOTES_MAX_LETTERS).default(''),
  character: writing(HOUSE_NOTES_MAX_LETTERS).default(''),
  limits: writing(HOUSE_NOTES_MAX_LETTERS).default(''),
  pictures: z
    .array(
      z.object({
        file: pictureName,
        origin: z.enum(photoOrigins),
        statement: line(ORIGIN_STATEMENT_MAX_LETTERS).default(''),
      }),
    )
    .max(HOUSE_PHOTOS_MOST)
    .default([]),
  /** Shown at once, where it has a photo. */
  shown: z.boolean().default(false),
});
export type ImportRow = z.output<typeof importRow>;

export const IMPORT_ROWS_MOST = 20_000;
/** So many are given in one call at most, and so many letters of them. */
export const IMPORT_ROWS_AT_ONCE = 500;
export const IMPORT_LETTERS_AT_ONCE = 36_000;
/** What is said of a row whose profile members have talked with: it is not taken back. */
export const IMPORT_KEPT = 'kept';
/** What is said of a picture that is not there. */
export const IMPORT_PICTURE_MISSING = 'missing';
const number = z.int().min(1).max(IMPORT_ROWS_MOST);
const problem = z.object({
  number,
  /** A failure of the catalogue, or the field that does not fit. */
  problem: z.string().max(200),
});

const progress = z.object({
  id: z.uuid(),
  name: z.string().max(100),
  state: z.enum(['open', 'running', 'undone']),
  madeAt: epochMilliseconds,
  /** Until when it can be undone. Null where it cannot. */
  undoUntil: epochMilliseconds.nullable(),
  rows: z.int(),
  /** That do not fit, and are left out. */
  wrong: z.int(),
  waiting: z.int(),
  made: z.int(),
  failed: z.int(),
  /** The first of them: rows that do not fit or could not be made, and photos that were refused. */
  problems: z.array(problem).max(100),
  /** Pictures that rows name and that are not there yet. */
  missing: z.array(pictureName).max(100),
});
export type ImportProgress = z.output<typeof progress>;

export const openImport = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/profile-imports',
  summary: 'Begins an import. The same id begins one.',
  params: z.object({ brand }),
  body: z.object({ importId: z.uuid(), name: line(100) }),
  reply: done,
  errors: [],
});

export const addImportRows = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/profile-imports/:importId/rows',
  summary:
    'Gives some rows, as a JSON array: the first has this number, the others follow. A number that is there is replaced.',
  params: ofImport,
  body: z.object({ first: number, rows: code(IMPORT_LETTERS_AT_ONCE) }),
  reply: z.object({ problems: z.array(problem).max(IMPORT_ROWS_AT_ONCE) }),
  errors: ['import.running', 'import.rows'],
});

export const addImportPicture = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/profile-imports/:importId/pictures',
  summary: 'Gives a picture under the name by which rows call it.',
  params: ofImport,
  query: z.object({ name: pictureName }),
  upload: { name: 'picture', wire: 'picture', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo.too_large' },
  reply: done,
  errors: ['photo.too_large', 'import.running'],
});

export const readImport = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/profile-imports/:importId',
  summary: 'What an import would do, does or has done.',
  params: ofImport,
  reply: progress,
  errors: [],
});

export const listImports = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/profile-imports',
  summary: 'The last imports of a brand, the newest first.',
  params: z.object({ brand }),
  reply: z.object({
    imports: z
      .array(progress.pick({ id: true, name: true, state: true, madeAt: true, undoUntil: true }))
      .max(50),
  }),
  errors: [],
});

export const runImport = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/profile-imports/:importId/run',
  summary: 'Makes the profiles of all rows that fit. The same again changes nothing.',
  params: ofImport,
  reply: done,
  errors: ['import.running'],
});

export const undoImport = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/profile-imports/:importId',
  summary: 'Within a day, takes back the profiles with whom no member has talked. The others stay.',
  params: ofImport,
  reply: done,
  errors: ['import.too_late'],
});
