import { expect, test } from 'vitest';
import { newPasswordForm } from './credentials.ts';
import { signInForm } from './sign-in.ts';
import { signUpForm } from './sign-up.ts';

/** The fields at fault, in the order in which they are reported. */
const faultsOf = (form: typeof signUpForm | typeof signInForm | typeof newPasswordForm, typed: unknown) => {
  const { error } = form.safeParse(typed);
  return [...new Set(error?.issues.map(({ path }) => path[0]))];
};

const answers = {
  gender: 'male',
  seeks: 'female',
  age: '45',
  place: { city: 'Roma', region: 'Lazio' },
  email: 'marco@example.it',
  password: 'x',
  name: 'Cometa 123',
  terms: true,
  adult: true,
};
const empty = {
  gender: null,
  seeks: null,
  age: '',
  place: null,
  email: '',
  password: '',
  name: '',
  terms: false,
  adult: false,
};
const inOrder = ['email', 'password', 'place', 'terms', 'adult', 'age', 'gender', 'seeks', 'name'] as const;

test('an empty sign-up is at fault everywhere, in the order of the specification', () => {
  expect(faultsOf(signUpForm, empty)).toEqual(inOrder);
  expect(faultsOf(signUpForm, answers)).toEqual([]);
});

test.each(inOrder)('whatever else is right, a missing %s is reported', (field) => {
  expect(faultsOf(signUpForm, { ...answers, [field]: empty[field] })).toEqual([field]);
});

test.each([
  ['17', false],
  ['18', true],
  ['98', true],
  ['99', false],
  ['45.5', false],
  ['1e1', false],
  ['-20', false],
  [' ', false],
])('an age of %o is good: %o', (age, good) => {
  expect(signUpForm.safeParse({ ...answers, age }).success).toBe(good);
});

test.each([
  ['marco@example.it', true],
  [' mar co@example.it ', true],
  ['marco', false],
  ['marco@example', false],
  ['a@b@c.it', false],
  ['@example.it', false],
  [`${'a'.repeat(250)}@example.it`, false],
])('the address %o is good: %o', (email, good) => {
  expect(signUpForm.safeParse({ ...answers, email }).success).toBe(good);
});

test('signing in removes spaces from the address and never touches the password', () => {
  expect(signInForm.parse({ email: ' ma rco@example.it ', password: ' p w ' })).toEqual({
    email: 'marco@example.it',
    password: ' p w ',
  });
});

test.each([
  ['', 'x', ['email']],
  ['marco', 'x', ['email']],
  ['marco@example', 'x', ['email']],
  ['a@b@c.it', 'x', ['email']],
  ['marco@example.it', '', ['password']],
  ['', '', ['email', 'password']],
])('%o with password %o is refused', (email, password, faults) => {
  expect(faultsOf(signInForm, { email, password })).toEqual(faults);
});

test.each([
  ['', '', ['password']],
  ['x', '', ['repeated']],
  ['x', 'X', ['repeated']],
  [' x', 'x', ['repeated']],
  [' x ', ' x ', []],
])('a new password of %o, repeated as %o', (password, repeated, faults) => {
  expect(faultsOf(newPasswordForm, { password, repeated })).toEqual(faults);
});
