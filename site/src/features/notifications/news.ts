import { queryClient } from '#client/query-client.ts';
import type { ChatEvent } from '#contract/chat/live.ts';
import type { News } from '#contract/discovery/deck.ts';
import type { Notification } from '#contract/notification/notifications.ts';
import { personKey } from '#site/features/people/person-data.ts';
import { withNews } from '#site/shell/me.ts';
import { refreshCounts } from '#site/shell/member-query.ts';
import { updateMember } from '#site/shell/session.ts';
import { enterNotification } from './notifications-data.ts';

/** News of another person: a like or a visit. */
export type NewsOfOthers = News & { type: 'like' | 'visit' };

export function isOfOthers(news: News): news is NewsOfOthers {
  return news.type !== 'own';
}

/** Takes in what the server tells of likes and visits, wherever it shows. */
export function mergeNews(trackerId: string, received: { news: News; likeCredits: number }): void {
  const { news } = received;
  updateMember(withNews, received);
  if (!isOfOthers(news)) return;
  enterNotification(trackerId, notificationOf(news));
  if (news.matched) void queryClient.invalidateQueries({ queryKey: personKey(trackerId, news.profileId) });
  // A person who comes again before they were seen counts once, which only the server knows.
  refreshCounts();
}

/** Merges news that has waited until it was asked for. The server has counted it already. */
export function mergePending(trackerId: string, news: NewsOfOthers): void {
  enterNotification(trackerId, notificationOf(news));
  refreshCounts();
}

/** A like or a visit as `brain` tells it. */
export function newsOf(received: ChatEvent & { type: 'like' | 'visit' }): NewsOfOthers | null {
  const { type, profileId, screenName, age, kind, portrait: photo, text, category, at } = received;
  if (kind === null) return null;
  const matched = category === 'answer';
  return { type, profileId, screenName, age, kind, photo, text, what: null, matched, at };
}

/** The same news as the list of notifications has it. */
export function notificationOf(news: NewsOfOthers): Notification {
  const { type, profileId, screenName, age, kind, photo, text, what, matched, at } = news;
  return {
    type,
    profileId,
    screenName,
    age,
    kind,
    photo,
    text,
    ...(what && { what }),
    at,
    category: type === 'like' && matched ? 'answer' : null,
    blurred: false,
    unread: true,
  };
}
