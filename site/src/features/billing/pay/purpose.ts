import { z } from 'zod';
import type { User } from '../../../../../contract/account/user.ts';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import type { Flow, RatePlan } from '../../../../../contract/brand/flow.ts';
import { paths, payParameters } from '../../../shell/paths.ts';
import { readChosenPlan } from '../chosen-plan.ts';
import type { Wish } from './pay-order.ts';

/** What the payment page was opened for. */
export interface Purpose {
  wish: Wish;
  /** As the flow has it; what a renewal owes may be of a plan that is no longer offered. */
  plan: RatePlan | undefined;
  /** What paying comes to. */
  brings: 'plan' | 'verification' | 'card';
  /** This very page, for whoever comes back to it. */
  address: string;
}

/** Reads the address: a renewal that is owed, another card, or simply the plan that was chosen. */
export function purposeOf(query: URLSearchParams, flow: Flow, user: User): Purpose | undefined {
  const renewalId = query.get(payParameters.renewal);
  if (renewalId !== null && z.uuid().safeParse(renewalId).success) {
    return { wish: { renewalId }, plan: undefined, brings: 'plan', address: paths.pay({ renewalId }) };
  }
  if (query.get(payParameters.newCard) === '1') {
    return {
      wish: { newCardOnly: true },
      plan: undefined,
      brings: 'card',
      address: paths.pay({ newCard: true }),
    };
  }
  const plan = readChosenPlan(flow, user);
  return plan && planPurpose(flow, plan);
}

/** A plan to be paid: by what is chosen on the payment page, or at once. */
export function planPurpose(flow: Flow, plan: RatePlan): Purpose {
  const brings = flow.plans.verification.includes(plan) ? 'verification' : 'plan';
  return { wish: { productId: plan.productId }, plan, brings, address: paths.pay() };
}

/** The page's own language has the last word on the name, where the page knows the plan. */
export function withPlanName(quote: Quote, { plan }: Purpose): Quote {
  return plan && plan.productId === quote.productId ? { ...quote, name: plan.name } : quote;
}
