import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#console/shell/api.ts';
import { membersKey } from '#console/shell/members.ts';
import { findPayments, readMoneyFigures, readPaymentTimeline } from '#contract/staff/payments.ts';

const paymentsKey = ['payments'] as const;

export function useFoundPayments(text: string) {
  return useQuery({
    queryKey: [...paymentsKey, 'found', text],
    queryFn: ({ signal }) => call(findPayments, { text }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
}

const TIMELINE_EVERY_MS = 5_000;

export function usePaymentTimeline(brand: string, orderId: string) {
  return useQuery({
    queryKey: [...paymentsKey, 'one', brand, orderId],
    queryFn: ({ signal }) => call(readPaymentTimeline, { brand, orderId }, { signal }),
    refetchInterval: TIMELINE_EVERY_MS,
  });
}

/** After a refund: what was found, and the lists of members. */
export function useRefreshPayments(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: paymentsKey });
    await client.invalidateQueries({ queryKey: membersKey });
  };
}

const FIGURES_EVERY_MS = 15_000;

export function useMoneyFigures() {
  return useQuery({
    queryKey: [...paymentsKey, 'figures'],
    queryFn: ({ signal }) => call(readMoneyFigures, {}, { signal }),
    refetchInterval: FIGURES_EVERY_MS,
  });
}
