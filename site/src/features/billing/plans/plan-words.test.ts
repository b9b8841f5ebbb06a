import { expect, test } from 'vitest';
import type { RatePlan } from '../../../../../contract/brand/flow.ts';
import { colourOf, groupsOf } from './plan-words.ts';

const plan = (productId: string, spaceBelow = false) => ({ productId, spaceBelow }) as RatePlan;

test('a group of cards ends where the operator wants space', () => {
  const groups = groupsOf([plan('a', true), plan('b'), plan('c', true), plan('d')]);
  expect(groups.map((group) => group.map(({ productId }) => productId))).toEqual([['a'], ['b', 'c'], ['d']]);
  expect(groupsOf([])).toEqual([]);
});

test('a colour nobody knows is the quiet one', () => {
  expect(colourOf('success')).toBe('text-success-text');
  expect(colourOf('chartreuse')).toBe('text-muted');
});
