import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { appearance, showConversation } from '../data/appearance.ts';
import { messagesQuery } from '../data/messages-data.ts';
import { useOutbox } from '../data/outbox.ts';
import type { Thread } from '../data/thread.ts';
import { useTyping } from '../data/typing.ts';
import { queryClient } from '../../../../../packages/client/query-client.ts';
import { serverNow } from '../../../../../packages/client/server-clock.ts';
import { useMember } from '../../../shell/session.ts';

/** A timer that waits longer than this would fire at once. */
const LONGEST_WAIT_MS = 60 * 60_000;

/** Fetches the conversation, and puts it on the screen. */
export function useConversation(profileId: string) {
  const { trackerId } = useMember();
  const query = useQuery(messagesQuery(trackerId, profileId), queryClient);
  const [openedAt] = useState(serverNow);
  useEffect(() => showConversation(profileId, openedAt), [profileId, openedAt]);
  return { query, openedAt };
}

/** What can be seen of a conversation now: words of the other one appear after a moment of typing. */
export function useShown(profileId: string, thread: Thread, openedAt: number) {
  const { trackerId } = useMember();
  const posted = useOutbox(trackerId, profileId);
  const isTyping = useTyping(profileId);
  const [, look] = useState(0);
  const now = serverNow();
  const { shown, coming, nextAt } = appearance(thread.messages, { now, openedAt });
  useEffect(() => {
    if (nextAt === null) return undefined;
    const wait = Math.min(Math.max(0, nextAt - serverNow()), LONGEST_WAIT_MS);
    const timer = setTimeout(() => look((times) => times + 1), wait);
    return () => clearTimeout(timer);
  });
  return { messages: shown, posted, typing: coming || isTyping };
}

export type Shown = ReturnType<typeof useShown>;
