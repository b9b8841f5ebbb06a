/** An import of house profiles as the console sees it: given in parts, looked at, started and undone. */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  addImportPicture as pictureEndpoint,
  addImportRows as rowsEndpoint,
  openImport as openEndpoint,
  runImport as runEndpoint,
  undoImport as undoEndpoint,
} from '#contract/staff/profile-imports.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/ids.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { record } from './edit.ts';
import type { Maker } from './edit.ts';
import { UNDO_WITHIN, findImport, imports } from './import-progress.ts';
import type { ImportFacts } from './import-progress.ts';
import { checkRows, parseRows } from './import-rows.ts';
import type { CheckedRow } from './import-rows.ts';

export const PROFILE_IMPORTS = 'profile_imports';

/** A name may hold anything; what it is stored under is made from it. */
export function importPictureKey(brandId: string, importId: string, name: string): string {
  return `imports/${brandId}/${importId}/${createHash('sha256').update(name).digest('hex')}`;
}

export async function openImport(
  context: StaffContext,
  { brand, importId, name }: InputOf<typeof openEndpoint>,
): Promise<ReplyOf<typeof openEndpoint>> {
  await beginImport(atBrand(context, brand), importId, name);
  return { ok: true };
}

/** The same id begins one. */
export async function beginImport(
  { app, brandId, staffId }: Maker,
  importId: string,
  name: string,
): Promise<void> {
  await app.db
    .insertInto('profile_import')
    .values({
      brand_id: brandId,
      id: importId,
      name,
      state: 'open',
      made_by: staffId,
      made_at: app.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function addImportRows(
  context: StaffContext,
  { brand, importId, first, rows }: InputOf<typeof rowsEndpoint>,
): Promise<ReplyOf<typeof rowsEndpoint>> {
  const inside = atBrand(context, brand);
  return { problems: await storeRows(inside, importId, await checkRows(inside, parseRows(rows), first)) };
}

/** Stores rows with what is wrong with each, so that all of it is known before anything is made. */
export async function storeRows(
  { app, brandId }: Maker,
  importId: string,
  checked: readonly CheckedRow[],
): Promise<{ number: number; problem: string }[]> {
  await transact(app.db, async (tx) => {
    if ((await lockImport(tx, brandId, importId)).state !== 'open') fail('import.running');
    if (checked.length === 0) return;
    await tx
      .insertInto('profile_import_row')
      .values(
        checked.map(({ number, content, problem }) => ({
          brand_id: brandId,
          id: derivedId(`import ${importId} ${number}`),
          import_id: importId,
          number,
          content: JSON.stringify(content),
          problem,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['brand_id', 'import_id', 'number']).doUpdateSet(({ ref }) => ({
          content: ref('excluded.content'),
          problem: ref('excluded.problem'),
        })),
      )
      .execute();
  });
  return checked.flatMap(({ number, problem }) => (problem === null ? [] : [{ number, problem }]));
}

export async function admitImportPicture(
  context: StaffContext,
  { brand, importId }: Pick<InputOf<typeof pictureEndpoint>, 'brand' | 'importId'>,
): Promise<void> {
  const { app, brandId } = atBrand(context, brand);
  const found = (await findImport(app.db, brandId, importId)) ?? fail('request.not_found');
  if (found.state !== 'open') fail('import.running');
}

/** Whether it is a picture is found out when it is used. */
export async function addImportPicture(
  context: StaffContext,
  { brand, importId, name, picture }: InputOf<typeof pictureEndpoint>,
): Promise<ReplyOf<typeof pictureEndpoint>> {
  await admitImportPicture(context, { brand, importId });
  await storePicture(atBrand(context, brand), importId, {
    name,
    bytes: Buffer.from(await picture.arrayBuffer()),
    type: picture.type,
  });
  return { ok: true };
}

export async function storePicture(
  { app, brandId }: Maker,
  importId: string,
  { name, bytes, type }: { name: string; bytes: Buffer; type: string },
): Promise<void> {
  await app.storage.put(importPictureKey(brandId, importId, name), bytes, type);
  await app.db
    .insertInto('profile_import_picture')
    .values({ brand_id: brandId, import_id: importId, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function runImport(
  context: StaffContext,
  { brand, importId }: InputOf<typeof runEndpoint>,
): Promise<ReplyOf<typeof runEndpoint>> {
  await startImport(atBrand(context, brand), importId);
  return { ok: true };
}

/** All rows that fit become due. */
export async function startImport(maker: Maker, importId: string): Promise<void> {
  const { app, brandId } = maker;
  await transact(app.db, async (tx) => {
    const { state } = await lockImport(tx, brandId, importId);
    if (state === 'undone') fail('import.running');
    if (state === 'running') return;
    await setState(tx, { brandId, importId }, { state: 'running', run_at: app.clock.now() });
    await sql`update profile_import_row set work_at = now() where brand_id = ${brandId}::uuid
      and import_id = ${importId}::uuid and problem is null`.execute(tx);
    await record(maker, tx, 'profile_import.run', importId);
    wakeQueue(tx, PROFILE_IMPORTS);
  });
}

export async function undoImport(
  context: StaffContext,
  { brand, importId }: InputOf<typeof undoEndpoint>,
): Promise<ReplyOf<typeof undoEndpoint>> {
  await takeBackImport(atBrand(context, brand), importId);
  return { ok: true };
}

/** What was made is taken back, row by row; what waits is not made any more. */
export async function takeBackImport(maker: Maker, importId: string): Promise<void> {
  const { app, brandId } = maker;
  await transact(app.db, async (tx) => {
    const found = await lockImport(tx, brandId, importId);
    if (found.state === 'undone') return;
    if (found.run_at && app.clock.now().getTime() - found.run_at.getTime() > UNDO_WITHIN)
      fail('import.too_late');
    await setState(tx, { brandId, importId }, { state: 'undone' });
    await sql`update profile_import_row set work_at = now() where brand_id = ${brandId}::uuid
      and import_id = ${importId}::uuid and profile_id is not null and work_lease is null`.execute(tx);
    await record(maker, tx, 'profile_import.undone', importId);
    wakeQueue(tx, PROFILE_IMPORTS);
  });
}

async function lockImport(tx: Tx, brandId: string, importId: string): Promise<ImportFacts> {
  const found = await imports(tx, brandId).where('id', '=', importId).forUpdate().executeTakeFirst();
  return found ?? fail('request.not_found');
}

async function setState(
  tx: Tx,
  { brandId, importId }: { brandId: string; importId: string },
  change: { state: 'running' | 'undone'; run_at?: Date },
): Promise<void> {
  await tx
    .updateTable('profile_import')
    .set(change)
    .where('brand_id', '=', brandId)
    .where('id', '=', importId)
    .execute();
}
