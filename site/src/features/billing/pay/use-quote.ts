import { useQuery } from '@tanstack/react-query';
import { quote } from '../../../../../contract/billing/orders.ts';
import { call } from '../../../shell/api.ts';
import { useMember } from '../../../shell/session.ts';
import type { Wish } from './pay-order.ts';

/** What a wish costs now and later. Asked again whenever somebody comes back to the page: he may have paid elsewhere. */
export function useQuote(wish: Wish, enabled: boolean) {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: [trackerId, 'quote', wish],
    queryFn: ({ signal }) => call(quote, { trackerId, ...wish }, { signal }),
    staleTime: 0,
    enabled,
  });
}
