import { expect, test } from 'vitest';
import { creditLevel, creditLevelOnPhone, showsCredits } from './credits.tsx';

const paying = { messageValue: 10, premiumLevel: 1, entitlements: { messageCost: 10 } } as const;

test('only paying levels see a credit counter', () => {
  const levels = [0, 1, 2] as const;
  expect(levels.map((premiumLevel) => showsCredits({ premiumLevel }))).toEqual([false, true, true]);
});

test.each([
  [0, 'empty'],
  [6, 'empty'],
  [7, 'medium'],
  [13, 'medium'],
  [14, 'full'],
  [500, 'full'],
])('a balance of %i, at 10 a message, looks %s on a wide screen', (messageCredits, level) => {
  expect(creditLevel({ messageCredits, ...paying })).toBe(level);
});

test.each([
  [0, 'empty'],
  [19, 'empty'],
  [20, 'medium'],
  [40, 'medium'],
  [41, 'full'],
])('a balance of %i looks %s on a phone', (messageCredits, level) => {
  expect(creditLevelOnPhone({ messageCredits, ...paying })).toBe(level);
});

test.each([
  [0, 'empty'],
  [1, 'medium'],
  [2, 'full'],
])('%i credits of a free member, who pays one a message, look %s everywhere', (messageCredits, level) => {
  const entitlements = { messageCost: 1 };
  const free = { messageCredits, messageValue: 10, premiumLevel: 0, entitlements } as const;
  expect([creditLevel(free), creditLevelOnPhone(free)]).toEqual([level, level]);
});

test.each([
  [6, 'empty'],
  [7, 'medium'],
  [14, 'full'],
])('%i credits of a member who writes for nothing look %s, by what others pay', (messageCredits, level) => {
  const entitlements = { messageCost: 0 };
  expect(creditLevel({ messageCredits, messageValue: 10, premiumLevel: 2, entitlements })).toBe(level);
});
