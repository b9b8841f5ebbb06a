import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import type { JobState } from '#console/shell/paths.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { discardJob, listJobs, retryJob } from '#contract/staff/staff.ts';

export type Job = ReplyOf<typeof listJobs>['jobs'][number];

const LIVE_MS = 5_000;
const COUNTS_MS = 30_000;
const jobsKey = ['jobs'];
const countsKey = [...jobsKey, 'counts'];

/** How much there is of each state. Every list comes with fresh counts. */
export function useJobCounts() {
  return useQuery({
    queryKey: countsKey,
    queryFn: async ({ signal }) => (await call(listJobs, { state: 'dead' }, { signal })).counts,
    refetchInterval: COUNTS_MS,
  });
}

export function useJobs(state: JobState) {
  const client = useQueryClient();
  return useInfiniteQuery({
    queryKey: [...jobsKey, 'list', state],
    queryFn: async ({ pageParam, signal }) => {
      const page = await call(listJobs, { state, ...(pageParam && { before: pageParam }) }, { signal });
      client.setQueryData(countsKey, page.counts);
      return page;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Jobs move by themselves, so the page looks again; after the first page the list holds still.
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : LIVE_MS),
    select: ({ pages }) => pages.flatMap(({ jobs }) => jobs),
  });
}

export type JobAction = 'retry' | 'discard';
const endpointOf = { retry: retryJob, discard: discardJob };

export function useJobAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, id }: { action: JobAction; id: string }) => call(endpointOf[action], { id }),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  });
}

/** Work that has failed for good waits for a person, so the menu says how much there is. */
export function DeadJobsBadge() {
  const { t } = useTranslation();
  const format = useFormat();
  const dead = useJobCounts().data?.dead ?? 0;
  if (dead === 0) return null;
  return (
    <span className="ms-auto rounded-badge bg-danger-soft px-1.5 text-xs font-semibold text-on-danger-soft tabular-nums">
      <span aria-hidden>{format.number(dead)}</span>
      <span className="sr-only">{t('deadJobs', { count: dead })}</span>
    </span>
  );
}
