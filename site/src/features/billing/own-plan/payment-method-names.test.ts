import { expect, test } from 'vitest';
import { expiryText, paymentMethodName } from './payment-method-names.ts';

test('a card is called by its network, a wallet by its own name', () => {
  expect(paymentMethodName({ kind: 'card', network: 'visa' })).toBe('Visa');
  expect(paymentMethodName({ kind: 'card', network: 'JCB' })).toBe('JCB');
  expect(paymentMethodName({ kind: 'card', network: null })).toBeUndefined();
  expect(paymentMethodName({ kind: 'paypal', network: null })).toBe('PayPal');
  expect(paymentMethodName({ kind: 'googlepay', network: 'mastercard' })).toBe('Google Pay, Mastercard');
});

test('an expiry reads as on the card', () => {
  expect(expiryText({ expiryMonth: 3, expiryYear: 2030 })).toBe('03/30');
  expect(expiryText({ expiryMonth: 12, expiryYear: 2109 })).toBe('12/09');
  expect(expiryText({ expiryMonth: null, expiryYear: 2030 })).toBeUndefined();
});
