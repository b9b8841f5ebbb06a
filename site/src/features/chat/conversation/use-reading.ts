import { useEffect, useSyncExternalStore } from 'react';
import type { Message } from '../../../../../contract/chat/messages.ts';
import { change } from '../data/messages-data.ts';
import { noteSeen } from '../data/receipts.ts';
import { type Thread, withOwnRead } from '../data/thread.ts';
import { useMember } from '../../../shell/session.ts';
import { followVisibility, isVisible } from './visibility.ts';

interface Reading {
  profileId: string;
  thread: Thread;
  /** What can be seen of it. */
  messages: readonly Message[];
  /** The number of the last message in the window. */
  seenTo: number;
}

/** Tells what was read: what is in the window while the page is in sight. */
export function useReading({ profileId, thread, messages, seenTo }: Reading): void {
  const { trackerId } = useMember();
  const visible = useSyncExternalStore(followVisibility, isVisible);
  const seen = messages.findLast(({ type, number }) => type === 'theirs' && number > 0 && number <= seenTo);
  const number = seen?.number ?? 0;
  const isNew = number > thread.conversation.ownReadTo;
  const allRead = !thread.messages.some((one) => one.type === 'theirs' && one.number > number);
  useEffect(() => {
    if (!visible || !isNew) return;
    noteSeen(trackerId, profileId, number, allRead);
    change(trackerId, profileId, (known) => withOwnRead(known, number));
  }, [trackerId, profileId, visible, isNew, number, allRead]);
}
