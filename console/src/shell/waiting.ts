/** What waits for the user, in all queues: the frame follows it, the tab's title and the menu show it. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { QUEUE_COUNTED_TO } from '#contract/kernel/constants.ts';
import { readWaiting, workQueueNames } from '#contract/staff/waiting.ts';
import type { WaitingWork, WorkQueue } from '#contract/staff/waiting.ts';
import { call } from './api.ts';
import { useFormat } from './format.tsx';
import { useLiveChanges } from './live.ts';
import type { LiveChange } from './live.ts';
import { useThrottled } from './use-throttled.ts';

/** At one brand, or at all where none is named. */
export const waitingQuery = (brand?: string) =>
  queryOptions({
    queryKey: ['waiting', brand],
    queryFn: ({ signal }) => call(readWaiting, brand === undefined ? {} : { brand }, { signal }),
  });

const REFRESH_MS = 30_000;
/** However much happens, it is read again at most this often. */
const EVERY_MS = 2_000;
/** Changes that go on for a while, and change nothing about who waits. */
const idle = new Set(['typing', 'answering', 'noted']);

/** Keeps it fresh, also in a tab that is not looked at: there the user wants to be called. */
export function useFollowWaiting(isOpen: boolean, brand?: string): WaitingWork | undefined {
  const { data, refetch } = useQuery({
    ...waitingQuery(brand),
    enabled: isOpen,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });
  const refresh = useThrottled(() => void refetch(), EVERY_MS);
  const follow = ({ change }: LiveChange) => {
    if (isOpen && !idle.has(change)) refresh();
  };
  useLiveChanges('conversation', follow);
  useLiveChanges('ticket', follow);
  useLiveChanges('case', follow);
  return data;
}

/** What is known of it. This does not fetch it. */
export function useWaiting(brand?: string): WaitingWork | undefined {
  return useQuery({ ...waitingQuery(brand), enabled: false }).data;
}

export function hasWork(work: WaitingWork | undefined): boolean {
  return work !== undefined && workQueueNames.some((queue) => work[queue].count > 0);
}

/** How much waits, in one queue or in all; null where nothing does. */
export function useWaitingCount(queue?: WorkQueue, brand?: string): { count: number; words: string } | null {
  const format = useFormat();
  const work = useWaiting(brand);
  if (!work) return null;
  const counts = (queue ? [queue] : workQueueNames).map((name) => work[name].count);
  const isMore = counts.some((count) => count > QUEUE_COUNTED_TO);
  const count = counts.reduce((sum, one) => sum + Math.min(one, QUEUE_COUNTED_TO), 0);
  return count === 0 ? null : { count, words: `${format.number(count)}${isMore ? '+' : ''}` };
}
