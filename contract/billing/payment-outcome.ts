import { z } from 'zod';
import { serverEvent } from '../kernel/event.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';

/** Every way a payment can end or stand, and its word on the wire. Each has its own words on the screen. */
const outcomes = {
  success: 'success',
  pending: 'pending',
  /** The bank's own check of the person failed. */
  check_failed: 'warning',
  /** Declined, and nothing more may be said. */
  generic: 'generico',
  try_again: 'riprova',
  authentication_required: 'authentication_required',
  invalid_cvc: 'invalid_cvc',
  insufficient_funds: 'insufficient_funds',
  lost_or_stolen: 'lost_or_stolen',
  invalid_expiry_month: 'invalid_expiry_month',
  invalid_expiry_year: 'invalid_expiry_year',
  expired_card: 'expired_card',
  already_declined: 'This card has already declined. Please try a new card.',
  processing_error: 'processing_error',
  card_declined: 'card_declined',
  invalid_number: 'invalid_number',
  address_blocked: 'address blacklisted',
} as const;
export const paymentOutcome = spelledWords(outcomes);
export type PaymentOutcome = z.output<typeof paymentOutcome>;
export const paymentOutcomes = Object.keys(outcomes) as PaymentOutcome[];

/** Trying the same card again within a day is useless after these. */
export const hardDeclines: readonly PaymentOutcome[] = ['lost_or_stolen', 'expired_card', 'card_declined'];

/** A problem with what was typed, which never leaves the page. */
export type CardProblem = Extract<
  PaymentOutcome,
  'invalid_number' | 'invalid_expiry_month' | 'invalid_expiry_year' | 'expired_card' | 'invalid_cvc'
>;

export const chargeStatus = z.enum(['ok', 'ko', 'pending']);

export const paymentDecided = serverEvent({
  name: 'pagamento',
  summary: 'What the member waits for: a payment that was under way is decided.',
  payload: spelled({
    orderId: as('order', z.uuid()),
    type: as('type', spelledWords({ paid: 'purchOk', not_paid: 'purchKo' })),
    outcome: as('message', paymentOutcome),
  }),
});
