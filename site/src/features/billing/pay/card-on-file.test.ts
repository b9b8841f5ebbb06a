import { expect, test } from 'vitest';
import { expiryText, keptName } from './card-on-file.tsx';

test('a card is called by its network, a wallet by its own name', () => {
  expect(keptName({ kind: 'card', network: 'visa' }, 'Carta')).toBe('Visa');
  expect(keptName({ kind: 'card', network: 'JCB' }, 'Carta')).toBe('JCB');
  expect(keptName({ kind: 'card', network: null }, 'Carta')).toBe('Carta');
  expect(keptName({ kind: 'paypal', network: null }, 'PayPal')).toBe('PayPal');
  expect(keptName({ kind: 'googlepay', network: 'mastercard' }, 'Google Pay')).toBe('Google Pay, Mastercard');
});

test('an expiry reads as on the card', () => {
  expect(expiryText({ expiryMonth: 3, expiryYear: 2030 })).toBe('03/30');
  expect(expiryText({ expiryMonth: 12, expiryYear: 2109 })).toBe('12/09');
  expect(expiryText({ expiryMonth: null, expiryYear: 2030 })).toBeUndefined();
});
