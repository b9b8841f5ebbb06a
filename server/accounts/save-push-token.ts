import type { MemberContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import { hashToken } from '../platform/security/sessions.ts';
import { dropOldPush, savePush } from './session-queries.ts';

const MOST_DEVICES = 20;

/** Notes where push messages for this device go. */
export async function savePushToken(
  { db, brandId, accountId, clock }: MemberContext,
  { pushToken }: { pushToken: string },
) {
  await transact(db, async (tx) => {
    const hash = hashToken(pushToken);
    await savePush(tx, brandId, { accountId, hash, token: pushToken, at: clock.now() });
    await dropOldPush(tx, brandId, accountId, MOST_DEVICES);
  });
  return { result: 'OK' as const };
}
