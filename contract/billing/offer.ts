import type { PlanSettings } from '../brand/flow.ts';

/** Whether a plan of a member's flow is sold to him: the page shows nothing else, and the server takes no other order. */
export function isOffered(
  { visible, firstPurchaseOnly }: Pick<PlanSettings, 'visible' | 'firstPurchaseOnly'>,
  { hasBought }: { hasBought: boolean },
): boolean {
  return visible && !(hasBought && firstPurchaseOnly);
}
