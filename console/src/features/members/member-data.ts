import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '#console/shell/api.ts';
import { membersKey } from '#console/shell/members.ts';
import type { Place } from '#console/shell/members.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { listPaymentBlocks, readMemberSpending } from '#contract/staff/billing.ts';
import {
  findMembers,
  listMemberNotifications,
  memberLevels,
  memberSorts,
  memberStatuses,
  readMember,
  readTimeline,
} from '#contract/staff/members.ts';
import { listPayments } from '#contract/staff/payments.ts';

export type MemberFilter = Omit<InputOf<typeof findMembers>, 'after'>;

const day = /^\d{4}-\d{2}-\d{2}$/;

/** What the address asks for. Whatever else stands there counts as nothing. */
export function readFilter(search: URLSearchParams): MemberFilter {
  const of = (name: string) => search.get(name) ?? '';
  const status = memberStatuses.find((each) => each === of('status'));
  const level = memberLevels.find((each) => each === of('level'));
  const sort = memberSorts.find((each) => each === of('sort'));
  return {
    ...(of('text') && { text: of('text').slice(0, 254) }),
    ...(of('brand') && { brand: of('brand') }),
    ...(status && { status }),
    ...(level && { level }),
    ...(day.test(of('from')) && { from: of('from') }),
    ...(day.test(of('to')) && { to: of('to') }),
    ...(sort && { sort }),
  };
}

export type FilterChange = Partial<Record<keyof MemberFilter, string>>;

/** What is looked for stands in the address. Each letter of a word is not a step to go back to. */
export function useFilter(): [MemberFilter, (part: FilterChange) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (part: FilterChange) =>
    setSearch(
      (current) => {
        const next = Object.entries({ ...readFilter(current), ...part });
        return next.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
      },
      { replace: true },
    );
  return [readFilter(search), change];
}

/** Something was asked for besides the brand, which is chosen for all pages. */
export function isFiltering(filter: MemberFilter): boolean {
  return Object.keys(filter).some((name) => name !== 'brand');
}

/** Names come in their own order. */
export function isSortedByName({ text = '' }: MemberFilter): boolean {
  return text !== '' && !text.includes('@');
}

export function useMembers(filter: MemberFilter) {
  return useInfiniteQuery({
    queryKey: [...membersKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(findMembers, { ...filter, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ members }) => members),
    placeholderData: keepPreviousData,
  });
}

export function useMember({ brand, accountId }: Place) {
  return useQuery({
    queryKey: [...membersKey, 'one', brand, accountId],
    queryFn: ({ signal }) => call(readMember, { brand, accountId }, { signal }),
  });
}

export function useTimeline({ brand, accountId }: Place) {
  return useInfiniteQuery({
    queryKey: [...membersKey, 'timeline', brand, accountId],
    queryFn: ({ pageParam, signal }) =>
      call(readTimeline, { brand, accountId, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });
}

export function useMemberNotifications({ brand, accountId }: Place) {
  return useInfiniteQuery({
    queryKey: [...membersKey, 'notifications', brand, accountId],
    queryFn: ({ pageParam, signal }) =>
      call(
        listMemberNotifications,
        { brand, accountId, ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ notifications }) => notifications),
  });
}

export function usePayments({ brand, accountId }: Place) {
  return useInfiniteQuery({
    queryKey: [...membersKey, 'payments', brand, accountId],
    queryFn: ({ pageParam, signal }) =>
      call(listPayments, { brand, accountId, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ payments }) => payments),
  });
}

/** They belong to what is known about a member: what changes the one changes the other. */
export function usePaymentBlocks({ brand, accountId }: Place) {
  return useQuery({
    queryKey: [...membersKey, 'payment-blocks', brand, accountId],
    queryFn: ({ signal }) => call(listPaymentBlocks, { brand, accountId }, { signal }),
  });
}

/** Limits that the member set themselves, and what was spent. */
export type MemberSpending = ReplyOf<typeof readMemberSpending>;

export function useMemberSpending({ brand, accountId }: Place) {
  return useQuery({
    queryKey: [...membersKey, 'spending', brand, accountId],
    queryFn: ({ signal }) => call(readMemberSpending, { brand, accountId }, { signal }),
  });
}
