import type { Updateable } from 'kysely';
import type { DB } from '../../platform/database/database-types.gen.ts';
import type { Database, DbOrTx, Tx } from '../../platform/database/database.ts';

export function lockAccount(tx: Tx, brandId: string, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['email', 'pending_email', 'tracker_id', 'language', 'status', 'closes_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

export async function setClosing(
  tx: Tx,
  brandId: string,
  accountId: string,
  change: Pick<Updateable<DB['account']>, 'status' | 'closes_at'>,
): Promise<void> {
  await tx
    .updateTable('account')
    .set(change)
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}

/** The account whose time has been up for longest. */
export function findDueAccount(db: Database, now: Date, except: string[]) {
  return db
    .selectFrom('account')
    .select(['brand_id as brandId', 'id as accountId'])
    .where('closes_at', '<=', now)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .orderBy('closes_at')
    .limit(1)
    .executeTakeFirst();
}

/** Most tables go with the account by their foreign keys. */
export async function deleteAccount(tx: Tx, brandId: string, accountId: string): Promise<void> {
  await tx.deleteFrom('account').where('brand_id', '=', brandId).where('id', '=', accountId).execute();
}

export async function findProfileId(tx: Tx, brandId: string, accountId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('profile')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.id;
}

const exportColumns = ['id', 'status', 'bytes', 'created_at', 'expires_at'] as const;

export function findRunningExport(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('data_export')
    .select(exportColumns)
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'making')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

interface NewExport {
  brandId: string;
  accountId: string;
  id: string;
  at: Date;
}

export function insertExport(tx: Tx, { brandId, accountId, id, at }: NewExport) {
  return tx
    .insertInto('data_export')
    .values({ brand_id: brandId, id, account_id: accountId, created_at: at })
    .returning(exportColumns)
    .executeTakeFirstOrThrow();
}

export function readExports(db: DbOrTx, brandId: string, accountId: string, limit: number) {
  return db
    .selectFrom('data_export')
    .select(exportColumns)
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export interface ExportKey {
  brandId: string;
  accountId: string;
  exportId: string;
}

export function readExport(db: DbOrTx, { brandId, accountId, exportId }: ExportKey) {
  return db
    .selectFrom('data_export')
    .select(exportColumns)
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('id', '=', exportId)
    .executeTakeFirst();
}

/** Answers whether it was still being made. */
export async function endExport(
  db: DbOrTx,
  { brandId, exportId }: ExportKey,
  outcome: { status: 'ready'; bytes: number; expires_at: Date } | { status: 'failed' },
): Promise<boolean> {
  const row = await db
    .updateTable('data_export')
    .set(outcome)
    .where('brand_id', '=', brandId)
    .where('id', '=', exportId)
    .where('status', '=', 'making')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findOldExports(db: DbOrTx, now: Date, limit: number) {
  return db
    .selectFrom('data_export')
    .select(['brand_id as brandId', 'account_id as accountId', 'id as exportId'])
    .where('status', '=', 'ready')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

export async function markExpired(db: DbOrTx, { brandId, exportId }: ExportKey): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ status: 'expired' })
    .where('brand_id', '=', brandId)
    .where('id', '=', exportId)
    .where('status', '=', 'ready')
    .execute();
}

export async function failExportsBefore(db: DbOrTx, before: Date): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ status: 'failed' })
    .where('status', '=', 'making')
    .where('created_at', '<', before)
    .execute();
}

/** Whether somebody wants the newsletter, locked; and when he last said something about it. */
export function findNewsletterChoice(tx: Tx, brandId: string, whose: { id: string } | { email: string }) {
  return tx
    .selectFrom('account as a')
    .select(['a.id', 'a.newsletter', 'a.language'])
    .select((from) =>
      from
        .selectFrom('consent as c')
        .select((c) => c.fn.max('c.created_at').as('at'))
        .whereRef('c.brand_id', '=', 'a.brand_id')
        .whereRef('c.account_id', '=', 'a.id')
        .where('c.kind', '=', 'newsletter')
        .as('last_choice_at'),
    )
    .where('a.brand_id', '=', brandId)
    .where((account) =>
      'id' in whose ? account('a.id', '=', whose.id) : account('a.email', '=', whose.email),
    )
    .forUpdate('a')
    .executeTakeFirst();
}

export async function switchNewsletterOff(tx: Tx, brandId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ newsletter: false })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}
