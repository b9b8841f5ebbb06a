import { expect, test } from 'vitest';
import { signUpForm } from '#contract/account/sign-up.ts';
import { type Draft, emptyDraft, reachableStep, stepsIn, unanswered } from './steps.ts';

/** Something stands in every field. */
const filled: Record<string, unknown> = Object.fromEntries(
  Object.keys(emptyDraft).map((field) => [field, 'x']),
);
const complete: Draft = { ...emptyDraft, ...filled };
const steps = stepsIn('0001');

test('the steps together ask for everything that signing up needs, and for each thing once', () => {
  const asked = steps.flatMap(({ fields }) => fields);
  expect(asked.toSorted()).toEqual(Object.keys(signUpForm.shape).toSorted());
  expect(asked.toSorted()).toEqual(Object.keys(emptyDraft).toSorted());
});

test('a step can be reached when those before it are answered', () => {
  const place = (asked: unknown, draft: Draft) => steps[reachableStep(asked, steps, draft)]?.id;
  expect(place('account', complete)).toBe('account');
  expect(place('place', complete)).toBe('place');
  expect(place(undefined, complete)).toBe('who');
  expect(place('elsewhere', complete)).toBe('who');
  expect(place('account', { ...complete, place: null })).toBe('place');
  expect(place('account', { ...complete, seeks: null })).toBe('who');
  expect(place('account', { ...complete, email: '', password: '' })).toBe('account');
});

test('each step looks at its own fields only', () => {
  expect(steps.map((step) => unanswered(step, emptyDraft))).toEqual([
    ['gender', 'seeks'],
    ['place', 'age'],
    ['email', 'password', 'name'],
  ]);
});
