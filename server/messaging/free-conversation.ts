import { conversationChanged } from '#contract/chat/live.ts';
import type { App } from '#server/app.ts';

interface FreedConversation {
  brandId: string;
  accountId: string;
  profileId: string;
  memberId: string;
}

/** From now on the member writes and reads there for nothing, and sees it at once. */
export async function freeConversation(
  { db, realtime }: Pick<App, 'db' | 'realtime'>,
  { brandId, accountId, profileId, memberId }: FreedConversation,
): Promise<void> {
  const freed = await db
    .updateTable('inbox')
    .set({ pays: false })
    .where('brand_id', '=', brandId)
    .where('owner_id', '=', memberId)
    .where('other_id', '=', profileId)
    .where('pays', '=', true)
    .returning('owner_id')
    .executeTakeFirst();
  if (freed) realtime.emit({ brandId, accountIds: [accountId] }, conversationChanged, { profileId });
}
