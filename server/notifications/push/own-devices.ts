/** The devices of a member that get push messages, for the owner to see and to remove. */

import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { listPushDevices as listEndpoint, PushDevice } from '#contract/notification/push.ts';
import { nameDevice } from '#server/accounts/own-sessions.ts';
import type { MemberContext } from '#server/app.ts';
import { MOST_DEVICES } from './subscriptions.ts';

export async function listPushDevices(context: MemberContext): Promise<ReplyOf<typeof listEndpoint>> {
  const { brandId, accountId, sessionId } = context;
  const rows = await context.app.db
    .selectFrom('push_token as t')
    .innerJoin('session as s', (join) =>
      join.onRef('s.brand_id', '=', 't.brand_id').onRef('s.id', '=', 't.session_id'),
    )
    .select(['t.token_hash', 't.session_id', 't.created_at', 's.user_agent'])
    .where('t.brand_id', '=', brandId)
    .where('t.account_id', '=', accountId)
    .orderBy('t.created_at', 'desc')
    .limit(MOST_DEVICES)
    .execute();
  const devices = rows.map(({ token_hash, session_id, created_at, user_agent }): PushDevice => ({
    id: token_hash.toString('hex'),
    current: session_id === sessionId,
    device: nameDevice(user_agent ?? ''),
    createdAt: created_at.getTime(),
  }));
  return { devices };
}

/** Another member's device and a missing one look the same. */
export async function removePushDevice(
  { app: { db }, brandId, accountId }: MemberContext,
  { deviceId }: { deviceId: string },
) {
  const gone = await db
    .deleteFrom('push_token')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('token_hash', '=', Buffer.from(deviceId, 'hex'))
    .returning('token_hash')
    .executeTakeFirst();
  if (!gone) fail('request.not_found');
  return { result: 'OK' as const };
}
