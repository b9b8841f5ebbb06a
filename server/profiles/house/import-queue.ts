/** Rows of imports, made one by one: each once, whatever is killed when. */

import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { PHOTO_TYPES } from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { answersIn } from '#contract/profile/details.ts';
import type { HouseSettings } from '#contract/staff/house-profiles.ts';
import { IMPORT_KEPT, IMPORT_PICTURE_MISSING } from '#contract/staff/profile-imports.ts';
import type { ImportRow } from '#contract/staff/profile-imports.ts';
import type { App } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/ids.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, RowRun } from '#server/platform/work/queue.ts';
import { enqueueFileSync, readPhotos } from '../photos.ts';
import { insertProfile, record, saveSettings } from './edit.ts';
import type { Maker } from './edit.ts';
import { languageOfBrand, readHouseRow } from './house-profile.ts';
import { findImport } from './import-progress.ts';
import { readRow } from './import-rows.ts';
import { PROFILE_IMPORTS, importPictureKey } from './import.ts';
import { savePhotoOf } from './photos.ts';
import { setShown } from './state.ts';

interface DueRow {
  brand_id: string;
  id: string;
  import_id: string;
  number: number;
  content: unknown;
  profile_id: string | null;
}

/** Few at a time: each may have six pictures, which all who make pictures wait for. */
export const importQueue = queue({
  name: PROFILE_IMPORTS,
  table: 'profile_import_row',
  key: ['brand_id', 'id'],
  columns: ['brand_id', 'id', 'import_id', 'number', 'content', 'profile_id'],
  concurrency: 2,
  timeoutSeconds: 300,
  maxTries: 5,
  whenDone: 'keep',
  handle: (app, row, run) => handleRow(app as App, row, run),
});

async function handleRow(app: App, row: DueRow, { settle }: RowRun): Promise<Outcome> {
  const brand = app.brands.byId(row.brand_id);
  const found = await findImport(app.db, row.brand_id, row.import_id);
  if (!brand || !found) return 'done';
  const maker = { app, brand, brandId: brand.id, staffId: found.made_by, ip: '' };
  if (found.state === 'undone') return takeBack(maker, row, settle);
  const content = readRow(row.content);
  const profileId = row.profile_id ?? derivedId(`imported ${row.id}`);
  await makeProfile(maker, profileId, content);
  const problems = await makePhotos(maker, row, profileId, content);
  if (content.shown) await show(maker, profileId);
  const problem = problems.length > 0 ? problems.join('; ').slice(0, 200) : null;
  await transact(app.db, async (tx) => {
    const changes = { profile_id: profileId, problem };
    // Where the import was undone meanwhile, this row is taken back as well.
    const isUndone = (await readState(tx, row)) === 'undone';
    await settle(tx, isUndone ? { dueIn: 0, changes } : { done: changes });
  });
  for (const { file } of content.pictures)
    await app.storage.remove(importPictureKey(brand.id, row.import_id, file));
  return 'settled';
}

/** The import is not undone before this transaction has ended. */
async function readState(tx: Tx, { brand_id: brandId, import_id: importId }: DueRow) {
  const found = await tx
    .selectFrom('profile_import')
    .select('state')
    .where('brand_id', '=', brandId)
    .where('id', '=', importId)
    .forShare()
    .executeTakeFirst();
  return found?.state;
}

function makeProfile(maker: Maker, id: string, row: ImportRow): Promise<void> {
  const { about, description, lookingFor, language = languageOfBrand(maker.brand) } = row;
  const settings: HouseSettings = {
    screenName: row.screenName,
    age: row.age,
    gender: row.gender,
    region: row.region,
    city: row.city,
    details: answersIn(row.details),
    words:
      about + description + lookingFor === ''
        ? []
        : [{ language, about, description, lookingFor, prompts: [] }],
    notes: row.notes,
    teamId: null,
    hours: null,
    character: row.character,
    limits: row.limits,
    model: null,
  };
  return transact(maker.app.db, async (tx) => {
    if (!(await insertProfile(maker, tx, { id, kind: row.kind, settings }))) return;
    await saveSettings(maker, tx, id, settings);
    await record(maker, tx, 'house_profile.made', id, { kind: row.kind, after: settings });
  });
}

/** Those that are there already stay. A picture that may not be used is left out, and said. */
async function makePhotos(
  maker: Maker,
  { id: rowId, import_id: importId }: DueRow,
  profileId: string,
  { pictures }: ImportRow,
): Promise<string[]> {
  const { app, brandId } = maker;
  const known = new Set((await readPhotos(app.db, brandId, profileId)).map(({ id }) => id));
  const problems: string[] = [];
  for (const [index, { file, origin, statement }] of pictures.entries()) {
    const photoId = derivedId(`imported photo ${rowId} ${index}`);
    if (known.has(photoId)) continue;
    try {
      const stored = await app.storage.get(importPictureKey(brandId, importId, file));
      if (!stored) {
        problems.push(`${file}: ${IMPORT_PICTURE_MISSING}`);
        continue;
      }
      const bytes = await buffer(stored.stream);
      await savePhotoOf(maker, {
        profileId,
        files: { brandId, photoId, blurId: randomUUID() },
        origin,
        statement,
        bytes,
        // What it is its bytes say.
        type: PHOTO_TYPES[0],
        owner: importId,
      });
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      problems.push(`${file}: ${error.code}`);
    }
  }
  return problems;
}

async function show(maker: Maker, profileId: string): Promise<void> {
  try {
    await transact(maker.app.db, (tx) => setShown(maker, tx, profileId, true));
  } catch (error) {
    // Without a photo it waits for one.
    if (!(error instanceof Failure)) throw error;
  }
}

/** A profile with which a member has talked stays: its conversations are not ours alone. */
function takeBack(maker: Maker, row: DueRow, settle: RowRun['settle']): Promise<'settled'> {
  const { app, brandId } = maker;
  const profileId = row.profile_id ?? derivedId(`imported ${row.id}`);
  return transact(app.db, async (tx): Promise<'settled'> => {
    const photos = await readPhotos(tx, brandId, profileId);
    const wasDeleted = await deleteUntouched(tx, brandId, profileId);
    if (wasDeleted) {
      for (const { id: photoId, blur_id: blurId } of photos)
        await enqueueFileSync(tx, { brandId, photoId, blurId });
      await record(maker, tx, 'house_profile.taken_back', profileId, { import: row.import_id });
    }
    const stays = !wasDeleted && (await readHouseRow(tx, brandId, profileId)) !== undefined;
    const problem = stays ? IMPORT_KEPT : null;
    await settle(tx, { done: { profile_id: stays ? profileId : null, problem } });
    return 'settled';
  });
}

async function deleteUntouched(tx: Tx, brandId: string, profileId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('profile')
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .where('kind', '<>', 'member')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inbox')
            .select('owner_id')
            .where('brand_id', '=', brandId)
            .where('owner_id', '=', profileId)
            .where('last_number', '>', 0),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
