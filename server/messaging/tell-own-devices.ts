import { conversationChanged } from '../../contract/chat/live.ts';
import type { MemberContext } from '../app.ts';

/** What the member's devices know of a conversation is out of date. */
export function tellOwnDevices(
  { realtime, brandId, accountId }: MemberContext,
  profileId: string,
  except?: string,
): void {
  realtime.emit({ brandId, accountIds: [accountId], except }, conversationChanged, { profileId });
}
