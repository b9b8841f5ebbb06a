/** What follows when a plan ends, is left, kept or not paid, and when a card is dropped. */

import type { CurrentPlan } from '../orders/subscription.sql.ts';
import { beginRefunds } from '../payments/begin-refunds.ts';
import { emptyChange } from '../payments/change.ts';
import type { Change } from '../payments/change.ts';
import { takenOff } from '../payments/payment-methods.ts';
import { shareOut } from '../terms/unused-value.ts';
import type { UnusedPlan } from '../terms/unused-value.ts';
import type { AccountMoney } from './account-money.sql.ts';

export type EndReason =
  | 'left'
  | 'left_now'
  | 'unpaid'
  | 'withdrawn'
  | 'charged_back'
  | 'replaced'
  | 'closed'
  | 'no_card';

/**
 * The plan that runs ends at once: nothing renews any more, the level is that of what is still paid for, and whatever no plan
 * renews by any more and no member keeps for packs goes with it.
 */
export function decideEnd(
  { plan, methods }: AccountMoney,
  reason: EndReason,
  state: 'canceled' | 'expired' = 'canceled',
): Partial<Change> {
  if (!plan) return {};
  const unused = methods.filter(({ forPacks }) => !forPacks);
  return { ended: { id: plan.id, state, reason }, level: 'still_paid', ...takenOff(unused) };
}

/** Nothing is charged for the plan any more: it ends with the period that is paid for, or now where that is over. */
export function decideCancellation(
  money: AccountMoney,
  reason: 'left' | 'closed',
  at: Date,
): { plan: CurrentPlan; endsAt: Date; change: Partial<Change> } | null {
  const { plan } = money;
  if (!plan) return null;
  if (plan.state === 'past_due' || plan.period_end <= at)
    return { plan, endsAt: at, change: decideEnd(money, reason) };
  return { plan, endsAt: plan.period_end, change: stopRenewal(plan, reason) };
}

function stopRenewal(plan: CurrentPlan, endReason: 'left' | 'closed' | 'no_card'): Partial<Change> {
  return { ...withoutNext(plan), planChange: { id: plan.id, nextChargeAt: null, next: null, endReason } };
}

/** What was chosen for the next period is not wanted any more. */
const withoutNext = ({ id, period }: CurrentPlan): Partial<Change> => ({ dropsNext: { planId: id, period } });

/** The plan ends now. What is unused of it is refunded, with its credits where they are returned. */
export function decideLeaving(money: AccountMoney, unused: UnusedPlan, returnsCredits: boolean) {
  const returnedCredits = returnsCredits ? unused.credits : 0;
  const cents = unused.daysCents + (returnedCredits > 0 ? unused.creditsCents : 0);
  const [first, ...others] = shareOut(unused, cents);
  // The credits go with the first part.
  const parts = first ? [{ ...first, credits: returnedCredits }, ...others] : [];
  const change = { ...decideEnd(money, 'left_now'), ...beginRefunds(parts, 'left', money.credits) };
  const refundCents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { change, refundCents, returnedCredits };
}

/** Having left at the end of the period, or having chosen another plan for then, is undone. Null where there is nothing to undo. */
export function decideStaying(plan: CurrentPlan | null, at: Date): Partial<Change> | null {
  if (plan?.state !== 'active' || plan.period_end <= at) return null;
  if (plan.next_charge_at && plan.next_product_id === null) return null;
  return {
    ...withoutNext(plan),
    planChange: { id: plan.id, ...renewing(plan), next: null, endReason: null },
  };
}

/** Another plan follows when the paid period ends. */
export function decideNextPlan(
  plan: CurrentPlan,
  next: { productId: string; version: number },
): Partial<Change> {
  return { ...withoutNext(plan), planChange: { id: plan.id, ...renewing(plan), next, endReason: null } };
}

/** A plan that would have ended with its period renews. When one is charged that does stays the business of those who charge it. */
const renewing = (plan: CurrentPlan) => (plan.next_charge_at ? {} : { nextChargeAt: plan.period_end });

/** Cards are dropped. A plan that would have renewed by one ends with its period; what is owed can be paid by hand. */
export function decideDroppedCards({ plan, methods }: AccountMoney, cardId: string | undefined, at: Date) {
  const dropped = methods.filter(({ id }) => id === (cardId ?? id));
  const renewsByIt = plan !== null && dropped.some(({ id }) => id === plan.payment_method_id);
  const stops = renewsByIt && plan.state === 'active' && plan.next_charge_at && plan.period_end > at;
  return {
    dropped: dropped.map(({ id }) => id),
    change: { ...takenOff(dropped), ...(stops && stopRenewal(plan, 'no_card')) },
  };
}

/** A renewal was declined, or only the member can pay it: it is tried again. */
export function decidePastDue(id: string, tries: number, nextChargeAt: Date): Partial<Change> {
  return { planChange: { id, state: 'past_due', tries, nextChargeAt }, level: 'still_paid' };
}

/** As a whole, of the account whose money it is. */
export function changeOf(
  { brandId, accountId }: Pick<AccountMoney, 'brandId' | 'accountId'>,
  at: Date,
  part: Partial<Change>,
): Change {
  return { ...emptyChange({ brandId, accountId, at }), ...part };
}
