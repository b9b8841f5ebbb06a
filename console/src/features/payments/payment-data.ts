import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findPayments, readMoneyFigures, readPaymentTimeline } from '../../../../contract/staff/payments.ts';
import { call } from '../../shell/api.ts';

const paymentsKey = ['payments'] as const;

export function useFoundPayments(text: string) {
  return useQuery({
    queryKey: [...paymentsKey, 'found', text],
    queryFn: ({ signal }) => call(findPayments, { text }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
}

export function usePaymentTimeline(brand: string, orderId: string) {
  return useQuery({
    queryKey: [...paymentsKey, 'one', brand, orderId],
    queryFn: ({ signal }) => call(readPaymentTimeline, { brand, orderId }, { signal }),
  });
}

const FIGURES_EVERY_MS = 15_000;

export function useMoneyFigures() {
  return useQuery({
    queryKey: [...paymentsKey, 'figures'],
    queryFn: ({ signal }) => call(readMoneyFigures, {}, { signal }),
    refetchInterval: FIGURES_EVERY_MS,
  });
}
