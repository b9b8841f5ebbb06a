import { createHash } from 'node:crypto';
import type { SignInMethod } from '../../../contract/account/own-account.ts';
import type { App, VisitorContext } from '../../app.ts';
import { DAY, MINUTE } from '../clock.ts';
import type { DbOrTx } from '../database/database.ts';
import { newId, newToken } from '../ids.ts';
import { cacheKey } from './session-cache.ts';
import type { Session } from './session-cache.ts';

const SESSION_DAYS = 90;
/** How stale `last_seen_at` may be before a call refreshes it. */
const SEEN_EVERY = 5 * MINUTE;

export type SessionCheck = Session | 'dead' | 'disabled';

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Opens a session. The token is told once and only its hash is kept. */
export async function openSession(
  context: VisitorContext,
  db: DbOrTx,
  accountId: string,
  method: SignInMethod,
): Promise<string> {
  const now = context.clock.now();
  const token = newToken();
  await db
    .insertInto('session')
    .values({
      brand_id: context.brandId,
      id: newId(now.getTime()),
      account_id: accountId,
      token_hash: hashToken(token),
      method,
      ip: context.ip,
      user_agent: context.userAgent.slice(0, 400),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + SESSION_DAYS * DAY),
    })
    .execute();
  return token;
}

/** Reads a token. Says apart a dead one and one whose account is disabled. */
export async function checkSession(app: App, brandId: string, token: string): Promise<SessionCheck> {
  const key = cacheKey(brandId, token);
  const known = app.sessions.find(key);
  if (known) return known;
  const keep = app.sessions.startReading();
  const row = await app.db
    .selectFrom('session as s')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 's.brand_id').onRef('a.id', '=', 's.account_id'),
    )
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select(['s.id', 's.account_id', 's.last_seen_at', 's.expires_at', 'a.tracker_id', 'a.status'])
    .select(['a.accepted_at', 'p.id as profile_id', 'p.region'])
    .where('s.token_hash', '=', hashToken(token))
    .where('s.brand_id', '=', brandId)
    .executeTakeFirst();
  const now = app.clock.now();
  if (!row || row.expires_at <= now) return 'dead';
  if (row.status === 'disabled') return 'disabled';
  if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY) await markSeen(app, brandId, row.id);
  const session = {
    sessionId: row.id,
    accountId: row.account_id,
    trackerId: row.tracker_id,
    profileId: row.profile_id,
    accepted: row.accepted_at !== null,
    hasRegion: row.region !== null,
  };
  keep(key, session, row.expires_at);
  return session;
}

export async function findSession(app: App, brandId: string, token: string): Promise<Session | undefined> {
  const session = await checkSession(app, brandId, token);
  return typeof session === 'string' ? undefined : session;
}

export async function hasRegion(db: DbOrTx, brandId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('profile')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('region', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

async function markSeen(app: App, brandId: string, id: string): Promise<void> {
  const now = app.clock.now();
  await app.db
    .updateTable('session')
    .set({ last_seen_at: now, expires_at: new Date(now.getTime() + SESSION_DAYS * DAY) })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

export async function endSession(db: DbOrTx, brandId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('session').where('brand_id', '=', brandId).where('id', '=', sessionId).execute();
}

/** Ends every session of an account, but for the one that is to stay. */
export async function endSessionsOf(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  exceptSessionId?: string,
): Promise<void> {
  let ended = db.deleteFrom('session').where('brand_id', '=', brandId).where('account_id', '=', accountId);
  if (exceptSessionId !== undefined) ended = ended.where('id', '!=', exceptSessionId);
  await ended.execute();
}
