/** What people of the staff change about themselves: password, language, where they are signed in. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  changeStaffPassword as changePasswordEndpoint,
  endStaffSession as endSessionEndpoint,
  listStaffSessions as listSessionsEndpoint,
  setStaffLanguage as setLanguageEndpoint,
} from '#contract/staff/sign-in.ts';
import { nameDevice } from '#server/accounts/own-sessions.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { endSessionsOfStaff } from './console-sessions.ts';

const MOST_LISTED = 50;

/** An open console on a desk must not be enough. Guesses are counted. */
export async function requireOwnPassword(context: StaffContext, password: string): Promise<void> {
  const { app, staffId } = context;
  const key = `staff proof ${staffId}`;
  await app.limits.hit('loginAccount', key);
  const row = await app.db
    .selectFrom('staff')
    .select(['email', 'password_hash'])
    .where('id', '=', staffId)
    .executeTakeFirst();
  const owner = `staff ${row?.email ?? ''}`;
  if (!(await app.passwords.verify(row?.password_hash ?? undefined, password, owner))) fail('password.wrong');
  await app.limits.reset('loginAccount', key);
}

export async function changePassword(
  context: StaffContext,
  { current, password }: InputOf<typeof changePasswordEndpoint>,
): Promise<ReplyOf<typeof changePasswordEndpoint>> {
  await requireOwnPassword(context, current);
  const { app, staffId, sessionId, ip } = context;
  const password_hash = await app.passwords.hash(password, `staff ${staffId}`);
  await transact(app.db, async (tx) => {
    // A link for another password that was sent before is worth nothing any more.
    await tx
      .updateTable('staff')
      .set(({ eb }) => ({ password_hash, password_version: eb('password_version', '+', 1) }))
      .where('id', '=', staffId)
      .execute();
    await endSessionsOfStaff(tx, staffId, sessionId);
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.password_changed', ip });
  });
  return { ok: true };
}

export async function setLanguage(
  { app: { db }, staffId }: StaffContext,
  { language }: InputOf<typeof setLanguageEndpoint>,
): Promise<ReplyOf<typeof setLanguageEndpoint>> {
  await db.updateTable('staff').set({ language }).where('id', '=', staffId).execute();
  return { ok: true };
}

export async function listSessions({
  app: { db, clock },
  staffId,
  sessionId,
}: StaffContext): Promise<ReplyOf<typeof listSessionsEndpoint>> {
  const rows = await db
    .selectFrom('staff_session')
    .select(['id', 'ip', 'user_agent', 'created_at', 'expires_at'])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', clock.now())
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute();
  return {
    sessions: rows.map(({ id, ip, user_agent, created_at, expires_at }) => ({
      id,
      current: id === sessionId,
      device: nameDevice(user_agent ?? ''),
      ip,
      createdAt: created_at.getTime(),
      expiresAt: expires_at.getTime(),
    })),
  };
}

/** Another person's session and a missing one look the same. */
export async function endSession(
  { app: { db }, staffId, ip }: StaffContext,
  { sessionId }: InputOf<typeof endSessionEndpoint>,
): Promise<ReplyOf<typeof endSessionEndpoint>> {
  await transact(db, async (tx) => {
    const gone = await tx
      .deleteFrom('staff_session')
      .where('id', '=', sessionId)
      .where('staff_id', '=', staffId)
      .returning('id')
      .executeTakeFirst();
    if (!gone) fail('request.not_found');
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.session_ended', ip });
  });
  return { ok: true };
}
