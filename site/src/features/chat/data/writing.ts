import { reportTyping } from '../../../../../contract/chat/live.ts';
import { TYPING_EVERY_MS } from '../../../../../contract/kernel/constants.ts';
import { isConnected, emit } from '../../../../../packages/client/socket-events.ts';

let lastSaid = { profileId: '', at: 0 };

/** Tells that the member is writing, not too often, and only where somebody hears it now. */
export function noteWriting(trackerId: string, profileId: string): void {
  const now = Date.now();
  const lately = lastSaid.profileId === profileId && now - lastSaid.at < TYPING_EVERY_MS;
  if (lately || !isConnected()) return;
  lastSaid = { profileId, at: now };
  void emit(reportTyping, { trackerId, profileId }).catch(() => undefined);
}

/** What was written has been sent: the next letter is told at once. */
export function noteSent(): void {
  lastSaid = { profileId: '', at: 0 };
}
