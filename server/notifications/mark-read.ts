import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import type { markRead as endpoint } from '../../contract/notification/notifications.ts';
import { markConversationRead } from '../messaging/receipts.ts';
import type { MemberContext } from '../app.ts';
import { readUuid } from '../platform/ids.ts';
import { readViewer } from '../profiles/viewer.ts';
import { setRead } from './queries.ts';

type Input = Pick<InputOf<typeof endpoint>, 'profileId' | 'type'>;

/** Who has seen all of somebody has also seen what they wrote. */
export async function markRead(
  context: MemberContext,
  { profileId: from, type }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, clock } = context;
  const { profileId } = await readViewer(context);
  const fromId = from === undefined ? null : readUuid(from);
  // Nobody has a reserved id, so nothing of theirs is among likes and visits.
  if (fromId !== undefined) {
    await setRead(db, { brandId, profileId }, { fromId, type: type ?? null, at: clock.now() });
  }
  if (from !== undefined && type === undefined) await markConversationRead(context, from);
  return { result: 'OK' };
}
