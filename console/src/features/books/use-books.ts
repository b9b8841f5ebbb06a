import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#console/shell/api.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import {
  closeBankLine,
  closeDay,
  closeDifference,
  importBankStatement,
  listBankLines,
  listReconciliations,
  readBooks,
} from '#contract/staff/billing.ts';

export type Day = ReplyOf<typeof listReconciliations>['days'][number];
export type Difference = Day['differences'][number];
export type BankLine = ReplyOf<typeof listBankLines>['lines'][number];
export type Books = ReplyOf<typeof readBooks>;

const booksKey = ['books'];

export function useBooks() {
  return useQuery({
    queryKey: [...booksKey, 'sums'],
    queryFn: ({ signal }) => call(readBooks, {}, { signal }),
  });
}

export function useDays() {
  return useInfiniteQuery({
    queryKey: [...booksKey, 'days'],
    queryFn: ({ pageParam, signal }) =>
      call(listReconciliations, pageParam ? { before: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ days }) => days),
  });
}

export function useBankLines() {
  return useInfiniteQuery({
    queryKey: [...booksKey, 'bank'],
    queryFn: ({ pageParam, signal }) =>
      call(listBankLines, { which: 'unmatched', ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ lines }) => lines),
  });
}

/** What finance says why of. */
export type Closing =
  | { what: 'difference' | 'line'; id: string; name: string }
  | { what: 'day'; name: string; day: Omit<InputOf<typeof closeDay>, 'reason'> };

export function useClose() {
  const client = useQueryClient();
  return async (closing: Closing, reason: string) => {
    try {
      if (closing.what === 'day') await call(closeDay, { ...closing.day, reason });
      else {
        const endpoint = closing.what === 'line' ? closeBankLine : closeDifference;
        await call(endpoint, { id: closing.id, reason });
      }
    } finally {
      await client.invalidateQueries({ queryKey: booksKey });
    }
  };
}

export function useImportStatement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (statement: Blob) => call(importBankStatement, { statement }),
    onSettled: () => client.invalidateQueries({ queryKey: booksKey }),
  });
}
