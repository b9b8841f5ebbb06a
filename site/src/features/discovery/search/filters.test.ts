import { expect, test } from 'vitest';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';
import { choiceOf, countFilters, filtersOf } from './filters.ts';

test('a form that was left as it was filters nothing', () => {
  const untouched = choiceOf({});
  expect(filtersOf(untouched, 2)).toEqual({});
  expect(countFilters({})).toBe(0);
});

test('what was chosen comes back to the form, and an age range counts once', () => {
  const filters = { ageFrom: 30, ageTo: 45, isNew: true, kinds: ['member' as const] };
  expect(filtersOf(choiceOf(filters), 3)).toEqual(filters);
  expect(countFilters(filters)).toBe(3);
});

test('what people say of themselves counts once each, and leaves no person out where anything fits', () => {
  const filters = { hairColour: ['black' as const, 'red' as const], height: [160, 180] as [number, number] };
  expect(filtersOf({ ...choiceOf({}), ...filters, hairColour: ['red', 'black'] }, 3)).toEqual(filters);
  expect(filtersOf(choiceOf(filters), 3)).toEqual(filters);
  expect(countFilters(filters)).toBe(2);
  expect(filtersOf({ ...choiceOf(filters), hairColour: [], height: [120, 230] }, 3)).toEqual({});
});

test('one end of the ages is enough', () => {
  expect(filtersOf({ ...choiceOf({}), ageFrom: AGE_MIN + 1 }, 2)).toEqual({ ageFrom: AGE_MIN + 1 });
  expect(filtersOf({ ...choiceOf({}), ageTo: AGE_MAX - 1 }, 2)).toEqual({ ageTo: AGE_MAX - 1 });
});

test('all kinds there are leave no person out, in whatever order they were ticked', () => {
  const some = filtersOf({ ...choiceOf({}), kinds: ['staff', 'member'] }, 3);
  expect(some).toEqual({ kinds: ['member', 'staff'] });
  expect(filtersOf({ ...choiceOf({}), kinds: ['staff', 'member'] }, 2)).toEqual({});
});
