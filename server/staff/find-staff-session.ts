import type { App, StaffContext } from '../app.ts';
import { DAY, HOUR, MINUTE } from '../platform/clock.ts';
import { hashToken } from '../platform/security/sessions.ts';
import { extendStaffSession, findStaffSessionByHash } from './queries.ts';

/** Without a call for this long a session ends. */
export const IDLE_LIMIT = 12 * HOUR;
/** However busy, nobody works on for longer without signing in again. */
const WHOLE_LIMIT = 7 * DAY;
/** How stale the expiry may be before a call moves it, so that reading does not write each time. */
const EXTEND_EVERY = 5 * MINUTE;

type StaffSession = Pick<StaffContext, 'staffId' | 'role' | 'sessionId'>;

/** Reads a token. Undefined for one that is unknown, over, or of somebody who has been disabled since. */
export async function findStaffSession({ db, clock }: App, token: string): Promise<StaffSession | undefined> {
  const session = await findStaffSessionByHash(db, hashToken(token));
  const now = clock.now().getTime();
  if (!session || session.status === 'disabled' || session.expires_at.getTime() <= now) return undefined;
  const expiry = Math.min(now + IDLE_LIMIT, session.created_at.getTime() + WHOLE_LIMIT);
  if (expiry - session.expires_at.getTime() >= EXTEND_EVERY) {
    await extendStaffSession(db, session.id, new Date(expiry));
  }
  return { staffId: session.staff_id, role: session.role, sessionId: session.id };
}
