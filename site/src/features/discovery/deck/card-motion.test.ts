import { expect, test } from 'vitest';
import { type Drag, verdictOf } from './card-motion.ts';

const still = { x: 0, y: 0 };
const pull = (change: Partial<Drag>): Drag => ({ offset: still, velocity: still, width: 400, ...change });

test('a far drag decides, however slow', () => {
  expect(verdictOf(pull({ offset: { x: 180, y: 20 } }))).toBe('like');
  expect(verdictOf(pull({ offset: { x: -180, y: -20 } }))).toBe('dislike');
});

test('a short and slow one does not', () => {
  expect(verdictOf(pull({ offset: { x: 90, y: 0 }, velocity: { x: 300, y: 0 } }))).toBeNull();
});

test('a flick decides from nearby, but not a tremble', () => {
  expect(verdictOf(pull({ offset: { x: 40, y: 5 }, velocity: { x: 301, y: 0 } }))).toBe('like');
  expect(verdictOf(pull({ offset: { x: -40, y: 5 }, velocity: { x: -900, y: 0 } }))).toBe('dislike');
  expect(verdictOf(pull({ offset: { x: 5, y: 0 }, velocity: { x: 900, y: 0 } }))).toBeNull();
});

test('up and down say nothing, far and fast as they may be', () => {
  expect(verdictOf(pull({ offset: { x: 150, y: -300 }, velocity: { x: 500, y: -2000 } }))).toBeNull();
});

test('a card that was thrown back is not decided on', () => {
  expect(verdictOf(pull({ offset: { x: 200, y: 0 }, velocity: { x: -800, y: 0 } }))).toBeNull();
});
