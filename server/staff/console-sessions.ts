/** Sign-in of the staff and their sessions, which are apart from members'. */

import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { staffSignIn, staffMe } from '../../contract/staff/staff.ts';
import type { App, StaffContext, VisitorContext } from '../app.ts';
import { recordAudit } from '../platform/audit.ts';
import { DAY, HOUR, MINUTE } from '../platform/clock.ts';
import { transact } from '../platform/database/database.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { newId, newToken } from '../platform/ids.ts';
import { deviceTokenFor, guardLogin } from '../platform/security/login-guard.ts';
import { networkOf } from '../platform/security/rate-limits.ts';
import { hashToken } from '../platform/security/sessions.ts';

/** Without a call for this long a session ends. */
const IDLE_LIMIT = 12 * HOUR;
/** However busy, nobody works on for longer without signing in again. */
const WHOLE_LIMIT = 7 * DAY;
/** How stale the expiry may be before a call moves it, so that reading does not write each time. */
const EXTEND_EVERY = 5 * MINUTE;

type StaffSession = Pick<StaffContext, 'staffId' | 'role' | 'brandIds' | 'sessionId'>;

/** Reads a token. Undefined for one that is unknown, over, or of somebody who has been disabled since. */
export async function findStaffSession(
  { db, clock, brands }: App,
  token: string,
): Promise<StaffSession | undefined> {
  const session = await findStaffSessionByHash(db, hashToken(token));
  const now = clock.now().getTime();
  if (!session || session.status === 'disabled' || session.expires_at.getTime() <= now) return undefined;
  const expiry = Math.min(now + IDLE_LIMIT, session.created_at.getTime() + WHOLE_LIMIT);
  if (expiry - session.expires_at.getTime() >= EXTEND_EVERY) {
    await extendStaffSession(db, session.id, new Date(expiry));
  }
  const { id: sessionId, staff_id: staffId, role } = session;
  const brandIds = role === 'owner' ? brands.all().map(({ id }) => id) : session.brand_ids;
  return { staffId, role, brandIds, sessionId };
}

/** Opens a session. An unknown address, a wrong password and somebody disabled take as long and get the same answer. */
export async function signIn(
  context: VisitorContext,
  { email, password, deviceToken }: InputOf<typeof staffSignIn>,
): Promise<ReplyOf<typeof staffSignIn>> {
  // PostgreSQL refuses a text with a zero byte, and nobody's address has one.
  const address = email.replaceAll('\0', '').trim().toLowerCase();
  const login = { account: `staff:${address}`, deviceToken };
  const staff = await guardLogin(context, login, () => findMatch(context, address, password));
  if (!staff) return fail('staff.login_wrong');
  const token = await openStaffSession(context, staff.id);
  return {
    token,
    staff: { id: staff.id, email: staff.email, name: staff.name, role: staff.role },
    deviceToken: deviceTokenFor(context.app, login),
  };
}

async function findMatch({ app: { db, passwords }, ip }: VisitorContext, address: string, password: string) {
  const staff = await findStaffByEmail(db, address);
  const owner = `staff ${address} ${networkOf(ip)}`;
  const matches = await passwords.verify(staff?.password_hash, password, owner);
  if (!staff || !matches || staff.status === 'disabled') {
    // What a stranger typed is not kept: it may be a password in the wrong field.
    await recordAudit(db, {
      actor: { kind: 'visitor' },
      action: 'staff.sign_in_failed',
      subject: staff?.email,
      ip,
    });
    return undefined;
  }
  if (passwords.needsRehash(staff.password_hash)) {
    await replaceStaffPasswordHash(db, staff.id, await passwords.hash(password, owner));
  }
  return staff;
}

/** The token is told once and only its hash is kept. */
async function openStaffSession(
  { app: { db, clock }, ip, userAgent }: VisitorContext,
  staffId: string,
): Promise<string> {
  const now = clock.now();
  const token = newToken();
  await transact(db, async (tx) => {
    await insertStaffSession(tx, {
      id: newId(now.getTime()),
      staff_id: staffId,
      token_hash: hashToken(token),
      ip: storableAddress(ip),
      user_agent: userAgent.slice(0, 400),
      created_at: now,
      expires_at: new Date(now.getTime() + IDLE_LIMIT),
    });
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.signed_in', ip });
  });
  return token;
}

/** A link-local address carries a zone that PostgreSQL does not know; a proxy may send anything. */
function storableAddress(ip: string): string | null {
  return isIP(ip) > 0 ? ip.replace(/%.*$/, '') : null;
}

export async function signOut({ app: { db }, staffId, sessionId, ip }: StaffContext) {
  await transact(db, async (tx) => {
    await deleteStaffSession(tx, sessionId);
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.signed_out', ip });
  });
  return { ok: true as const };
}

export async function whoAmI({ app: { db }, staffId }: StaffContext): Promise<ReplyOf<typeof staffMe>> {
  return (await readStaff(db, staffId)) ?? fail('session.dead');
}

function findStaffByEmail(db: DbOrTx, email: string) {
  return db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'role', 'status', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

function readStaff(db: DbOrTx, id: string) {
  return db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'role'])
    .where('id', '=', id)
    .executeTakeFirst();
}

async function replaceStaffPasswordHash(db: DbOrTx, id: string, hash: string): Promise<void> {
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

async function insertStaffSession(db: DbOrTx, session: NewStaffSession): Promise<void> {
  await db.insertInto('staff_session').values(session).execute();
}

function findStaffSessionByHash(db: DbOrTx, tokenHash: Buffer) {
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
      sql<string[]>`array(select b.brand_id from staff_brand b where b.staff_id = staff.id)`.as('brand_ids'),
    ])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

async function extendStaffSession(db: DbOrTx, id: string, expiresAt: Date): Promise<void> {
  await db.updateTable('staff_session').set({ expires_at: expiresAt }).where('id', '=', id).execute();
}

async function deleteStaffSession(db: DbOrTx, id: string): Promise<void> {
  await db.deleteFrom('staff_session').where('id', '=', id).execute();
}

export async function deleteExpiredSessions({ db, clock }: App): Promise<void> {
  await db.deleteFrom('staff_session').where('expires_at', '<', clock.now()).execute();
}
