import { describe, expect, test } from 'vitest';
import { typeExpiry, type Keyed, type Placed, isWholeNumber, typeNumber } from './card-typing.ts';

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

  test('keeps the caret where the number is corrected', () => {
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
