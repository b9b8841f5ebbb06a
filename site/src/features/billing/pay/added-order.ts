import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { importOrder } from '#contract/billing/charges.ts';
import { cancelOrder } from '#contract/billing/orders.ts';
import type { RatePlan } from '#contract/brand/flow.ts';
import { call } from '#site/shell/api.ts';
import { useMember } from '#site/shell/session.ts';
import type { BegunOrder } from './pay-order.ts';
import type { Charge } from './use-charge.ts';

/** The order of an offer after a purchase. */
export interface Added extends BegunOrder {
  /** The paid order that it is added to. */
  paidId: string;
}

/** Begins the order of an offer when a member looks at it. It is asked for once, and forgotten with the sheet that shows it. */
export function useBegunOrder(paidId: string, { productId }: RatePlan) {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: ['addedOrder', trackerId, paidId, productId],
    queryFn: ({ signal }) => call(importOrder, { trackerId, productId, addedTo: paidId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/**
 * Ends the order of an offer that is left without a click on its button. The server ends only an order that was never tried:
 * another tab may be paying it.
 */
export function useLeaving(added: Added | undefined, { stage }: Pick<Charge, 'stage'>): void {
  const { trackerId } = useMember();
  const orderId = added?.orderId;
  const isUntouched = useRef(true);
  const isHere = useRef(false);
  useEffect(() => {
    isUntouched.current = stage.at === 'form';
  }, [stage.at]);
  useEffect(() => {
    if (orderId === undefined) return undefined;
    isHere.current = true;
    const cancel = () => {
      // React's strict mode leaves every part once and begins it again at once.
      if (isHere.current || !isUntouched.current) return;
      // Where it cannot be said, the order runs out by itself.
      void call(cancelOrder, { trackerId, orderId, untriedOnly: true }).catch(() => undefined);
    };
    return () => {
      isHere.current = false;
      queueMicrotask(cancel);
    };
  }, [orderId, trackerId]);
}
