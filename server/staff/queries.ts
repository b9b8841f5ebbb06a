import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { DbOrTx } from '../platform/database/database.ts';

export function findStaffByEmail(db: DbOrTx, email: string) {
  return db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'role', 'status', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export function readStaff(db: DbOrTx, id: string) {
  return db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'role'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function isAnybodyStaff(db: DbOrTx): Promise<boolean> {
  return (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined;
}

interface NewStaff {
  id: string;
  email: string;
  name: string;
  role: 'host' | 'moderator' | 'operator';
  password_hash: string;
  created_at: Date;
}

/** False where the address is taken. */
export async function insertStaff(db: DbOrTx, staff: NewStaff): Promise<boolean> {
  const inserted = await db
    .insertInto('staff')
    .values(staff)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function replaceStaffPasswordHash(db: DbOrTx, id: string, hash: string): Promise<void> {
  await db.updateTable('staff').set({ password_hash: hash }).where('id', '=', id).execute();
}

interface NewStaffSession {
  id: string;
  staff_id: string;
  token_hash: Buffer;
  ip: string | null;
  user_agent: string;
  created_at: Date;
  expires_at: Date;
}

export async function insertStaffSession(db: DbOrTx, session: NewStaffSession): Promise<void> {
  await db.insertInto('staff_session').values(session).execute();
}

export function findStaffSessionByHash(db: DbOrTx, tokenHash: Buffer) {
  return db
    .selectFrom('staff_session as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select([
      'session.id',
      'session.staff_id',
      'session.created_at',
      'session.expires_at',
      'staff.role',
      'staff.status',
    ])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function extendStaffSession(db: DbOrTx, id: string, expiresAt: Date): Promise<void> {
  await db.updateTable('staff_session').set({ expires_at: expiresAt }).where('id', '=', id).execute();
}

export async function deleteStaffSession(db: DbOrTx, id: string): Promise<void> {
  await db.deleteFrom('staff_session').where('id', '=', id).execute();
}

export async function deleteExpiredSessions({ db, clock }: App): Promise<void> {
  await db.deleteFrom('staff_session').where('expires_at', '<', clock.now()).execute();
}

const mailColumns = [
  'mail.id',
  'brand.key as brand',
  'recipient',
  'subject',
  'template',
  'language',
  'status',
  'mail.created_at',
] as const;

/** Ids are in the order of time, so they are the page's key as well. */
export function listMailRows(db: DbOrTx, before: string | undefined, limit: number) {
  const query = db
    .selectFrom('mail')
    .innerJoin('brand', 'brand.id', 'mail.brand_id')
    .select(mailColumns)
    .orderBy('mail.id', 'desc')
    .limit(limit);
  return (before === undefined ? query : query.where('mail.id', '<', before)).execute();
}

export function readMailRow(db: DbOrTx, id: string) {
  return db
    .selectFrom('mail')
    .innerJoin('brand', 'brand.id', 'mail.brand_id')
    .select([...mailColumns, 'html', 'text', 'error'])
    .where('mail.id', '=', id)
    .executeTakeFirst();
}

export function countAccounts(db: DbOrTx) {
  return db
    .selectFrom('account')
    .select(['brand_id', sql<number>`count(*)::int`.as('count')])
    .groupBy('brand_id')
    .execute();
}

export function countProfiles(db: DbOrTx) {
  return db
    .selectFrom('profile')
    .select(['brand_id', 'kind', sql<number>`count(*)::int`.as('count')])
    .groupBy(['brand_id', 'kind'])
    .execute();
}
