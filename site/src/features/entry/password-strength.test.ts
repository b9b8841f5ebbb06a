import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.tsx';

test.each([
  ['a', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['password2026!', 'weak'],
  ['1234567890', 'weak'],
  ['tramonto', 'fair'],
  ['Tramonto-7rosso', 'strong'],
  ['una frase tutta nuova', 'strong'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
