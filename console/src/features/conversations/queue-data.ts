import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '#console/shell/api.ts';
import { waitingQuery } from '#console/shell/waiting.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import {
  type QueueList,
  type QueuedConversation,
  claimNext,
  countQueue,
  listQueue,
  queueLists,
} from '#contract/staff/chat.ts';

export type { QueueList, QueuedConversation };

const REFRESH_MS = 30_000;
export const queueKey = ['queue'] as const;
const listKey = [...queueKey, 'list'] as const;
const countKey = [...queueKey, 'counts'] as const;

/** What of the queue is shown. It stands in the address, and goes with it from conversation to conversation. */
export interface QueueFilter {
  /** Not known yet where the address names none: see `useFirstList`. */
  list?: QueueList;
  brand?: string;
  language?: (typeof LANGUAGES)[number];
}

export function readFilter(search: URLSearchParams): QueueFilter {
  const brand = search.get('brand');
  const list = queueLists.find((one) => one === search.get('list'));
  const language = LANGUAGES.find((one) => one === search.get('language'));
  return { ...(list && { list }), ...(brand && { brand }), ...(language && { language }) };
}

type Part = Partial<Record<keyof QueueFilter, string>>;

/** The part of an address that says it. */
export function writeFilter({ list = '', brand = '', language = '' }: Part): string {
  const said = Object.entries({ list, brand, language });
  return String(new URLSearchParams(said.filter(([, value]) => value)));
}

export function useFilter(): [QueueFilter, (part: Part) => void] {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  return [filter, (part) => setSearch(writeFilter({ ...filter, ...part }), { replace: true })];
}

/**
 * A host who comes to the queue begins where work waits: with their own, else where a member has waited longest. From
 * then on the list stands in the address and stays, whatever comes.
 */
export function useFirstList(): void {
  const [{ list, brand }, change] = useFilter();
  const isChosen = list !== undefined;
  const { data, isFetchedAfterMount, isPaused } = useQuery({ ...waitingQuery(brand), enabled: !isChosen });
  const isKnown = isFetchedAfterMount || isPaused;
  const first = data?.conversations.first ?? 'new';
  const choose = useEffectEvent(() => change({ list: first }));
  useEffect(() => {
    if (!isChosen && isKnown) choose();
  }, [isChosen, isKnown]);
}

export function useQueue(filter: QueueFilter, list: QueueList) {
  return useInfiniteQuery({
    queryKey: [...listKey, { ...filter, list }],
    queryFn: ({ pageParam, signal }) =>
      call(listQueue, { ...filter, list, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ conversations }) => conversations),
    // No event announces members who go quiet, or who can no longer be answered.
    refetchInterval: REFRESH_MS,
  });
}

/** Of which brands, without which list. */
function brandsIn({ brand, language }: QueueFilter) {
  return { ...(brand !== undefined && { brand }), ...(language !== undefined && { language }) };
}

export function useCounts(filter: QueueFilter) {
  const brands = brandsIn(filter);
  return useQuery({
    queryKey: [...countKey, brands],
    queryFn: ({ signal }) => call(countQueue, brands, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Takes the conversation that has waited longest. Null where none waits. */
export function useNext(filter: QueueFilter) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(claimNext, brandsIn(filter))).conversation,
    // The host does not wait for the lists to see the conversation, nor to ask for one more.
    onSettled: () => void client.invalidateQueries({ queryKey: queueKey }),
  });
}

interface Pages {
  pages: ReplyOf<typeof listQueue>[];
  pageParams: unknown[];
}

/** A conversation that another host has taken leaves the lists at once, before they are read again. */
export function dropFromLists(client: QueryClient, id: string): void {
  client.setQueriesData<Pages>({ queryKey: listKey }, (known) => known && withoutConversation(known, id));
}

export function withoutConversation({ pages, pageParams }: Pages, id: string): Pages {
  return {
    pageParams,
    pages: pages.map((page) => ({
      ...page,
      conversations: page.conversations.filter((one) => one.id !== id),
    })),
  };
}
