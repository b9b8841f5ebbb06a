import type { InfiniteData } from '@tanstack/react-query';
import type {
  Notification,
  NotificationPage,
  NotificationType,
} from '#contract/notification/notifications.ts';

/** A member's likes or visits, as far as they have been fetched: pages, newest first. */
export type NotificationList = InfiniteData<NotificationPage>;

/** Whose they are and of what type. Without a person they are all people's, without a type of both. */
export interface Which {
  profileId?: string;
  type?: NotificationType;
}

export const countOf = { like: 'likes', visit: 'visits' } as const satisfies Record<NotificationType, string>;

/** Each person once a type, with the newest that is known of it. Replies and live news both pass here. */
function newestOfEach(notifications: readonly Notification[]): Notification[] {
  const found = new Map<string, Notification>();
  for (const one of notifications) {
    const name = `${one.type} ${one.profileId}`;
    if ((found.get(name)?.at ?? -1) < one.at) found.set(name, one);
  }
  return [...found.values()].toSorted((one, other) => other.at - one.at);
}

/** What a screen shows of it. While pages are fetched people move up, so that one may stand on two of them. */
export function rowsOf({ pages }: NotificationList): Notification[] {
  return newestOfEach(pages.flatMap(({ notifications }) => notifications));
}

/** The list of a type after a new event, which may be of the other type. */
export function withNews(
  list: NotificationList,
  type: NotificationType,
  news: Notification,
): NotificationList {
  const known = rowsOf(list).find((one) => one.type === news.type && one.profileId === news.profileId);
  if (known && known.at >= news.at) return list;
  const count = countOf[news.type];
  const pages = list.pages.map((page, index) => {
    const isPlace = index === 0 && news.type === type;
    return {
      ...page,
      notifications: isPlace ? newestOfEach([...page.notifications, news]) : page.notifications,
      total: known ? page.total : { ...page.total, [count]: page.total[count] + 1 },
    };
  });
  return { ...list, pages };
}

/** The list after these have been seen. */
export function withSeen(list: NotificationList, which: Which): NotificationList {
  return changeRows(list, (rows) =>
    rows.map((one) => (one.unread && isAmong(one, which) ? { ...one, unread: false } : one)),
  );
}

/** How many of these have not been seen. */
export function countUnread(list: NotificationList, which: Which): number {
  return rowsOf(list).filter((one) => one.unread && isAmong(one, which)).length;
}

function isAmong({ profileId, type }: Notification, which: Which): boolean {
  return (which.profileId ?? profileId) === profileId && (which.type ?? type) === type;
}

function changeRows(
  list: NotificationList,
  change: (rows: Notification[]) => Notification[],
): NotificationList {
  return {
    ...list,
    pages: list.pages.map((page) => ({ ...page, notifications: change(page.notifications) })),
  };
}
