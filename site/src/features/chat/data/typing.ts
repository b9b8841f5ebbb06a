import { isConnected, emit } from '#client/socket-events.ts';
import { createStore, useStore } from '#client/store.ts';
import { reportTyping } from '#contract/chat/live.ts';
import { TYPING_BELIEVED_MS, TYPING_EVERY_MS } from '#contract/kernel/constants.ts';

const noTyping: ReadonlySet<string> = new Set();
const typingStore = createStore(noTyping);
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** This person is writing to the member. It is believed for a while, unless it is said again. */
export function noteTyping(profileId: string, milliseconds = TYPING_BELIEVED_MS): void {
  clearTimeout(timers.get(profileId));
  timers.set(
    profileId,
    setTimeout(() => endTyping(profileId), milliseconds),
  );
  if (!typingStore.get().has(profileId)) typingStore.set(new Set(typingStore.get()).add(profileId));
}

/** What was being written is here. */
export function endTyping(profileId: string): void {
  clearTimeout(timers.get(profileId));
  timers.delete(profileId);
  if (!typingStore.get().has(profileId)) return;
  const others = new Set(typingStore.get());
  others.delete(profileId);
  typingStore.set(others);
}

export function useTyping(profileId: string): boolean {
  return useStore(typingStore, noTyping).has(profileId);
}

let lastSaid = { profileId: '', at: 0 };

/** Reports that the member is writing, not too often, and only where the receiver is online. */
export function noteWriting(trackerId: string, profileId: string): void {
  const now = Date.now();
  const lately = lastSaid.profileId === profileId && now - lastSaid.at < TYPING_EVERY_MS;
  if (lately || !isConnected()) return;
  lastSaid = { profileId, at: now };
  void emit(reportTyping, { trackerId, profileId }).catch(() => undefined);
}

/** What was written has been sent: the next letter is reported at once. */
export function noteSent(): void {
  lastSaid = { profileId: '', at: 0 };
}
