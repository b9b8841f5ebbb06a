import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NotificationType } from '../../../../contract/notification/notifications.ts';
import { notificationsQuery } from './notifications-data.ts';
import { queryClient } from '../../../../packages/client/query-client.ts';
import { useMember } from '../../shell/session.ts';

const MINUTE = 60_000;

export function useNotifications(type: NotificationType) {
  const { trackerId } = useMember();
  return useInfiniteQuery(notificationsQuery(trackerId, type), queryClient);
}

/** Whether anybody has ever visited the member, which every page of likes says too. */
export function useHasVisits(): boolean {
  const { data } = useNotifications('like');
  return (data?.pages[0]?.total.visits ?? 0) > 0;
}

/** The time, to the minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
