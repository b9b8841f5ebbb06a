import { PLAIN_FLOW_ID } from '../../../contract/constants.ts';
import type { Flow, RatePlan } from '../../../contract/flow.ts';

const NAME = 'chosenPlan';

/** The plan that somebody at level 0 is led to, without having looked at the others. */
export function firstPlan({ id, plans }: Pick<Flow, 'id' | 'plans'>): RatePlan | undefined {
  if (id === PLAIN_FLOW_ID) return plans.plain.find((plan) => !plan.firstPurchaseOnly);
  return plans.standard.find((plan) => plan.firstPurchaseOnly) ?? plans.standard[0];
}

/** Chooses a plan for the payment page, in this tab. */
export function choosePlan({ productId }: Pick<RatePlan, 'productId'>): void {
  try {
    sessionStorage.setItem(NAME, productId);
  } catch {
    // Without storage the payment page takes the plan that its own rule gives.
  }
}
