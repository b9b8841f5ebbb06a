import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { PREMIUM_LEVELS } from '../../../../contract/kernel/constants.ts';
import { type NewsOfMessages, subscribeToChats } from './data/chat-events.ts';
import { startOutbox } from './data/outbox.ts';
import { useCurrentRoute } from '../../shell/current-route.ts';
import { useUnreadInTitle } from '../../shell/document-title.ts';
import { tellOfPlan } from '../billing/paywalls.ts';
import { isUndisturbed } from '../notifications/news.ts';
import { isPaymentPage } from '../billing/purchase-origin.ts';
import { useMember } from '../../shell/session.ts';
import { storage } from '../../shell/storage.ts';
import { type ShowToast, useToast } from '../../../../packages/ui/toast.tsx';
import { MessageCard } from './message-card.tsx';

const CARD_SECONDS = 9;
/** As many as there are toasts. */
const MOST_REMEMBERED = 3;

/** Keeps conversations, badges and balances right on every page, and tells of messages that come while it is open. */
export function useMessageNews(): void {
  const { trackerId } = useMember();
  const { path } = useCurrentRoute();
  const navigate = useNavigate();
  const undisturbed = isUndisturbed(path);
  const showCard = useCards(undisturbed);
  const show = useEffectEvent(showCard);
  const levelChanged = useEffectEvent((level: number, before: number) => {
    const isNew = before === PREMIUM_LEVELS.free && level > before;
    // Whoever pays on this very page is told there, and in a conversation the words themselves appear.
    if (isNew && !undisturbed && !isPaymentPage(path)) void tellOfPlan(navigate);
  });
  const unread = useMember(({ unreadMessages }) => unreadMessages);
  useUnreadInTitle(unread);
  useEffect(() => startOutbox(trackerId), [trackerId]);
  useEffect(() => {
    const pending = storage.get('pendingNotifications') !== undefined;
    storage.remove('pendingNotifications');
    return subscribeToChats(trackerId, {
      show: (news) => show(news),
      levelChanged: (level, before) => levelChanged(level, before),
      pending,
    });
  }, [trackerId]);
}

/** Shows cards where nobody is disturbed by them. What comes while nobody looks waits until somebody does. */
function useCards(undisturbed: boolean): (news: NewsOfMessages) => void {
  const toast = useToast();
  const { messageNews, likeNews } = useMember();
  const closeShown = useRef<readonly (() => void)[]>([]);
  const held = useRef<readonly NewsOfMessages[]>([]);
  const show = (news: NewsOfMessages) => {
    if (undisturbed || !(news.type === 'like' ? likeNews : messageNews)) return;
    if (document.hidden) {
      held.current = [...held.current.slice(1 - MOST_REMEMBERED), news];
      // Who stays away for long comes back to a new page, which then asks for it.
      storage.set(
        'pendingNotifications',
        held.current.map(({ profileId }) => profileId),
      );
      return;
    }
    closeShown.current = [...closeShown.current.slice(1 - MOST_REMEMBERED), openCard(toast, news)];
  };
  const showHeld = useEffectEvent(() => {
    if (document.hidden) return;
    const waiting = held.current;
    held.current = [];
    storage.remove('pendingNotifications');
    // It may have been read in another tab meanwhile.
    if (!storage.get('unreadMessages')) return;
    for (const news of waiting) show(news);
  });
  useEffect(() => {
    const shown = () => showHeld();
    document.addEventListener('visibilitychange', shown);
    return () => document.removeEventListener('visibilitychange', shown);
  }, []);
  useEffect(() => {
    if (!undisturbed) return;
    for (const close of closeShown.current) close();
    closeShown.current = [];
  }, [undisturbed]);
  return show;
}

function openCard(toast: ShowToast, news: NewsOfMessages): () => void {
  const close = toast({
    kind: 'card',
    name: `news ${news.profileId}`,
    seconds: CARD_SECONDS,
    text: (
      <Suspense fallback={null}>
        <MessageCard news={news} onLeave={() => close()} />
      </Suspense>
    ),
  });
  return close;
}
