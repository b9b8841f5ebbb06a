import { expect, test } from 'vitest';
import { shownPages } from './pager.tsx';

test('the current page stands in the middle of five', () => {
  expect(shownPages(6, 12)).toEqual([4, 5, 6, 7, 8]);
});

test('at either end the five stay within what there is', () => {
  expect(shownPages(1, 12)).toEqual([1, 2, 3, 4, 5]);
  expect(shownPages(12, 12)).toEqual([8, 9, 10, 11, 12]);
});

test('fewer than five pages are all shown', () => {
  expect(shownPages(2, 3)).toEqual([1, 2, 3]);
});
