import { useEffect } from 'react';
import { liked } from '../../../../contract/discovery/deck.ts';
import { FIRST_NOTIFICATION_POLL_MS, NOTIFICATION_POLL_MS } from '../../../../contract/kernel/constants.ts';
import { onEvent, isConnected, onConnect } from '../../../../packages/client/socket-events.ts';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { useCurrentRoute } from '../../shell/current-route.ts';
import { openPopup, popupStore } from '../../shell/popups.ts';
import { useMember } from '../../shell/session.ts';
import { storage } from '../../shell/storage.ts';
import { MOST_CARDS, NewsCard, showNewsCard } from './news-card.tsx';
import { isOfOthers, isUndisturbed, takeIn } from './news.ts';
import { refreshNotifications } from './notifications-data.ts';

/** Keeps notifications right on every page, and tells of what happens while it is open. */
export function useNews(): void {
  const trackerId = useMember((me) => me.trackerId);
  useLiveNews(trackerId);
  useMissedNews(trackerId);
}

function useLiveNews(trackerId: string): void {
  const toast = useToast();
  const undisturbed = isUndisturbed(useCurrentRoute().path);
  const { likeNews, visitNews } = useMember();
  useEffect(() => {
    let closeShown: readonly (() => void)[] = [];
    const stop = onEvent(liked, (told) => {
      takeIn(trackerId, told);
      const { news } = told;
      if (undisturbed || !isOfOthers(news) || !(news.type === 'like' ? likeNews : visitNews)) return;
      const isMatch = news.type === 'like' && news.matched;
      // One that is open already asks for something, and is not pushed aside.
      if (isMatch && popupStore.get() === null) {
        const { profileId: id, screenName, photo, kind } = news;
        openPopup({ name: 'match', person: { id, screenName, photo, kind } });
      } else {
        closeShown = [
          ...closeShown.slice(1 - MOST_CARDS),
          showNewsCard(toast, news.profileId, (close) => <NewsCard news={news} onLeave={close} />),
        ];
      }
    });
    return () => {
      stop();
      for (const close of closeShown) close();
    };
  }, [trackerId, undisturbed, likeNews, visitNews, toast]);
}

/** Asks for what nobody told: after a lost connection, a hidden page, another tab, or while there is no connection. */
function useMissedNews(trackerId: string): void {
  useEffect(() => {
    const refresh = () => refreshNotifications(trackerId);
    const shown = () => {
      if (!document.hidden) refresh();
    };
    const poll = () => {
      if (!document.hidden && !isConnected()) refresh();
      timer = setTimeout(poll, NOTIFICATION_POLL_MS);
    };
    let timer = setTimeout(poll, FIRST_NOTIFICATION_POLL_MS);
    document.addEventListener('visibilitychange', shown);
    const stops = [
      onConnect(refresh),
      storage.watch('unreadNotifications', (where) => {
        if (where === 'elsewhere') refresh();
      }),
    ];
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
      for (const stop of stops) stop();
    };
  }, [trackerId]);
}
