/** Sign-in of the staff and their sessions, which are apart from members'. */

import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { needsSecondFactor } from '#contract/kernel/staff-rights.ts';
import type { BrandRole, StaffRole } from '#contract/kernel/staff-rights.ts';
import type { StaffMember, staffSignIn } from '#contract/staff/sign-in.ts';
import type { App, StaffContext, VisitorContext } from '#server/app.ts';
import type { BrandDirectory } from '#server/brands/directory.ts';
import { releaseCasesOf } from '#server/moderation/case-releases.ts';
import { emitCase } from '#server/moderation/live.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId, newToken } from '#server/platform/ids.ts';
import { networkOf } from '#server/platform/network.ts';
import type { StaffSession, StaffSessions } from '#server/platform/realtime/staff-live.ts';
import { deviceTokenFor, guardLogin } from '#server/platform/security/login-guard.ts';
import { hashToken } from '#server/platform/security/sessions.ts';

/** Without a call for this long a session ends. */
const IDLE_LIMIT = 12 * HOUR;
/** So long there is to show the second factor, or to set up the first: the password that was typed is proof enough for it. */
const FACTOR_LIMIT = 10 * MINUTE;
const ENROL_LIMIT = 30 * MINUTE;
/** However busy, no one works on for longer without signing in again. */
const WHOLE_LIMIT = 7 * DAY;
/** How stale the expiry may be before a call moves it, so that reading does not write each time. */
const EXTEND_EVERY = 5 * MINUTE;

/** Reads a token. Undefined for one that is unknown, over, or of a person who has left since. */
export async function findStaffSession(
  { db, clock, brands }: App,
  token: string,
): Promise<StaffSession | undefined> {
  const session = await findStaffSessionByHash(db, hashToken(token));
  const now = clock.now().getTime();
  if (!session || session.status !== 'active' || session.expires_at.getTime() <= now) return undefined;
  const expiry = Math.min(now + IDLE_LIMIT, session.created_at.getTime() + WHOLE_LIMIT);
  if (session.missing === null && expiry - session.expires_at.getTime() >= EXTEND_EVERY) {
    await db
      .updateTable('staff_session')
      .set({ expires_at: new Date(expiry) })
      .where('id', '=', session.id)
      .execute();
  }
  const { id: sessionId, staff_id: staffId, is_owner: isOwner, missing } = session;
  const roles = rolesAt(brands, session);
  return { staffId, isOwner, roles, missing, brandIds: [...roles.keys()], sessionId };
}

/** The role of a person at each brand. */
function rolesAt(brands: BrandDirectory, { is_owner, roles }: StandingRow): ReadonlyMap<string, StaffRole> {
  if (is_owner) return new Map(brands.all().map(({ id }) => [id, 'owner']));
  return new Map(Object.entries(roles));
}

/** The database notifies of sessions that have ended on this channel. */
export const STAFF_SESSION_CHANGED = 'staff_session_changed';

/** What connections of the console ask. A console that is open and does nothing keeps no session alive. */
export const staffSessions: StaffSessions = { find: findStaffSession, findLive: findLiveSessions };

async function findLiveSessions({ db, clock }: App, sessionIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('staff_session as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select('session.id')
    .where('session.id', 'in', sessionIds)
    .where('session.expires_at', '>', clock.now())
    .where('staff.status', '=', 'active')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Opens a session. An unknown address, a wrong password and a person who has left take as long and get the same answer.
 * Where a second factor is asked for, the session is good for nothing but showing it or setting it up.
 */
export async function signIn(
  context: VisitorContext,
  { email, password, deviceToken, language }: InputOf<typeof staffSignIn>,
): Promise<ReplyOf<typeof staffSignIn>> {
  // PostgreSQL refuses a text with a zero byte, and no address has one.
  const address = email.replaceAll('\0', '').trim().toLowerCase();
  // A new password makes the devices unknown that were let in with the one before.
  const readVersion = async () =>
    (await findStaffByEmail(context.app.db, address))?.password_hash ?? undefined;
  const login = { account: `staff:${address}`, deviceToken, readVersion };
  const staff = await guardLogin(context, login, () => findMatch(context, address, password));
  if (!staff) return fail('staff.login_wrong');
  const hasFactor = staff.totp_nonce !== null || staff.passkeys > 0;
  const missing = hasFactor ? 'factor' : needsFactor(staff) ? 'enrol' : null;
  if (staff.language === null && language !== undefined)
    await context.app.db.updateTable('staff').set({ language }).where('id', '=', staff.id).execute();
  const token = await openStaffSession(context, staff.id, missing);
  return {
    token,
    staff: (await describeStaff(context.app, staff.id, missing)) ?? fail('staff.login_wrong'),
    deviceToken: deviceTokenFor(context.app, { ...login, version: (await readVersion()) ?? '' }),
  };
}

async function findMatch({ app: { db, passwords }, ip }: VisitorContext, address: string, password: string) {
  const staff = await findStaffByEmail(db, address);
  const owner = `staff ${address} ${networkOf(ip)}`;
  const matches = await passwords.verify(staff?.password_hash ?? undefined, password, owner);
  if (!staff?.password_hash || !matches || staff.status !== 'active') {
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
    const password_hash = await passwords.hash(password, owner);
    await db.updateTable('staff').set({ password_hash }).where('id', '=', staff.id).execute();
  }
  return staff;
}

/** The token is returned once and only its hash is kept. */
async function openStaffSession(
  { app: { db, clock }, ip, userAgent }: VisitorContext,
  staffId: string,
  missing: StaffContext['missing'],
): Promise<string> {
  const now = clock.now();
  const token = newToken();
  await transact(db, async (tx) => {
    await tx
      .insertInto('staff_session')
      .values({
        id: newId(now.getTime()),
        staff_id: staffId,
        token_hash: hashToken(token),
        ip: storableAddress(ip),
        user_agent: userAgent.slice(0, 400),
        missing,
        created_at: now,
        expires_at: new Date(now.getTime() + lifeOf(missing)),
      })
      .execute();
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.signed_in', ip });
  });
  return token;
}

function lifeOf(missing: StaffContext['missing']): number {
  if (missing === null) return IDLE_LIMIT;
  return missing === 'factor' ? FACTOR_LIMIT : ENROL_LIMIT;
}

/** A link-local address carries a zone that PostgreSQL does not know; a proxy may send anything. */
function storableAddress(ip: string): string | null {
  return isIP(ip) > 0 ? (ip.split('%', 1)[0] ?? ip) : null;
}

export async function signOut({ app, staffId, sessionId, ip }: StaffContext) {
  await transact(app.db, async (tx, afterCommit) => {
    await tx.deleteFrom('staff_session').where('id', '=', sessionId).execute();
    const released = await releaseCasesOf(tx, staffId);
    afterCommit(() => released.forEach((each) => emitCase(app, each, 'released', staffId)));
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.signed_out', ip });
  });
  return { ok: true as const };
}

export async function whoAmI({ app, staffId, missing }: StaffContext): Promise<StaffMember> {
  return (await describeStaff(app, staffId, missing)) ?? fail('session.dead');
}

/** The second factor was shown or set up: from here on everything is open that the role may open. */
export async function completeSession(tx: Tx, context: StaffContext): Promise<void> {
  const { app, sessionId, staffId, ip, missing } = context;
  if (missing === null) return;
  const expiresAt = new Date(app.clock.now().getTime() + IDLE_LIMIT);
  await tx
    .updateTable('staff_session')
    .set({ missing: null, expires_at: expiresAt })
    .where('id', '=', sessionId)
    .execute();
  await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.factor_shown', ip });
}

/** Of a person who has not signed in by a page yet. */
export const FALLBACK_LANGUAGE = 'en';

/** Signs a person out everywhere, or everywhere but here. */
export async function endSessionsOfStaff(tx: Tx, staffId: string, except?: string): Promise<void> {
  let query = tx.deleteFrom('staff_session').where('staff_id', '=', staffId);
  if (except !== undefined) query = query.where('id', '!=', except);
  await query.execute();
}

export async function describeStaff(
  { db, brands }: App,
  staffId: string,
  missing: StaffContext['missing'],
): Promise<StaffMember | undefined> {
  const row = await readStaff(db, staffId);
  if (!row) return undefined;
  const { id, email, name, is_owner: isOwner, language, totp_nonce, passkeys } = row;
  return {
    id,
    email,
    name,
    isOwner,
    language: language ?? FALLBACK_LANGUAGE,
    brands: describeBrands(brands, row),
    worksEverywhere: isOwner || brands.all().every((brand) => brand.id in row.roles),
    missing,
    factors: { totp: totp_nonce !== null, passkeys },
  };
}

const passkeyCount = sql<number>`(select count(*)::int from staff_passkey k where k.staff_id = staff.id)`.as(
  'passkeys',
);
export const rolesOfStaff = sql<Record<string, BrandRole>>`coalesce(
  (select jsonb_object_agg(b.brand_id, b.role) from staff_brand b where b.staff_id = staff.id), '{}')`.as(
  'roles',
);

/** The rights of a person: an owner, or a role at each of some brands. */
interface StandingRow {
  is_owner: boolean;
  roles: Readonly<Record<string, BrandRole>>;
}

/** One of the roles is enough. */
export function needsFactor({ is_owner, roles }: StandingRow): boolean {
  return is_owner || Object.values(roles).some(needsSecondFactor);
}

/** Brands and roles, in the words of the contract. */
export function describeBrands(brands: BrandDirectory, row: StandingRow): StaffMember['brands'] {
  const roles = rolesAt(brands, row);
  return brands.all().flatMap(({ id, key, settings: { title } }) => {
    const role = roles.get(id);
    return role ? [{ key, title, role }] : [];
  });
}

function findStaffByEmail(db: DbOrTx, email: string) {
  return db
    .selectFrom('staff')
    .select([
      'id',
      'email',
      'name',
      'is_owner',
      'status',
      'language',
      'password_hash',
      'totp_nonce',
      passkeyCount,
      rolesOfStaff,
    ])
    .where('email', '=', email)
    .executeTakeFirst();
}

function readStaff(db: DbOrTx, id: string) {
  return db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'is_owner', 'language', 'totp_nonce', passkeyCount, rolesOfStaff])
    .where('id', '=', id)
    .executeTakeFirst();
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
      'session.missing',
      'staff.is_owner',
      'staff.status',
      rolesOfStaff,
    ])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function deleteExpiredSessions({ db, clock }: App): Promise<void> {
  await db.deleteFrom('staff_session').where('expires_at', '<', clock.now()).execute();
}
