import fc from 'fast-check';
import { expect, test } from 'vitest';
import { majorUnits, readMajorUnits, isPathSegment, readOwnId } from './answers.ts';

test('every amount is the same there and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      expect(readMajorUnits(majorUnits(cents))).toBe(cents);
      expect(readMajorUnits(cents / 100)).toBe(cents);
    }),
  );
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [1_990, '19.90'],
  [100_000, '1000.00'],
])('%i cents are %s', (cents, text) => expect(majorUnits(cents)).toBe(text));

test.each(['', '-1.00', '1,00', '1.005', '1e3', 'NaN', '0x10', ' 1', '1.', '.5', 0.001, -1, Number.NaN])(
  '%s is no amount',
  (text) => expect(readMajorUnits(text)).toBeUndefined(),
);

test('a name that leads elsewhere is none', () => {
  expect(['EC6A1F', 'SL_1-2'].every(isPathSegment)).toBe(true);
  expect(['', '..', 'a/b', 'a?b', 'a#b', 'a%2fb', 'a\nb', 'x'.repeat(101)].some(isPathSegment)).toBe(false);
});

test('only an id that we may have made is ours', () => {
  expect(readOwnId('0194f3a2-0000-7000-8000-000000000001')).toBe('0194f3a2-0000-7000-8000-000000000001');
  expect([readOwnId('order-17'), readOwnId(''), readOwnId(null), readOwnId(undefined)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
