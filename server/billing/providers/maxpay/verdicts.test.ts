import { expect, test } from 'vitest';
import { explainDecline } from './verdicts.ts';

test.each([
  ['Insufficient funds', 'insufficient_funds'],
  ['Exceeds withdrawal amount limit', 'insufficient_funds'],
  ['Lost card', 'lost_or_stolen'],
  ['Stolen card, pick up', 'lost_or_stolen'],
  ['Expired card', 'expired_card'],
  ['Wrong expiration date', 'expired_card'],
  ['Invalid CVV2', 'invalid_cvc'],
  ['Security code mismatch', 'invalid_cvc'],
  ['Authentication required', 'authentication_required'],
  ['3DS authentication failed', 'check_failed'],
  ['3D Secure verification failed', 'check_failed'],
  ['Invalid card number', 'invalid_number'],
  ['Do not honor', 'card_declined'],
  ['Restricted card', 'card_declined'],
  ['Transaction not permitted to cardholder', 'card_declined'],
  ['Customer is in black list', 'address_blocked'],
  ['Please try again later', 'try_again'],
  ['Issuer unavailable', 'processing_error'],
  ['System error', 'processing_error'],
  ['Suspected fraud', 'generic'],
  ['Declined by risk rules: stolen card', 'generic'],
  ['Something new', 'generic'],
  // As public integrations of its gateway know them.
  ['Withdrawal frequency limit exceeded', 'insufficient_funds'],
  ['Volume limit exceeded', 'processing_error'],
  ['Transaction is expired', 'try_again'],
  ['Card expired or expiration date invalid', 'expired_card'],
  ['Verification required by issuer', 'authentication_required'],
  ['Card 3D secure is not enabled.', 'check_failed'],
  ['3D secure failed', 'check_failed'],
  ['Referal or restricted card', 'card_declined'],
  ['Invalid or closed account', 'card_declined'],
  ['Revocation of authorization order', 'card_declined'],
  ['Invalid bill token', 'card_declined'],
  ['Card type not supported. Please, check routing.', 'card_declined'],
  ['Transaction not permitted', 'card_declined'],
  ['Timeout between PSP and bank', 'processing_error'],
  ['Communication error with bank', 'processing_error'],
  ['Acquirer internal error.', 'processing_error'],
  ['Declined by anti-fraud system.', 'generic'],
  ['Risk Bank Decline', 'generic'],
  ['General bank decline', 'generic'],
  ['', 'generic'],
])('“%s” is %s', (message, outcome) => expect(explainDecline(message).outcome).toBe(outcome));

test('only what will never pay again is forgotten', () => {
  expect(
    ['Lost card', 'Expired card', 'Invalid card number', 'Revocation of authorization order'].map(
      (text) => explainDecline(text).dropToken,
    ),
  ).toEqual([true, true, true, true]);
  expect(
    ['Insufficient funds', 'Do not honor', 'Transaction is expired', 'x'].some(
      (text) => explainDecline(text).dropToken,
    ),
  ).toBe(false);
});
