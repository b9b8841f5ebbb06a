import { expect, test } from 'vitest';
import { compareInSlices } from './slices.ts';
import { describeComparison } from './verdict.ts';

test('both are measured in turns, and a slice that was disturbed does not count', async () => {
  const order: string[] = [];
  const ours = [6, 90, 6];
  const measure = (name: string, costs: number[]) => async () => {
    order.push(name);
    return costs.shift() ?? Number.NaN;
  };
  const found = await compareInSlices(
    { ours: measure('ours', ours), bare: measure('bare', [2, 2, 2]) },
    { seconds: 0 },
  );
  expect(order).toEqual(['bare', 'ours', 'ours', 'bare', 'bare', 'ours']);
  expect(found).toEqual({ ours: 6, bare: 2, ratio: 3, slices: 3 });
});

test('what became more than 15 % dearer is said in capitals', () => {
  const found = { ours: 0.36, bare: 0.05, ratio: 7.2, slices: 5 };
  expect(describeComparison('chat', found, 6.1)).toMatch(/^DEARER — CHAT: .* \+18 %$/);
  expect(describeComparison('chat', found, 6.5)).toMatch(/^chat: .*; 6.500 before, \+11 %$/);
  expect(describeComparison('chat', found, 9)).toMatch(/-20 %$/);
  expect(describeComparison('chat', found, undefined)).toMatch(/nothing to compare with$/);
});
