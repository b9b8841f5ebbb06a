import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { serverNow } from '#client/clock.ts';
import { queryClient } from '#client/query-client.ts';
import type { Message } from '#contract/chat/messages.ts';
import { useMember } from '#site/shell/session.ts';
import { showConversation, useAppearance } from '../data/appearance.ts';
import { messagesQuery, change } from '../data/messages-data.ts';
import { useOutbox } from '../data/outbox.ts';
import { noteSeen } from '../data/receipts.ts';
import { withOwnRead } from '../data/thread.ts';
import type { Thread } from '../data/thread.ts';
import { useTyping } from '../data/typing.ts';

/** A timer that waits longer than this would fire at once. */
const LONGEST_WAIT_MS = 60 * 60_000;

/** Fetches the conversation, and puts it on the screen. */
export function useConversation(profileId: string) {
  const { trackerId } = useMember();
  const query = useQuery(messagesQuery(trackerId, profileId), queryClient);
  useEffect(() => showConversation(profileId), [profileId]);
  return query;
}

/** What can be seen of a conversation now: words of the other one appear after a moment of typing. */
export function useShown(profileId: string, thread: Thread) {
  const { trackerId } = useMember();
  const posted = useOutbox(trackerId, profileId);
  const isTyping = useTyping(profileId);
  const { shown, coming } = useAppearance(thread.messages);
  return { messages: shown, posted, typing: coming || isTyping };
}

/** Renders again at a moment of the server's time. */
function useLookAgainAt(at: number | null): void {
  const [, look] = useState(0);
  useEffect(() => {
    if (at === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    // The server's clock may be known better meanwhile.
    const wait = () => {
      const left = at - serverNow();
      timer = left > 0 ? setTimeout(wait, Math.min(left, LONGEST_WAIT_MS)) : setTimeout(look, 0, at);
    };
    wait();
    return () => clearTimeout(timer);
  }, [at]);
}

/** Until when a sanction keeps the member from writing, or null. */
export function useMutedUntil(): number | null {
  const until = useMember(({ mutedUntil }) => mutedUntil);
  useLookAgainAt(until);
  return until !== null && until > serverNow() ? until : null;
}

export type Shown = ReturnType<typeof useShown>;

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

/** Whether the page may be in sight, as a store that React can follow. */
export function followVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export function isVisible(): boolean {
  return !document.hidden;
}
