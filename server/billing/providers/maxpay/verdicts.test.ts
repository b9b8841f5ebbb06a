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
  ['', 'generic'],
])('“%s” is %s', (message, outcome) => expect(explainDecline(message).outcome).toBe(outcome));

test('only what will never pay again is forgotten', () => {
  expect(
    ['Lost card', 'Expired card', 'Invalid card number'].map((text) => explainDecline(text).dropToken),
  ).toEqual([true, true, true]);
  expect(['Insufficient funds', 'Do not honor', 'x'].some((text) => explainDecline(text).dropToken)).toBe(
    false,
  );
});
