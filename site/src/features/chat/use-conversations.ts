import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { rowsOf } from './data/conversation-list.ts';
import { conversationsQuery } from './data/conversations-data.ts';
import { queryClient } from '../../../../packages/client/query-client.ts';
import { useMember } from '../../shell/session.ts';

const MINUTE = 60_000;

/** The member's conversations, as far as they have been fetched. */
export function useConversations() {
  const { trackerId } = useMember();
  const query = useInfiniteQuery(conversationsQuery(trackerId), queryClient);
  const rows = useMemo(() => query.data && rowsOf(query.data), [query.data]);
  return { query, rows };
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
