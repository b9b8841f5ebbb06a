import type { PaymentOutcome } from '../../../../contract/billing/payment-outcome.ts';

/** Maxpay's table of decline codes is not public, so its words decide. The first that fits counts. */
const meanings: readonly (readonly [RegExp, PaymentOutcome])[] = [
  // Why somebody is suspected is never told.
  [/fraud|risk|suspect/, 'generic'],
  [/lost|stolen|pick[ -]?up/, 'lost_or_stolen'],
  [/insufficient|not sufficient|exceed|over limit/, 'insufficient_funds'],
  [/expired|expir(y|ation)/, 'expired_card'],
  [/cv[vc]2?\b|security code/, 'invalid_cvc'],
  [/authentication (is )?required|3-?ds? (is )?required|\bsca\b/, 'authentication_required'],
  [/authenticat|3-?d ?s|3-?d secure/, 'check_failed'],
  [/black ?list/, 'address_blocked'],
  [/already declined/, 'already_declined'],
  [/invalid (card|account|number|pan)|card number|no such (card|issuer)/, 'invalid_number'],
  [/do not hono|restricted|not permitted|not allowed|closed|card blocked|refer to/, 'card_declined'],
  [/try again|retry|too many|frequency/, 'try_again'],
  [/time-?d? ?out|unavailable|inoperative|malfunction|system error|processing error/, 'processing_error'],
];

/** With these the card on file will never pay again. */
const final = new Set<PaymentOutcome>(['lost_or_stolen', 'expired_card', 'invalid_number']);

export function explainDecline(message: string): { outcome: PaymentOutcome; dropToken: boolean } {
  const words = message.toLowerCase();
  const outcome = meanings.find(([pattern]) => pattern.test(words))?.[1] ?? 'generic';
  return { outcome, dropToken: final.has(outcome) };
}
