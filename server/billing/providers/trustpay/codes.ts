import type { PaymentOutcome } from '../../../../contract/billing/payment-outcome.ts';

/** What TrustPay's codes mean to us. */
export type Meaning =
  | { state: 'success' | 'pending' }
  | { state: 'declined'; outcome: PaymentOutcome; dropToken: boolean };

const success = /^(000\.400\.100$|000\.000\.|000\.100\.1|000\.3|000\.6|000\.400\.0[124-9])/;
/** The second is a time-out of theirs with an uncertain result. */
const pending = new Set(['000.200.000', '900.100.300']);

const outcomes: Partial<Record<PaymentOutcome, readonly string[]>> = {
  invalid_cvc: ['800.100.153', '100.100.600'],
  insufficient_funds: ['800.100.155', '800.100.162', '800.100.203'],
  lost_or_stolen: ['800.100.160', '800.100.165', '800.100.171', '800.100.172'],
  expired_card: ['800.100.157'],
  invalid_number: ['800.100.151'],
  check_failed: ['100.380.401', '400.001.600'],
  authentication_required: ['300.100.100'],
  processing_error: ['900.100.100', '100.380.501', '800.100.190'],
  try_again: ['800.700.100', '800.120.100', '800.100.163'],
  address_blocked: ['800.300.102', '800.300.401'],
  already_declined: ['700.500.001'],
};
const outcomeOf = new Map(
  Object.entries(outcomes).flatMap(([outcome, codes]) =>
    codes.map((code) => [code, outcome as PaymentOutcome] as const),
  ),
);

/** With these the card on file will never pay again. */
const final = new Set<PaymentOutcome>(['lost_or_stolen', 'expired_card', 'invalid_number']);

export function readCode(code: string): Meaning {
  if (success.test(code)) return { state: 'success' };
  // No code of this family is a refusal, so an unknown one is polled again.
  if (pending.has(code) || code.startsWith('000.')) return { state: 'pending' };
  const outcome = code.startsWith('100.390.') ? 'check_failed' : (outcomeOf.get(code) ?? 'generic');
  return { state: 'declined', outcome, dropToken: final.has(outcome) };
}
