/** Which devices get push messages, and which addresses we send them to at all. */

import { ECDH, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  readPushKey as readPushKeyEndpoint,
  removePushToken as removePushTokenEndpoint,
  renewPushToken as renewPushTokenEndpoint,
  savePushToken as savePushTokenEndpoint,
} from '#contract/notification/push.ts';
import type { MemberContext, VisitorContext } from '#server/app.ts';
import type { Config } from '#server/platform/config/config.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { hashToken } from '#server/platform/security/sessions.ts';

/** As a browser's `PushSubscription` has it. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const subscription = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
  }),
});

/** The push services of the browsers that there are. We send nowhere else, whatever address a caller makes up. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^[\w.-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
];

type Services = Pick<Config, 'pushServiceUrl'>;

function isPushService(address: string, { pushServiceUrl }: Services): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (pushServiceUrl !== undefined && url.origin === new URL(pushServiceUrl).origin) return true;
  return url.protocol === 'https:' && url.port === '' && services.some((host) => host.test(url.hostname));
}

const plainBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64url');

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

/** Reads what a browser calls its subscription. Answers with nothing where it is none that we would send to. */
export function readSubscription(pushToken: string, config: Services): Subscription | undefined {
  let given: unknown;
  try {
    given = JSON.parse(pushToken);
  } catch {
    return undefined;
  }
  const { data } = subscription.safeParse(given);
  if (!data || !isPushService(data.endpoint, config) || !isPoint(data.keys.p256dh)) return undefined;
  const { endpoint, keys } = data;
  return { endpoint, keys: { p256dh: plainBase64(keys.p256dh), auth: plainBase64(keys.auth) } };
}

const requireSubscription = (pushToken: string, config: Services) =>
  readSubscription(pushToken, config) ?? fail('push.invalid');

export async function readPushKey({
  app,
  brandId,
}: VisitorContext): Promise<ReplyOf<typeof readPushKeyEndpoint>> {
  const { publicKey } = await app.pushKeys.of(brandId);
  return { publicKey };
}

export const MOST_DEVICES = 20;

/** A device speaks for the member who used it last, and as long as they are signed in there. */
export async function savePushToken(
  { app: { db, clock, config }, brandId, accountId, sessionId }: MemberContext,
  { pushToken }: Pick<InputOf<typeof savePushTokenEndpoint>, 'pushToken'>,
): Promise<ReplyOf<typeof savePushTokenEndpoint>> {
  const device = requireSubscription(pushToken, config);
  const owner = { account_id: accountId, session_id: sessionId, created_at: clock.now() };
  await transact(db, async (tx) => {
    await saveDevice(tx, brandId, owner, device);
    await dropOldDevices(tx, brandId, accountId);
  });
  return { result: 'OK' };
}

interface Owner {
  account_id: string;
  session_id: string;
  created_at: Date;
}

async function saveDevice(tx: Tx, brandId: string, owner: Owner, device: Subscription): Promise<void> {
  const saved = { ...owner, token: JSON.stringify(device) };
  await tx
    .insertInto('push_token')
    .values({ brand_id: brandId, token_hash: hashToken(device.endpoint), ...saved })
    .onConflict((conflict) => conflict.columns(['brand_id', 'token_hash']).doUpdateSet(saved))
    .execute();
}

/** Keeps the newest ones of an account. */
async function dropOldDevices(tx: Tx, brandId: string, accountId: string): Promise<void> {
  const old = tx
    .selectFrom('push_token')
    .select('token_hash')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .offset(MOST_DEVICES);
  await tx
    .deleteFrom('push_token')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', old)
    .execute();
}

/** A device that is no longer the member's stays whose it is. */
export async function removePushToken(
  { app: { db, config }, brandId, accountId }: MemberContext,
  { pushToken }: Pick<InputOf<typeof removePushTokenEndpoint>, 'pushToken'>,
): Promise<ReplyOf<typeof removePushTokenEndpoint>> {
  const { endpoint } = requireSubscription(pushToken, config);
  await db
    .deleteFrom('push_token')
    .where('brand_id', '=', brandId)
    .where('token_hash', '=', hashToken(endpoint))
    .where('account_id', '=', accountId)
    .execute();
  return { result: 'OK' };
}

/** Answers whether there were any. */
export async function removeAllDevices(
  tx: Tx,
  { brandId, accountId }: { brandId: string; accountId: string },
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('push_token')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .returning('token_hash')
    .execute();
  return gone.length > 0;
}

/**
 * A push service has replaced a subscription, which a service worker learns of while no page is open and no session is
 * at hand. The address and the secret of the old one are known to that browser alone.
 */
export async function renewPushToken(
  { app: { db, clock, config }, brandId }: VisitorContext,
  { oldToken, newToken }: InputOf<typeof renewPushTokenEndpoint>,
): Promise<ReplyOf<typeof renewPushTokenEndpoint>> {
  const [before, after] = [requireSubscription(oldToken, config), requireSubscription(newToken, config)];
  await transact(db, async (tx) => {
    const row = await tx
      .deleteFrom('push_token')
      .where('brand_id', '=', brandId)
      .where('token_hash', '=', hashToken(before.endpoint))
      .returning(['account_id', 'session_id', 'token'])
      .executeTakeFirst();
    const known = row && readSubscription(row.token, config);
    if (!known || !isSameSecret(known, before)) return fail('request.not_found');
    const { account_id, session_id } = row;
    return saveDevice(tx, brandId, { account_id, session_id, created_at: clock.now() }, after);
  });
  return { result: 'OK' };
}

const isSameSecret = (one: Subscription, other: Subscription) =>
  timingSafeEqual(Buffer.from(one.keys.auth), Buffer.from(other.keys.auth));

/** Those that are still to be sent to: an operator may have taken a push service away since. */
export async function listDevices(
  { db, config }: { db: DbOrTx; config: Services },
  { brandId, accountId }: { brandId: string; accountId: string },
): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('push_token')
    .select('token')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(MOST_DEVICES)
    .execute();
  return rows.flatMap(({ token }) => readSubscription(token, config) ?? []);
}

/** The push service says that there are no such devices any more. */
export async function dropDevices(
  db: DbOrTx,
  brandId: string,
  devices: readonly Subscription[],
): Promise<void> {
  if (devices.length === 0) return;
  const hashes = devices.map(({ endpoint }) => hashToken(endpoint));
  await db
    .deleteFrom('push_token')
    .where('brand_id', '=', brandId)
    .where('token_hash', 'in', hashes)
    .execute();
}
