import type { Checkout } from '../orders/checkout.sql.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import type { ChargeFacts } from './charge-facts.sql.ts';
import type { NewAttempt } from './new-attempt.sql.ts';

/**
 * What the answer to a charge is decided by, as its checkout has read it: the attempt began because nothing had been done about
 * the payer's money since, and raised its version once. Should anything be done before the answer comes, the write finds another
 * version, and all is read again. Nothing where more has to be read than a checkout does.
 */
export function factsOf(
  { buyer, moneyVersion, current, methods }: Checkout,
  purchase: Purchase,
  attempt: NewAttempt,
): ChargeFacts | undefined {
  if (!methods || purchase.firstOffer || purchase.kind === 'upgrade') return undefined;
  const { card } = attempt;
  return {
    attempt: {
      brand_id: purchase.brandId,
      id: attempt.id,
      purchase_id: purchase.id,
      account_id: purchase.accountId,
      provider: attempt.provider,
      method: attempt.method,
      initiated_by: attempt.initiatedBy,
      amount_cents: purchase.amountCents,
      state: 'created',
      outcome: null,
      reference: null,
      payment_method_id: attempt.paymentMethodId,
      keeps_for: attempt.keepsFor,
      network: card?.network ?? null,
      last_four: card?.lastFour ?? null,
      fingerprint: card?.fingerprint ?? null,
      payer_country: null,
      captured_cents: 0,
      captured_at: null,
    },
    purchase: { ...purchase, state: 'awaiting_payment' },
    payer: {
      moneyVersion: moneyVersion + 1,
      level: buyer.level,
      hasBought: buyer.first_bought_at !== null,
    },
    plan: current
      ? {
          id: current.id,
          state: current.state,
          period: current.period,
          periodEnd: current.period_end,
          nextChargeAt: current.next_charge_at,
          endReason: current.end_reason,
          createdAt: current.created_at,
          paymentMethodId: current.payment_method_id,
        }
      : null,
    methods,
    // It is not failed, no offer, and no better plan.
    boughtSince: false,
    offerTaken: false,
    paidFor: null,
  };
}
