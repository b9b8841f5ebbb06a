import { expect, test } from 'vitest';
import { findCardProblem } from './card.ts';

const card = { number: '4111 1111 1111 1111', month: '11', year: '26', securityCode: '123' };

test('a card is good to the end of its month, wherever on earth that is', () => {
  expect(findCardProblem(card, new Date('2026-11-01T00:00:00Z'))).toBeUndefined();
  expect(findCardProblem(card, new Date('2026-11-30T23:59:59Z'))).toBeUndefined();
  expect(findCardProblem(card, new Date('2026-12-01T11:59:59Z'))).toBeUndefined();
  expect(findCardProblem(card, new Date('2026-12-01T12:00:00Z'))).toBe('expired_card');
});

test('a card that ended last month has expired', () => {
  expect(findCardProblem({ ...card, month: '10' }, new Date('2026-11-15T12:00:00Z'))).toBe('expired_card');
});
