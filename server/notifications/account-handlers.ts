import { MOST_EXPORTED } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers } from '#server/accounts/account-handlers.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { disconnectMember } from './messenger/connections.ts';
import { removeAllDevices } from './push/subscriptions.ts';
import { deleteNotificationsAbout, deleteNotificationsOf } from './queue.ts';
import { settingsOf } from './settings.ts';

export const notificationAccountHandlers: AccountHandlers = {
  async accessEnding(tx, account) {
    const wasConnected = await disconnectMember(tx, account);
    const hadDevices = await removeAllDevices(tx, account);
    return [
      ...(wasConnected ? [{ kind: 'messenger' } as const] : []),
      ...(hadDevices ? [{ kind: 'push' } as const] : []),
    ];
  },
  async erasing(tx, { brandId, accountId, profileId, at }) {
    await deleteNotificationsOf(tx, { brandId, accountId, at });
    if (profileId !== undefined) await deleteNotificationsAbout(tx, brandId, profileId);
  },
  exports: [{ topic: 'notifications', read: readNotifications }],
};

/** How the member wants to be notified, their chat with the bot, and what was sent to them lately. */
async function readNotifications(db: DbOrTx, brandId: string, accountId: string) {
  const owned = { brand_id: brandId, account_id: accountId };
  const sent = await db
    .selectFrom('notification')
    .select(['kind', 'channel', 'sent_at'])
    .where((row) => row.and(owned))
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
  const telegram = await db
    .selectFrom('messenger_chat')
    .select(['chat_id', 'created_at'])
    .where((row) => row.and(owned))
    .executeTakeFirst();
  return { settings: await settingsOf(db, { brandId, accountId }), telegram: telegram ?? null, sent };
}
