import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '../../../../contract/kernel/endpoint.ts';
import { listMails, readMail } from '../../../../contract/staff/staff.ts';
import { call } from '../../lib/call.ts';

export type MailRow = ReplyOf<typeof listMails>['mails'][number];
export type FullMail = ReplyOf<typeof readMail>;

const LIVE_MS = 15_000;

export function useMails() {
  return useInfiniteQuery({
    queryKey: ['mails', 'list'],
    queryFn: ({ pageParam, signal }) => call(listMails, pageParam ? { before: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : LIVE_MS),
    select: ({ pages }) => pages.flatMap(({ mails }) => mails),
  });
}

export function useMail(id: string) {
  return useQuery({
    queryKey: ['mails', 'one', id],
    queryFn: ({ signal }) => call(readMail, { id }, signal),
  });
}
