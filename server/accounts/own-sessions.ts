/** Where a member is signed in. */

import type { OwnSession } from '#contract/account/own-account.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { endSession, endSessionsOf } from '#server/platform/security/sessions.ts';

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

type UserAgentPattern = readonly [pattern: RegExp, name: string];

/** In this order: most browsers also claim to be the ones below them. */
const browsers: readonly UserAgentPattern[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\S* )?Safari\//, 'Safari'],
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

export function listSessions(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  { now, limit, newest = 'created_at' }: { now: Date; limit: number; newest?: 'created_at' | 'last_seen_at' },
) {
  return db
    .selectFrom('session')
    .select(['id', 'method', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy(newest, 'desc')
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
