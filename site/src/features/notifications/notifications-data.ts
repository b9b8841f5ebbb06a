import { useInfiniteQuery } from '@tanstack/react-query';
import { queryClient } from '#client/query-client.ts';
import { listNotifications, markRead } from '#contract/notification/notifications.ts';
import type { Notification, NotificationType } from '#contract/notification/notifications.ts';
import { call } from '#site/shell/api.ts';
import { withSeen as withNotificationsSeen } from '#site/shell/me.ts';
import { refreshCounts } from '#site/shell/member-query.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { countUnread, withNews, withSeen } from './notification-list-data.ts';
import type { NotificationList, Which } from './notification-list-data.ts';

export const NOTIFICATION_TYPES: readonly NotificationType[] = ['like', 'visit'];

const allKey = (trackerId: string) => [trackerId, 'notifications'];
const notificationsKey = (trackerId: string, type: NotificationType) => [...allKey(trackerId), type];

/** The likes or the visits of a member, page by page. */
function notificationsQuery(trackerId: string, type: NotificationType) {
  return {
    queryKey: notificationsKey(trackerId, type),
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      call(listNotifications, { trackerId, type, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ next }: { next: string | null }) => next,
  };
}

/** Adds a new event to every list that is known. */
export function enterNotification(trackerId: string, news: Notification): void {
  for (const type of NOTIFICATION_TYPES) {
    const queryKey = notificationsKey(trackerId, type);
    // A reply that is on its way may have been written before this event.
    const asking = queryClient.isFetching({ queryKey }) > 0;
    queryClient.setQueryData<NotificationList>(queryKey, (list) => list && withNews(list, type, news));
    if (asking) void queryClient.invalidateQueries({ queryKey });
  }
}

/** They have been seen: here at once, then on the server. Where that fails, the server's word counts. */
export async function seeNotifications(trackerId: string, which: Which): Promise<void> {
  const seen = { like: unreadOf(trackerId, 'like', which), visit: unreadOf(trackerId, 'visit', which) };
  queryClient.setQueriesData<NotificationList>(
    { queryKey: allKey(trackerId) },
    (list) => list && withSeen(list, which),
  );
  const all = which.profileId === undefined;
  updateMember(withNotificationsSeen, {
    likes: all && which.type !== 'visit' ? Number.POSITIVE_INFINITY : seen.like,
    visits: all && which.type !== 'like' ? Number.POSITIVE_INFINITY : seen.visit,
  });
  try {
    await call(markRead, { trackerId, ...which }, { keepalive: true });
    refreshCounts();
  } catch (error) {
    refreshNotifications(trackerId);
    throw error;
  }
}

/** Asks again for what may have been missed. */
export function refreshNotifications(trackerId: string): void {
  refreshCounts();
  void queryClient.invalidateQueries({ queryKey: allKey(trackerId) });
}

function unreadOf(trackerId: string, type: NotificationType, which: Which): number {
  const list = queryClient.getQueryData<NotificationList>(notificationsKey(trackerId, type));
  return list ? countUnread(list, which) : 0;
}

export function useNotifications(type: NotificationType) {
  const { trackerId } = useMember();
  return useInfiniteQuery(notificationsQuery(trackerId, type), queryClient);
}

/** Whether the member has ever had a visit, which every page of likes says too. */
export function useHasVisits(): boolean {
  const { data } = useNotifications('like');
  return (data?.pages[0]?.total.visits ?? 0) > 0;
}
