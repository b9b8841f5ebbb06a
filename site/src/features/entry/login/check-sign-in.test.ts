import { expect, test } from 'vitest';
import { checkSignIn } from './check-sign-in.ts';

test('removes spaces from the address and never touches the password', () => {
  expect(checkSignIn(' ma rco@example.it ', ' p w ')).toEqual({
    given: { email: 'marco@example.it', password: ' p w ' },
    faults: {},
  });
});

test.each([
  ['', 'x', { email: 'entry.emailMissing' }],
  ['marco', 'x', { email: 'entry.emailWrong' }],
  ['marco@example', 'x', { email: 'entry.emailWrong' }],
  ['a@b@c.it', 'x', { email: 'entry.emailWrong' }],
  ['marco@example.it', '', { password: 'entry.passwordMissing' }],
  ['', '', { email: 'entry.emailMissing', password: 'entry.passwordMissing' }],
])('%o with password %o is refused', (email, password, faults) => {
  expect(checkSignIn(email, password).faults).toEqual(faults);
});
