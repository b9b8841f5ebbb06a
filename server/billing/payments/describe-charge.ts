import type { ChargeReply } from '../../../contract/billing/orders.ts';
import type { PaymentOutcome } from '../../../contract/billing/payment-outcome.ts';
import type { Purchase } from './purchase.ts';
import type { PaymentStatus } from './record-outcome.ts';

/** How a payment stands, as its owner is told. */
export function describeCharge({ state, outcome, step, provider, purchase }: PaymentStatus): ChargeReply {
  const reply = { step: null, provider, data: { customerId: purchase.accountId }, orderId: purchase.id };
  if (isGiven(purchase)) return { ...reply, status: 'ok', outcome: 'success' };
  // Called off: should it be paid all the same, the money goes back.
  if (purchase.state === 'expired') return { ...reply, status: 'ko', outcome: 'try_again' };
  switch (state) {
    case 'requires_action':
      // `ok` without a step would mean that it is paid.
      return { ...reply, status: step ? 'ok' : 'pending', outcome: 'pending', step };
    case 'created':
    case 'processing':
    case 'unknown':
    case 'authorised':
      return { ...reply, status: 'pending', outcome: 'pending' };
    case 'declined':
      return { ...reply, status: 'ko', outcome: outcome ?? 'generic' };
    case 'error':
      return { ...reply, status: 'ko', outcome: 'processing_error' };
    // Paid, and nothing given for it: it came too late and goes back.
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
    case 'charged_back':
      return { ...reply, status: 'ko', outcome: 'try_again' };
  }
}

/** What was never tried at a provider's, or not even allowed to be. */
export function describeUntried(purchase: Purchase, outcome: PaymentOutcome): ChargeReply {
  return {
    status: outcome === 'pending' ? 'pending' : 'ko',
    outcome,
    step: null,
    provider: null,
    data: { customerId: purchase.accountId },
    orderId: purchase.id,
  };
}

function isGiven({ state }: Purchase): boolean {
  return state === 'paid' || state === 'fulfilled';
}
