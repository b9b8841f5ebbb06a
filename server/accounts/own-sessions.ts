import type { OwnSession } from '../../contract/account/own-account.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import { endSession, endSessionsOf } from '../platform/security/sessions.ts';
import { nameDevice } from './name-device.ts';
import { hasSession, listSessions } from './session-queries.ts';

const MOST_LISTED = 50;

/** Where a member is signed in, newest first. */
export async function listOwnSessions({ db, brandId, accountId, sessionId, clock }: MemberContext) {
  const rows = await listSessions(db, brandId, accountId, { now: clock.now(), limit: MOST_LISTED });
  const sessions = rows.map(({ id, method, ip, user_agent, created_at, last_seen_at }): OwnSession => ({
    id,
    current: id === sessionId,
    method,
    device: nameDevice(user_agent ?? ''),
    ip,
    createdAt: created_at.getTime(),
    lastSeenAt: last_seen_at.getTime(),
  }));
  return { sessions };
}

/** Ends the session the call is made with. */
export async function signOut(context: MemberContext) {
  await endSession(context.db, context.brandId, context.sessionId);
  return { result: 'OK' as const };
}

/** Signs out one device. Another member's session and a missing one look the same. */
export async function endOwnSession(context: MemberContext, { sessionId }: { sessionId: string }) {
  const { db, brandId, accountId } = context;
  if (!(await hasSession(db, brandId, { accountId, sessionId }))) fail('request.not_found');
  await endSession(db, brandId, sessionId);
  return { result: 'OK' as const };
}

/** Signs out everywhere but here. */
export async function endOtherSessions(context: MemberContext) {
  const { db, brandId, accountId, sessionId } = context;
  await endSessionsOf(db, brandId, accountId, sessionId);
  return { result: 'OK' as const };
}
