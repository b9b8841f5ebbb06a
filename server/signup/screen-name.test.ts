import fc from 'fast-check';
import { expect, test } from 'vitest';
import { screenNameOf } from './screen-name.ts';

test.for([
  ['luca.bianchi+amore77@test.example', 'Luca bianchi'],
  ['marco_1970@test.example', 'Marco'],
  ['1970@test.example', '1970'],
  ['niccolò@test.example', 'Niccolò'],
  ['___@test.example', 'Lunaria'],
  ['+tag@test.example', 'Lunaria'],
] as const)('%s is called %s', ([email, name]) => {
  expect(screenNameOf(undefined, email, 'Lunaria')).toBe(name);
});

test('a given name comes first, unless there is nothing in it', () => {
  expect(screenNameOf('  Anna\u202e \n Maria ', 'x@test.example', 'Lunaria')).toBe('Anna Maria');
  expect(screenNameOf(' \u200b ', 'x@test.example', 'Lunaria')).toBe('X');
});

test('any name fits where names are kept', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(fc.option(anything, { nil: undefined }), anything, (given, local) => {
      const name = screenNameOf(given, `${local}@test.example`, 'Lunaria');
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(60);
      expect(name.isWellFormed()).toBe(true);
      expect(name).not.toMatch(/[\p{Cc}\n]/u);
    }),
  );
});
