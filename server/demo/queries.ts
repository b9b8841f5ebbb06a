/** The statements of the demo. It fills tables that other rooms own, before there are any members. */

import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { Database, DbOrTx, Tx } from '#server/platform/database/database.ts';

const TABLE_MISSING = '42P01';

/** What has been seeded, by name. It has a schema of its own, for only a demo needs it. */
export async function readCompletedSteps(db: Database): Promise<Map<string, string>> {
  try {
    const { rows } = await sql<{
      name: string;
      value: string;
    }>`select name, value from demo.completed_step`.execute(db);
    return new Map(rows.map(({ name, value }) => [name, value]));
  } catch (error) {
    if ((error as { code?: unknown }).code === TABLE_MISSING) return new Map();
    throw error;
  }
}

export async function createCompletedStepTable(tx: Tx): Promise<void> {
  // Two that start at once must not make it twice.
  await sql`select pg_advisory_xact_lock(7270462)`.execute(tx);
  await sql`create schema if not exists demo`.execute(tx);
  await sql`create table if not exists demo.completed_step (
    name text primary key,
    value text not null,
    at timestamptz not null default now()
  )`.execute(tx);
}

export interface CompletedStep {
  name: string;
  value: string;
}

export async function recordCompletedStep(db: DbOrTx, { name, value }: CompletedStep): Promise<void> {
  await sql`insert into demo.completed_step (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value, at = now()`.execute(db);
}

type Rows<Table extends keyof DB> = readonly Insertable<DB[Table]>[];

export async function insertAccounts(tx: Tx, rows: Rows<'account'>): Promise<void> {
  await tx
    .insertInto('account')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertProfiles(tx: Tx, rows: Rows<'profile'>): Promise<void> {
  await tx
    .insertInto('profile')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertBalances(tx: Tx, rows: Rows<'balance'>): Promise<void> {
  await tx
    .insertInto('balance')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertReviews(tx: Tx, rows: Rows<'review'>): Promise<void> {
  await tx
    .insertInto('review')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Answers with those that were not there yet. */
export async function insertConversations(tx: Tx, rows: Rows<'conversation'>): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const added = await tx
    .insertInto('conversation')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return new Set(added.map(({ id }) => id));
}

export async function insertInboxes(tx: Tx, rows: Rows<'inbox'>): Promise<void> {
  if (rows.length > 0) await tx.insertInto('inbox').values(rows).execute();
}

export async function insertChatPhotos(tx: Tx, rows: Rows<'chat_photo'>): Promise<void> {
  if (rows.length > 0) await tx.insertInto('chat_photo').values(rows).execute();
}

export async function insertMessages(tx: Tx, rows: Rows<'message'>): Promise<void> {
  if (rows.length > 0) await tx.insertInto('message').values(rows).execute();
}

export async function insertWaiting(tx: Tx, rows: Rows<'waiting_reply'>): Promise<void> {
  if (rows.length > 0) await tx.insertInto('waiting_reply').values(rows).execute();
}

export async function insertLikes(tx: Tx, rows: Rows<'reaction'>): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('reaction')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** All people of the demo who are there, and whom they seek; profiles of ours have no account to say so. */
export function readTalkers(tx: Tx, brandId: string) {
  return tx
    .selectFrom('profile as p')
    .leftJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(['p.id', 'p.kind', 'p.gender', 'a.seeks'])
    .where('p.brand_id', '=', brandId)
    .where('p.demo', '=', true)
    .orderBy('p.id')
    .execute();
}

export async function setPasswords(
  tx: Tx,
  brandId: string,
  accountIds: string[],
  hash: string,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_hash: hash })
    .where('brand_id', '=', brandId)
    .where('id', 'in', accountIds)
    .where('demo', '=', true)
    .execute();
}

export function readEmails(db: DbOrTx, accountIds: string[]) {
  return db.selectFrom('account').select(['brand_id', 'id', 'email']).where('id', 'in', accountIds).execute();
}

/** All who have a picture drawn, those first whom a visitor meets first; a new member has none. */
export function readSitters(db: DbOrTx, brandId: string) {
  return db
    .selectFrom('profile as p')
    .select(['p.id', 'p.gender', 'p.birth_year'])
    .where('p.brand_id', '=', brandId)
    .where('p.demo', '=', true)
    .where('p.status', '!=', 'pending')
    .where('p.birth_year', 'is not', null)
    .$narrowType<{ birth_year: number }>()
    .orderBy(
      (talks) =>
        talks.exists(
          talks
            .selectFrom('inbox as i')
            .select('i.other_id')
            .whereRef('i.brand_id', '=', 'p.brand_id')
            .whereRef('i.other_id', '=', 'p.id'),
        ),
      'desc',
    )
    .orderBy('p.last_active_at', 'desc')
    .orderBy('p.id')
    .execute();
}

export function readDemoPhotos(db: DbOrTx, brandId: string) {
  return db
    .selectFrom('photo')
    .innerJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'photo.brand_id').onRef('profile.id', '=', 'photo.profile_id'),
    )
    .select(['photo.id', 'photo.blur_id', 'photo.profile_id', 'photo.position', 'photo.widths'])
    .where('photo.brand_id', '=', brandId)
    .where('profile.demo', '=', true)
    .execute();
}

/** A picture that is there already in fewer sizes gets the new ones. A place taken by another picture stays so. */
export async function savePhoto(db: DbOrTx, row: Insertable<DB['photo']>): Promise<void> {
  await db
    .insertInto('photo')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'profile_id', 'position'])
        .doUpdateSet({ width: row.width, height: row.height, widths: row.widths })
        .where('photo.id', '=', row.id),
    )
    .execute();
}

export async function deletePhotos(db: DbOrTx, brandId: string, photoIds: string[]): Promise<void> {
  await db.deleteFrom('photo').where('brand_id', '=', brandId).where('id', 'in', photoIds).execute();
}

export async function hasPlan(db: DbOrTx, brandId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscription')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Orders of an account that were begun and not paid. */
export async function readOpenOrders(db: DbOrTx, brandId: string, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'awaiting_payment')
    .execute();
  return rows.map(({ id }) => id);
}
