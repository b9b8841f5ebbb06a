import { expect, test } from 'vitest';
import { type Draft, emptyDraft, faultsOf, fields, isEmail, reachableStep } from './sign-up-rules.ts';

const complete: Draft = {
  gender: 'male',
  seeks: 'female',
  age: '45',
  town: { city: 'Roma', region: 'Lazio' },
  email: 'marco@example.it',
  password: 'x',
  screenName: 'Cometa 123',
  newsletter: false,
  terms: true,
  adult: true,
};

test('an empty form is at fault everywhere, in the order of the specification', () => {
  expect(faultsOf(emptyDraft)).toEqual([
    'email',
    'password',
    'place',
    'terms',
    'adult',
    'age',
    'gender',
    'seeks',
    'name',
  ]);
  expect(faultsOf(complete)).toEqual([]);
});

test('each step looks at its own fields only', () => {
  expect(faultsOf(emptyDraft, 1)).toEqual(['gender', 'seeks']);
  expect(faultsOf(emptyDraft, 2)).toEqual(['place', 'age']);
  expect(faultsOf(emptyDraft, 3)).toEqual(['email', 'password', 'terms', 'adult', 'name']);
});

test('the newsletter is nobody’s duty', () => {
  expect(faultsOf({ ...complete, newsletter: true })).toEqual([]);
});

test.each(fields)('whatever else is right, a missing %s is told', (field) => {
  const other = { place: 'town', name: 'screenName' } as const;
  const key = field === 'place' || field === 'name' ? other[field] : field;
  const draft: Draft = { ...complete, [key]: emptyDraft[key] };
  expect(faultsOf(draft)).toEqual([field]);
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
  expect(faultsOf({ ...complete, age }).length === 0).toBe(good);
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
  expect(isEmail(email)).toBe(good);
});

test('a step can be reached when those before it are answered', () => {
  expect(reachableStep(3, complete)).toBe(3);
  expect(reachableStep(2, complete)).toBe(2);
  expect(reachableStep(undefined, complete)).toBe(1);
  expect(reachableStep('3', complete)).toBe(1);
  expect(reachableStep(3, { ...complete, town: null })).toBe(2);
  expect(reachableStep(3, { ...complete, seeks: null })).toBe(1);
  expect(reachableStep(3, { ...complete, email: '', password: '' })).toBe(3);
});
