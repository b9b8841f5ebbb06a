import { describe, expect, test } from 'vitest';
import { typeExpiry, type Keyed, type Placed, isWholeNumber, typeNumber } from './card-typing.ts';
import { findFaults } from './typed-card.ts';

type Typing = (before: string, keyed: Keyed) => Placed;

/** Types key by key; `<` takes away what stands before the caret. */
function typed(typing: Typing, keys: string, from: Placed = { text: '', caret: 0 }): Placed {
  let now = from;
  for (const key of keys) {
    const { text, caret } = now;
    const back = key === '<';
    const start = back ? Math.max(0, caret - 1) : caret;
    now = typing(text, {
      text: text.slice(0, start) + (back ? '' : key) + text.slice(caret),
      caret: back ? start : caret + 1,
      deletes: back ? 'back' : undefined,
    });
  }
  return now;
}

describe('a card number', () => {
  test('falls into groups while it is typed', () => {
    expect(typed(typeNumber, '41111')).toEqual({ text: '4111 1', caret: 6 });
    expect(typed(typeNumber, '4111111111111111').text).toBe('4111 1111 1111 1111');
    expect(typed(typeNumber, '378282246310005').text).toBe('3782 822463 10005');
  });

  test('keeps the caret where somebody corrects it', () => {
    const middle = typeNumber('4111 1111', { text: '4211 11111', caret: 2 });
    expect(middle).toEqual({ text: '4211 1111 1', caret: 2 });
  });

  test('is taken back digit by digit, whatever stands between', () => {
    expect(typed(typeNumber, '41111<<').text).toBe('411');
    expect(typeNumber('4111 1111', { text: '41111111', caret: 4, deletes: 'forward' }).text).toBe('4111 111');
    expect(typed(typeNumber, '4<<')).toEqual({ text: '', caret: 0 });
  });

  test('may be pasted with anything in between, and is cut where it is too long', () => {
    const pasted = typeNumber('', { text: ' 5555-5555 5555.4444 ', caret: 21 });
    expect(pasted).toEqual({ text: '5555 5555 5555 4444', caret: 19 });
    expect(typeNumber('', { text: '4'.repeat(30), caret: 30 }).text.replaceAll(' ', '')).toHaveLength(19);
  });

  test('is whole when its network has no more digits and its check digit fits', () => {
    expect(isWholeNumber('4111 1111 1111 1111')).toBe(true);
    expect(isWholeNumber('4111 1111 1111 1112')).toBe(false);
    expect(isWholeNumber('3782 822463 10005')).toBe(true);
    expect(isWholeNumber('4111 1111 1111 111')).toBe(false);
  });
});

describe('the date on a card', () => {
  test.each([
    ['0330', '03/30'],
    ['12', '12/'],
    ['5', '05/'],
    ['1/30', '01/30'],
    ['03/2030', '03/30'],
    ['12/3', '12/3'],
    ['12<', '1'],
    ['1230<<', '12'],
    ['1230<<5', '12/5'],
  ])('%s becomes %s', (keys, text) => {
    expect(typed(typeExpiry, keys).text).toBe(text);
  });

  test.each([
    ['03/2030', '03/30'],
    ['2030-03', '03/30'],
    ['3/30', '03/30'],
    ['03 / 30', '03/30'],
  ])('may be filled in as %s', (text, shown) => {
    expect(typeExpiry('', { text, caret: text.length }).text).toBe(shown);
  });
});

describe('what is wrong with a card', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const good = {
    firstName: 'Anna',
    lastName: 'Rossi',
    number: '4111 1111 1111 1111',
    expiry: '03/30',
    securityCode: '737',
  };

  test('is nothing, or is said of each field', () => {
    expect(findFaults(good, now)).toEqual({});
    expect(
      findFaults({ ...good, lastName: ' ', number: '4111', expiry: '', securityCode: '7' }, now),
    ).toEqual({
      number: 'invalid_number',
      expiry: 'invalid_expiry_month',
      securityCode: 'invalid_cvc',
      lastName: 'nameMissing',
    });
  });

  test.each([
    ['13/30', 'invalid_expiry_month'],
    ['03/47', 'invalid_expiry_year'],
    ['03/203', 'invalid_expiry_year'],
    ['10/26', 'expired_card'],
  ])('a date of %s is %s', (expiry, problem) => {
    expect(findFaults({ ...good, expiry }, now)).toEqual({ expiry: problem });
  });

  test('American Express has four digits on its front', () => {
    const amex = { ...good, number: '3782 822463 10005' };
    expect(findFaults(amex, now)).toEqual({ securityCode: 'invalid_cvc' });
    expect(findFaults({ ...amex, securityCode: '1234' }, now)).toEqual({});
  });
});
