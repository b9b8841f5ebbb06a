/** What is due to a member who withdraws from a purchase, and what follows from it. */

import type { Country } from '#contract/countries/list.ts';
import { beginRefunds } from '../payments/begin-refunds.ts';
import type { RefundedPart } from '../payments/begin-refunds.ts';
import type { Change } from '../payments/change.ts';
import type { AccountMoney } from '../plans/account-money.sql.ts';
import { decideEnd } from '../plans/decide-plan.ts';
import { creditsAccounted, creditsDue } from '../refunds/decide-refund.ts';
import type { Charge } from '../refunds/refund.sql.ts';
import { unusedValue } from '../terms/unused-value.ts';
import type { OwnPurchase, FallenPurchases, WithdrawnPart } from './withdrawal.sql.ts';

export interface WithdrawalFacts extends FallenPurchases {
  purchase: Pick<OwnPurchase, 'credit_cents' | 'subscription_id'>;
  /** Of all that falls. */
  charges: readonly Charge[];
}

export interface Due {
  /** Everything, also what was used: once a year. */
  full: boolean;
  /** Of the purchase and of those that followed it in the same plan. */
  ownCents: number;
  /** A better plan was paid with what was left of the one before: that comes back too. */
  replacedCents: number;
  /** Credits that are handed back. */
  credits: number;
}

interface Circumstances {
  country: Country;
  at: Date;
  heldCredits: number;
}

export function decideDue(facts: WithdrawalFacts, { country, at, heldCredits }: Circumstances): Due {
  const { purchase, own, replaced, carriedCents, charges } = facts;
  const full = facts.withdrawals === 0;
  const ownCharges = own.flatMap(({ id }) => chargesOf(charges, id));
  const mostOwn = Math.max(0, refundableOf(ownCharges) - carriedCents);
  const mostReplaced = Math.min(
    purchase.credit_cents,
    refundableOf(replaced.flatMap((id) => chargesOf(charges, id))),
  );
  let held = heldCredits;
  let [unused, credits] = [0, 0];
  for (const part of own.toReversed()) {
    const { value, returned } = unusedPart(part, chargesOf(charges, part.id), {
      country,
      at,
      heldCredits: held,
    });
    unused += value;
    credits += returned;
    held -= returned;
  }
  const ownCents = full ? mostOwn : Math.min(mostOwn, unused);
  const replacedCents = full ? mostReplaced : Math.min(mostReplaced, unused - ownCents);
  return { full, ownCents, replacedCents, credits };
}

/** What of a purchase is unused, with those of its credits that are still there to be handed back. */
function unusedPart(
  { credits, creditCents, priceCents, creditsPriceCents, span }: WithdrawnPart,
  charges: readonly Charge[],
  { country, at, heldCredits }: Circumstances,
): { value: number; returned: number } {
  const accounted = charges.reduce((sum, charge) => sum + creditsAccounted(charge), 0);
  const returned = Math.max(0, Math.min(heldCredits, credits - accounted));
  const { daysCents, creditsCents } = unusedValue(
    {
      paidCents: refundableOf(charges) + creditCents,
      totalCents: priceCents,
      creditsPriceCents,
      credits,
      span: span && { start: new Date(span.start), end: new Date(span.end), country },
    },
    at,
    returned,
  );
  return { value: daysCents + creditsCents, returned };
}

/** What is due is refunded, of the charges in their order, and the plan that the purchase paid for ends. */
export function decideWithdrawal(
  facts: WithdrawalFacts,
  money: AccountMoney,
  { due, reason }: { due: Due; reason: 'withdrawal' | 'cancelled' },
): { change: Partial<Change>; cents: number } {
  const { charges } = facts;
  const own = facts.own.flatMap(({ id }) => chargesOf(charges, id));
  const replaced = facts.replaced.flatMap((id) => chargesOf(charges, id));
  const parts = [...take(own, due.ownCents), ...take(replaced, due.replacedCents)];
  // A member who gets everything back returns what is left of the credits, and the rest is written off. Otherwise they go
  // with the first part, and are what was counted.
  const refunds = parts.map(({ charge, amountCents }, place): RefundedPart => {
    const { attempt, purchase } = charge;
    const credits = due.full ? creditsDue(charge, amountCents, reason) : place === 0 ? due.credits : 0;
    const { id: attemptId, provider } = attempt;
    return { attemptId, purchaseId: purchase.id, provider, amountCents, credits };
  });
  const ends = money.plan !== null && money.plan.id === facts.purchase.subscription_id;
  return {
    change: {
      ...beginRefunds(refunds, reason, money.credits),
      ...(ends && decideEnd(money, 'withdrawn')),
      level: 'still_paid',
    },
    cents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
}

/** So much of charges, one after the other. */
function take(charges: readonly Charge[], cents: number): { charge: Charge; amountCents: number }[] {
  let left = cents;
  return charges.flatMap((charge) => {
    const amountCents = Math.min(charge.refundableCents, left);
    if (amountCents <= 0) return [];
    left -= amountCents;
    return [{ charge, amountCents }];
  });
}

const chargesOf = (charges: readonly Charge[], purchaseId: string): Charge[] =>
  charges.filter(({ purchase }) => purchase.id === purchaseId);

const refundableOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, { refundableCents }) => sum + refundableCents, 0);
