import { useQueries } from '@tanstack/react-query';
import { type Quote, quote } from '../../../../../contract/billing/orders.ts';
import type { RatePlan } from '../../../../../contract/brand/flow.ts';
import { call } from '../../../shell/api.ts';
import { useMember } from '../../../shell/session.ts';

/** What each of these plans would cost somebody who has one already, and when it would begin. The server decides that. */
export function useChanges(plans: readonly RatePlan[], subscribed: boolean): ReadonlyMap<string, Quote> {
  const { trackerId } = useMember();
  const asked = subscribed ? plans.filter(({ period }) => period !== null) : [];
  const quotes = useQueries({
    queries: asked.map(({ productId }) => ({
      queryKey: [trackerId, 'quote', productId],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(quote, { trackerId, productId }, { signal }),
      staleTime: 0,
    })),
  });
  return new Map(
    asked.flatMap(({ productId }, index): [string, Quote][] => {
      const data = quotes[index]?.data;
      return data ? [[productId, data]] : [];
    }),
  );
}
