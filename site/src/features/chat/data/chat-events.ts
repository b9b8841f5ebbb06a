import { serverNow } from '#client/clock.ts';
import { queryClient } from '#client/query-client.ts';
import { onEvent, emit, onConnect } from '#client/socket-events.ts';
import type { User } from '#contract/account/user.ts';
import {
  type ChatEvent,
  pollPending,
  chat,
  conversationChanged,
  receiptChanged,
  typing,
} from '#contract/chat/live.ts';
import { messageChanged } from '#contract/chat/message-actions.ts';
import { creditsLeft, creditsShortPaused } from '#contract/chat/sending.ts';
import type { EventPayload } from '#contract/kernel/event.ts';
import {
  keepPending,
  pendingNotifications,
  shownSinceAsked,
} from '#site/features/notifications/shown-notifications.ts';
import { shellStore } from '#site/shell/boot.ts';
import { currentFlow } from '#site/shell/flow.ts';
import { withCreditsLeft } from '#site/shell/me.ts';
import { memberStore, updateMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { heldBackFor, holdBack } from './appearance.ts';
import { noteReceipt, refreshConversations, mergeRow } from './conversations-data.ts';
import {
  isKnown,
  isRead,
  mergeChange,
  refreshMessages,
  mergeMessage,
  mergeReceipt,
} from './messages-data.ts';
import { startPolling } from './poll-pending.ts';
import { endTyping, noteTyping } from './typing.ts';

/** A message of another participant. */
export type NewsOfMessages = ChatEvent & { type: 'theirs' };
/** A like or a visit, as `brain` tells it. */
export type PendingNews = ChatEvent & { type: 'like' | 'visit' };

export interface ChatListener {
  /** Shows what came, if the member wants to be notified of it. */
  show: (news: NewsOfMessages) => void;
  /** Shows a like or a visit that waited to be shown. */
  showPending: (news: PendingNews) => void;
  /** Another device has read this person's messages up to this number. */
  readElsewhere: (profileId: string, readTo: number) => void;
  levelChanged: (level: User['premiumLevel'], before: User['premiumLevel']) => void;
}

/** An AI companion announces once that it is writing; the page believes it for this long. */
const COMPANION_BELIEVED_MS = 30_000;

/**
 * Handles all events of conversations, on every page of a member: the only place that merges them into lists,
 * messages, badges and balances. Returns the function that stops it.
 */
export function subscribeToChats(trackerId: string, listener: ChatListener): () => void {
  const ask = (type: string | null) => {
    // A page that is not in sight shows no news.
    if (!document.hidden) void askServer(trackerId, type).catch(() => undefined);
  };
  const polling = startPolling(ask, pendingNotifications().length > 0 ? 'at once' : 'calmly');
  const waiting = new Set<ReturnType<typeof setTimeout>>();

  const later = (work: () => void, after: number) => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      work();
    }, after);
    waiting.add(timer);
  };
  const mergeEvent = (news: ChatEvent & { type: 'own' | 'theirs' }) => {
    const { id, profileId, number } = news;
    // A repeated event is on the screen already.
    const wait = isKnown(trackerId, profileId, number) ? 0 : heldBackFor(news, serverNow());
    if (wait > 0 && id !== null) holdBack(id, wait);
    mergeMessage(trackerId, news);
    if (news.type !== 'own') endTyping(profileId);
    if (wait === 0) return mergeRow(trackerId, news);
    // The open conversation shows it after a moment of typing, and neither the list nor a badge is ahead of it.
    noteTyping(profileId, wait);
    later(() => {
      const seen = isRead(trackerId, profileId, number);
      mergeRow(trackerId, seen ? { ...news, unread: 0 } : news);
    }, wait);
  };
  const arrive = (news: NewsOfMessages) => {
    mergeEvent(news);
    listener.show(news);
  };
  /** What `brain` found is shown in its time, and then the next is asked for. What came by itself is shown at once. */
  const inTime = ({ delayed, offset }: ChatEvent, work: () => void) => {
    if (!delayed) {
      work();
      return polling.again();
    }
    polling.rest();
    later(() => {
      work();
      polling.next();
    }, offset);
  };
  const handleMessage = (news: ChatEvent) => {
    switch (news.type) {
      case 'nothing':
        keepPending([]);
        return polling.rest();
      case 'first':
      case 'later':
        return polling.again();
      case 'writing':
        noteTyping(news.profileId, COMPANION_BELIEVED_MS);
        return polling.again();
      case 'own':
        return mergeEvent({ ...news, type: 'own' });
      case 'theirs':
        return inTime(news, () => arrive({ ...news, type: 'theirs' }));
      case 'like':
      case 'visit': {
        const { type } = news;
        return inTime(news, () => listener.showPending({ ...news, type }));
      }
    }
  };
  const shown = () => {
    if (document.hidden) return;
    refreshChats(trackerId);
    polling.again();
  };
  document.addEventListener('visibilitychange', shown);
  const stops = [
    onEvent(chat, handleMessage),
    onEvent(creditsLeft, (left) => mergeCredits(trackerId, left, listener.levelChanged)),
    onEvent(messageChanged, (changed) => {
      mergeChange(trackerId, changed);
      // What the list shows, and counts, may have been that message.
      if (changed.unsent) refreshConversations(trackerId);
    }),
    onEvent(typing, ({ profileId }) => noteTyping(profileId)),
    onEvent(receiptChanged, (receipt) => {
      noteReceipt(trackerId, receipt);
      mergeReceipt(trackerId, receipt);
    }),
    // The server has stopped counting, and the browser has nothing to do.
    onEvent(creditsShortPaused, () => undefined),
    onEvent(conversationChanged, ({ profileId, readTo }) => {
      if (profileId !== null && readTo !== undefined) listener.readElsewhere(profileId, readTo);
      refreshChats(trackerId, profileId);
    }),
    onConnect(shown),
    storage.watch('unreadMessages', (where) => {
      if (where === 'elsewhere') refreshConversations(trackerId);
    }),
  ];
  return () => {
    polling.stop();
    for (const timer of waiting) clearTimeout(timer);
    document.removeEventListener('visibilitychange', shown);
    for (const stop of stops) stop();
  };
}

/** Asks again for the list, and for what is known of one conversation or of all. */
export function refreshChats(trackerId: string, profileId: string | null = null): void {
  refreshConversations(trackerId);
  refreshMessages(trackerId, profileId);
}

/** Merges the credits left and the level. With another level, any content from the server may read differently. */
function mergeCredits(
  trackerId: string,
  left: EventPayload<typeof creditsLeft>,
  levelChanged: ChatListener['levelChanged'],
): void {
  const before = memberStore.get()?.premiumLevel;
  updateMember(withCreditsLeft, left);
  const level = memberStore.get()?.premiumLevel;
  if (before === undefined || level === undefined || level === before) return;
  void queryClient.invalidateQueries({ queryKey: [trackerId] });
  refreshMessages(trackerId, null);
  levelChanged(level, before);
}

/** Sends what the specification lets a browser say about itself, although the server knows it. */
async function askServer(trackerId: string, type: string | null): Promise<void> {
  const me = memberStore.get();
  if (!me) return;
  const { premiumLevel: level, region, flowId } = me;
  const flow = await currentFlow();
  const { shown, noteAsked } = shownSinceAsked();
  const unshown = pendingNotifications();
  await emit(pollPending, {
    trackerId,
    type,
    country: shellStore.get()?.brand.country,
    domain: location.hostname,
    landedAt: storage.get('landedTime'),
    flowId,
    level,
    region,
    origin: 'online',
    ai: flow?.ai ?? false,
    ...(shown.length > 0 && { shown }),
    ...(unshown.length > 0 && { unshown }),
  });
  noteAsked();
}
