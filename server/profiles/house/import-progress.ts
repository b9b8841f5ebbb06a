/** What an import would do, does or has done. */

import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  ImportProgress,
  listImports as listEndpoint,
  readImport as readEndpoint,
} from '#contract/staff/profile-imports.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import type { Maker } from './edit.ts';

export const UNDO_WITHIN = DAY;
const SHOWN = 50;
const PROBLEMS_SHOWN = 100;

export type ImportFacts = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export function findImport(db: DbOrTx, brandId: string, importId: string) {
  return imports(db, brandId).where('id', '=', importId).executeTakeFirst();
}

export const imports = (db: DbOrTx, brandId: string) =>
  db
    .selectFrom('profile_import')
    .select(['id', 'name', 'state', 'made_by', 'made_at', 'run_at'])
    .where('brand_id', '=', brandId);

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
  return describeImport(atBrand(context, brand), importId);
}

export async function describeImport(
  { app, brandId }: Pick<Maker, 'app' | 'brandId'>,
  importId: string,
): Promise<ImportProgress> {
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
