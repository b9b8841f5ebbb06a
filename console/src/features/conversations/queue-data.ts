import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type WaitingConversation, claimNext, listQueue } from '../../../../contract/staff/chat.ts';
import { call } from '../../shell/api.ts';

export type { WaitingConversation };

const REFRESH_MS = 30_000;
export const queueKey = ['queue'] as const;

/** What of the queue is shown. It stands in the address, and goes with it from conversation to conversation. */
export interface QueueFilter {
  brand?: string;
}

export function readFilter(search: URLSearchParams): QueueFilter {
  const brand = search.get('brand');
  return { ...(brand && { brand }) };
}

export function useFilter(): [QueueFilter, (part: Partial<Record<keyof QueueFilter, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = (part: Partial<Record<keyof QueueFilter, string>>) => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value);
    setSearch(Object.fromEntries(next), { replace: true });
  };
  return [filter, change];
}

export function useQueue(filter: QueueFilter) {
  return useInfiniteQuery({
    queryKey: [...queueKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listQueue, { ...filter, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ waiting }) => waiting),
    refetchInterval: REFRESH_MS,
  });
}

/** Takes whoever has waited longest. Null where nobody waits. */
export function useNext({ brand }: QueueFilter) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(claimNext, brand === undefined ? {} : { brand })).conversation,
    onSettled: () => client.invalidateQueries({ queryKey: queueKey }),
  });
}
