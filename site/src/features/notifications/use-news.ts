import { useEffect } from 'react';
import { onEvent, isConnected, onConnect } from '#client/socket-events.ts';
import { likeTakenBack, liked } from '#contract/discovery/deck.ts';
import { FIRST_NOTIFICATION_POLL_MS, NOTIFICATION_POLL_MS } from '#contract/kernel/constants.ts';
import { notificationsRead } from '#contract/notification/notifications.ts';
import { notificationSettingsChanged } from '#contract/profile/own-profile.ts';
import { withLikeTakenBack, withUser } from '#site/shell/me.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { offerNews } from './news-card.tsx';
import { closeCards, useNewsCards } from './news-cards.tsx';
import { isOfOthers, mergeNews } from './news.ts';
import { NOTIFICATION_TYPES, refreshNotifications } from './notifications-data.ts';

/** Keeps notifications right on every page, and tells of what happens while it is open. */
export function useNews(): void {
  const trackerId = useMember((me) => me.trackerId);
  useNewsCards();
  useLiveNews(trackerId);
  useMissedNews(trackerId);
}

function useLiveNews(trackerId: string): void {
  useEffect(() => {
    const stops = [
      onEvent(liked, (received) => {
        mergeNews(trackerId, received);
        if (isOfOthers(received.news)) offerNews(received.news);
      }),
      onEvent(likeTakenBack, (received) => updateMember(withLikeTakenBack, received)),
      // What was seen, or muted, on another device.
      onEvent(notificationsRead, ({ profileId, type }) => {
        for (const one of type === null ? NOTIFICATION_TYPES : [type]) closeCards({ profileId, type: one });
        refreshNotifications(trackerId);
      }),
      onEvent(notificationSettingsChanged, ({ messages, likes, visits }) =>
        updateMember(withUser, { messageNews: messages, likeNews: likes, visitNews: visits }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [trackerId]);
}

/** Asks for news that no event has sent: after a lost connection, a hidden page, another tab, or while there is no connection. */
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
