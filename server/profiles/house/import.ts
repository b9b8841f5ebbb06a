/** An import of house profiles as the console sees it: given in parts, looked at, started and undone. */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { isScreenName } from '#contract/profile/screen-name.ts';
import { importRow } from '#contract/staff/profile-imports.ts';
import type {
  ImportProgress,
  ImportRow,
  addImportPicture as pictureEndpoint,
  addImportRows as rowsEndpoint,
  listImports as listEndpoint,
  openImport as openEndpoint,
  readImport as readEndpoint,
  runImport as runEndpoint,
  undoImport as undoEndpoint,
} from '#contract/staff/profile-imports.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { isPlace } from '#server/countries/find-places.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/ids.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { record } from './edit.ts';

export const PROFILE_IMPORTS = 'profile_imports';
const UNDO_WITHIN = DAY;
const SHOWN = 50;
const PROBLEMS_SHOWN = 100;

/** A name may hold anything; what it is stored under is made from it. */
export function importPictureKey(brandId: string, importId: string, name: string): string {
  return `imports/${brandId}/${importId}/${createHash('sha256').update(name).digest('hex')}`;
}

export async function openImport(
  context: StaffContext,
  { brand, importId, name }: InputOf<typeof openEndpoint>,
): Promise<ReplyOf<typeof openEndpoint>> {
  const { app, brandId, staffId } = atBrand(context, brand);
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
  return { ok: true };
}

/** Stores rows with what is wrong with each, so that all of it is known before anything is made. */
export async function addImportRows(
  context: StaffContext,
  { brand, importId, first, rows }: InputOf<typeof rowsEndpoint>,
): Promise<ReplyOf<typeof rowsEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  const given = readRows(rows);
  const checked: { number: number; content: unknown; problem: string | null }[] = [];
  for (const [index, row] of given.entries())
    checked.push({ number: first + index, content: row, problem: await problemOf(inside, row) });
  await transact(app.db, async (tx) => {
    if ((await lockImport(tx, brandId, importId)).state !== 'open') fail('import.running');
    for (const { number, content, problem } of checked)
      await tx
        .insertInto('profile_import_row')
        .values({
          brand_id: brandId,
          id: derivedId(`import ${importId} ${number}`),
          import_id: importId,
          number,
          content: JSON.stringify(content),
          problem,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['brand_id', 'import_id', 'number'])
            .doUpdateSet({ content: JSON.stringify(content), problem }),
        )
        .execute();
  });
  return {
    problems: checked.flatMap(({ number, problem }) => (problem === null ? [] : [{ number, problem }])),
  };
}

const MOST_AT_ONCE = 500;

function readRows(text: string): unknown[] {
  try {
    const rows: unknown = JSON.parse(text);
    if (Array.isArray(rows) && rows.length <= MOST_AT_ONCE) return rows;
  } catch {
    // It is said below.
  }
  return fail('import.rows');
}

async function problemOf({ app, brand }: StaffContext, row: unknown): Promise<string | null> {
  const read = importRow.safeParse(row);
  if (!read.success)
    return `${read.error.issues[0]?.path.join('.') ?? ''}: ${read.error.issues[0]?.message ?? ''}`.slice(
      0,
      200,
    );
  const { screenName, region, city, pictures } = read.data;
  if (!isScreenName(screenName)) return 'field.name';
  if (region === null ? city !== null : !(await isPlace(app.db, brand.settings.country, { region, city })))
    return 'field.place';
  const isStated = pictures.every(({ origin, statement }) => origin === 'own_drawing' || statement !== '');
  return isStated ? null : 'photo.statement_missing';
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
  const { app, brandId } = atBrand(context, brand);
  const bytes = Buffer.from(await picture.arrayBuffer());
  await app.storage.put(importPictureKey(brandId, importId, name), bytes, picture.type);
  await app.db
    .insertInto('profile_import_picture')
    .values({ brand_id: brandId, import_id: importId, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { ok: true };
}

/** All rows that fit become due. */
export async function runImport(
  context: StaffContext,
  { brand, importId }: InputOf<typeof runEndpoint>,
): Promise<ReplyOf<typeof runEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  await transact(app.db, async (tx) => {
    const { state } = await lockImport(tx, brandId, importId);
    if (state === 'undone') fail('import.running');
    if (state === 'running') return;
    await setState(tx, { brandId, importId }, { state: 'running', run_at: app.clock.now() });
    await sql`update profile_import_row set work_at = now() where brand_id = ${brandId}::uuid
      and import_id = ${importId}::uuid and problem is null`.execute(tx);
    await record(inside, tx, 'profile_import.run', importId);
    wakeQueue(tx, PROFILE_IMPORTS);
  });
  return { ok: true };
}

/** What was made is taken back, row by row; what waits is not made any more. */
export async function undoImport(
  context: StaffContext,
  { brand, importId }: InputOf<typeof undoEndpoint>,
): Promise<ReplyOf<typeof undoEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  await transact(app.db, async (tx) => {
    const found = await lockImport(tx, brandId, importId);
    if (found.state === 'undone') return;
    if (found.run_at && app.clock.now().getTime() - found.run_at.getTime() > UNDO_WITHIN)
      fail('import.too_late');
    await setState(tx, { brandId, importId }, { state: 'undone' });
    await sql`update profile_import_row set work_at = now() where brand_id = ${brandId}::uuid
      and import_id = ${importId}::uuid and profile_id is not null and work_lease is null`.execute(tx);
    await record(inside, tx, 'profile_import.undone', importId);
    wakeQueue(tx, PROFILE_IMPORTS);
  });
  return { ok: true };
}

type ImportFacts = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export function findImport(db: DbOrTx, brandId: string, importId: string) {
  return imports(db, brandId).where('id', '=', importId).executeTakeFirst();
}

const imports = (db: DbOrTx, brandId: string) =>
  db
    .selectFrom('profile_import')
    .select(['id', 'name', 'state', 'made_by', 'made_at', 'run_at'])
    .where('brand_id', '=', brandId);

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

export async function listImports(
  context: StaffContext,
  { brand }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { app, brandId } = atBrand(context, brand);
  const rows = await imports(app.db, brandId).orderBy('made_at', 'desc').orderBy('id').limit(SHOWN).execute();
  return { imports: rows.map(describe) };
}

const describe = ({ id, name, state, made_at, run_at }: ImportFacts) => ({
  id,
  name,
  state,
  madeAt: made_at.getTime(),
  undoUntil: state === 'running' && run_at ? run_at.getTime() + UNDO_WITHIN : null,
});

export async function readImport(
  context: StaffContext,
  { brand, importId }: InputOf<typeof readEndpoint>,
): Promise<ImportProgress> {
  const { app, brandId } = atBrand(context, brand);
  const found = (await findImport(app.db, brandId, importId)) ?? fail('request.not_found');
  const counts = await countRows(app.db, brandId, importId);
  return {
    ...describe(found),
    ...counts,
    problems: await readProblems(app.db, brandId, importId),
    missing: await readMissing(app.db, brandId, importId),
  };
}

type Counts = Pick<ImportProgress, 'rows' | 'wrong' | 'waiting' | 'made' | 'failed'>;

async function countRows(db: DbOrTx, brandId: string, importId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as rows,
      count(*) filter (where problem is not null and profile_id is null)::int as wrong,
      count(*) filter (where work_at is not null)::int as waiting,
      count(*) filter (where profile_id is not null)::int as made,
      count(*) filter (where work_failed_at is not null)::int as failed
    from profile_import_row where brand_id = ${brandId}::uuid and import_id = ${importId}::uuid`.execute(db);
  return rows[0] ?? { rows: 0, wrong: 0, waiting: 0, made: 0, failed: 0 };
}

function readProblems(db: DbOrTx, brandId: string, importId: string) {
  return db
    .selectFrom('profile_import_row')
    .select('number')
    .select(sql<string>`left(coalesce(problem, work_error), 200)`.as('problem'))
    .where('brand_id', '=', brandId)
    .where('import_id', '=', importId)
    .where(sql<boolean>`(problem is not null or work_failed_at is not null)`)
    .orderBy('number')
    .limit(PROBLEMS_SHOWN)
    .execute();
}

async function readMissing(db: DbOrTx, brandId: string, importId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct picture ->> 'file' as name from profile_import_row r
    cross join lateral jsonb_array_elements(r.content -> 'pictures') as picture
    where r.brand_id = ${brandId}::uuid and r.import_id = ${importId}::uuid and r.problem is null and r.profile_id is null
      and not exists (select from profile_import_picture p where p.brand_id = r.brand_id and p.import_id = r.import_id
        and p.name = picture ->> 'file')
    order by 1 limit ${PROBLEMS_SHOWN}::int`.execute(db);
  return rows.map(({ name }) => name);
}

/** A row that was found to fit when it was given. */
export const readRow = (content: unknown): ImportRow => z.parse(importRow, content);
