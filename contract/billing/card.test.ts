import { describe, expect, test } from 'vitest';
import { type CardFields, cardForm, findCardProblem } from './card.ts';

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

describe('a card as it is typed', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const good: CardFields = {
    firstName: ' Anna ',
    lastName: 'Rossi',
    number: '4111 1111 1111 1111',
    expiry: '03/30',
    securityCode: '737',
  };
  /** The problem of each field that has one. */
  function problemsOf(typed: CardFields): Record<string, string> {
    const { error } = cardForm(now).safeParse(typed);
    return Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);
  }

  test('is sent as it is sealed', () => {
    expect(cardForm(now).parse(good)).toEqual({
      firstName: 'Anna',
      lastName: 'Rossi',
      number: '4111 1111 1111 1111',
      month: '03',
      year: '30',
      securityCode: '737',
    });
  });

  test('what is wrong is said of each field', () => {
    expect(problemsOf({ ...good, lastName: ' ', number: '4111', expiry: '', securityCode: '7' })).toEqual({
      number: 'invalid_number',
      expiry: 'invalid_expiry_month',
      securityCode: 'invalid_cvc',
      lastName: 'payment.name_missing',
    });
  });

  test.each([
    ['13/30', 'invalid_expiry_month'],
    ['03/47', 'invalid_expiry_year'],
    ['03/203', 'invalid_expiry_year'],
    ['10/26', 'expired_card'],
  ])('a date of %s is %s', (expiry, problem) => {
    expect(problemsOf({ ...good, expiry })).toEqual({ expiry: problem });
  });

  test('American Express has four digits on its front', () => {
    const amex = { ...good, number: '3782 822463 10005' };
    expect(problemsOf(amex)).toEqual({ securityCode: 'invalid_cvc' });
    expect(problemsOf({ ...amex, securityCode: '1234' })).toEqual({});
  });
});
