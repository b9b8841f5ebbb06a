import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutWords } from './person-card.tsx';

test('a short text stays as it is', () => {
  expect(cutWords(' Cucino troppo per una persona sola. ', 300)).toBe('Cucino troppo per una persona sola.');
});

test('a long one ends with a whole word and an ellipsis', () => {
  expect(cutWords('Cucino troppo per una persona sola', 20)).toBe('Cucino troppo per…');
  expect(cutWords('Cucino troppo per una persona sola', 21)).toBe('Cucino troppo per una…');
  expect(cutWords('Cucino, leggo, viaggio', 14)).toBe('Cucino, leggo…');
});

test('a single endless word is cut where it must be', () => {
  expect(cutWords('a'.repeat(400), 300)).toBe(`${'a'.repeat(300)}…`);
});

test('it is never longer than asked for, and begins as the text does', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 1, max: 300 }),
      (text, letters) => {
        const cut = cutWords(text, letters);
        expect(Array.from(cut.replace(/…$/, '')).length).toBeLessThanOrEqual(letters);
        expect(text.trim().startsWith(cut.replace(/…$/, ''))).toBe(true);
      },
    ),
  );
});
