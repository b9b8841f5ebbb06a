/** Where a member is signed in, and which devices get push messages. */

import type { OwnSession } from '../../contract/account/own-account.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import type { DbOrTx, Tx } from '../platform/database/database.ts';
import { endSession, endSessionsOf, hashToken } from '../platform/security/sessions.ts';

const MOST_LISTED = 50;

/** Where a member is signed in, newest first. */
export async function listOwnSessions({ app: { db, clock }, brandId, accountId, sessionId }: MemberContext) {
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
  const { db, sessions } = context.app;
  const { brandId, accountId, sessionId } = context;
  await endSession(db, brandId, sessionId);
  sessions.forget(accountId);
  return { result: 'OK' as const };
}

/** Signs out one device. Another member's session and a missing one look the same. */
export async function endOwnSession(context: MemberContext, { sessionId }: { sessionId: string }) {
  const { db, sessions } = context.app;
  const { brandId, accountId } = context;
  if (!(await hasSession(db, brandId, { accountId, sessionId }))) fail('request.not_found');
  await endSession(db, brandId, sessionId);
  sessions.forget(accountId);
  return { result: 'OK' as const };
}

/** Signs out everywhere but here. */
export async function endOtherSessions(context: MemberContext) {
  const { db, sessions } = context.app;
  const { brandId, accountId, sessionId } = context;
  await endSessionsOf(db, brandId, accountId, sessionId);
  sessions.forget(accountId);
  return { result: 'OK' as const };
}

const MOST_DEVICES = 20;

/** Notes where push messages for this device go. */
export async function savePushToken(
  { app: { db, clock }, brandId, accountId }: MemberContext,
  { pushToken }: { pushToken: string },
) {
  await transact(db, async (tx) => {
    const hash = hashToken(pushToken);
    await savePush(tx, brandId, { accountId, hash, token: pushToken, at: clock.now() });
    await dropOldPush(tx, brandId, accountId, MOST_DEVICES);
  });
  return { result: 'OK' as const };
}

type UserAgentPattern = readonly [pattern: RegExp, name: string];

/** In this order: most browsers also claim to be the ones below them. */
const browsers: readonly UserAgentPattern[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
];
const systems: readonly UserAgentPattern[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Says in two words what a browser says in twenty: "Chrome, Android". What it does not know it leaves out. */
export function nameDevice(userAgent: string): string {
  const find = (patterns: readonly UserAgentPattern[]) =>
    patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter((name) => name !== undefined).join(', ');
}

function listSessions(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  { now, limit }: { now: Date; limit: number },
) {
  return db
    .selectFrom('session')
    .select(['id', 'method', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function hasSession(
  db: DbOrTx,
  brandId: string,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

interface PushToken {
  accountId: string;
  hash: Buffer;
  token: string;
  at: Date;
}

/** A device speaks for whoever used it last. */
async function savePush(tx: Tx, brandId: string, { accountId, hash, token, at }: PushToken): Promise<void> {
  await tx
    .insertInto('push_token')
    .values({ brand_id: brandId, token_hash: hash, account_id: accountId, token, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'token_hash']).doUpdateSet({ account_id: accountId, created_at: at }),
    )
    .execute();
}

/** Keeps the newest ones of an account. */
async function dropOldPush(tx: Tx, brandId: string, accountId: string, kept: number): Promise<void> {
  const old = tx
    .selectFrom('push_token')
    .select('token_hash')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .offset(kept);
  await tx
    .deleteFrom('push_token')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', old)
    .execute();
}
