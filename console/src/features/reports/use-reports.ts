import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '../../../../contract/kernel/endpoint.ts';
import { staffCloseReport, staffListReports } from '../../../../contract/staff/staff.ts';
import { call } from '../../lib/call.ts';

export type Report = ReplyOf<typeof staffListReports>['reports'][number];

const LIVE_MS = 30_000;
const reportsKey = ['reports'];

export function useReports() {
  return useInfiniteQuery({
    queryKey: reportsKey,
    queryFn: ({ pageParam, signal }) =>
      call(staffListReports, pageParam ? { before: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Whoever has paged on gets a list that holds still.
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : LIVE_MS),
    select: ({ pages }) => pages.flatMap(({ reports }) => reports),
  });
}

export function useCloseReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, brand }: Report) => call(staffCloseReport, { reportId: id, brand }),
    onSettled: () => client.invalidateQueries({ queryKey: reportsKey }),
  });
}
