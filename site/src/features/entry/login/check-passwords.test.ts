import { expect, test } from 'vitest';
import { checkPasswords } from './check-passwords.ts';

test.each([
  ['', '', { field: 'password', words: 'reset.missing' }],
  [null, 'x', { field: 'password', words: 'reset.missing' }],
  ['x', '', { field: 'repeated', words: 'reset.different' }],
  ['x', 'X', { field: 'repeated', words: 'reset.different' }],
  [' x', 'x', { field: 'repeated', words: 'reset.different' }],
  [' x ', ' x ', null],
])('%o and %o', (typed, again, fault) => {
  expect(checkPasswords(typed, again).fault).toEqual(fault);
});
