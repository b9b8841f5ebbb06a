import { expect, test } from 'vitest';
import { findDifferences } from './differences.ts';

const side = (pieces: ReturnType<typeof findDifferences>, hidden: 'added' | 'removed') =>
  pieces
    .filter(({ kind }) => kind !== hidden)
    .map(({ text }) => text)
    .join('');

test('words that came and went are distinct from those that stayed', () => {
  expect(findDifferences('Amo il mare e la pizza.', 'Amo il lago e la pizza!')).toMatchObject([
    { kind: 'same', text: 'Amo il ' },
    { kind: 'removed', text: 'mare ' },
    { kind: 'added', text: 'lago ' },
    { kind: 'same', text: 'e la ' },
    { kind: 'removed', text: 'pizza.' },
    { kind: 'added', text: 'pizza!' },
  ]);
});

test('nothing gets lost, whatever is empty or long', () => {
  for (const [before, after] of [
    ['', 'Nuovo testo'],
    ['Vecchio testo', ''],
    ['', ''],
    ['a b c d e f', 'f e d c b a'],
    ['uno\ndue  tre', 'uno\ndue  tre quattro'],
  ] as const) {
    const pieces = findDifferences(before, after);
    expect(side(pieces, 'removed').trim()).toBe(after.trim());
    expect(side(pieces, 'added').trim().split(/\s+/)).toEqual(before.trim().split(/\s+/));
  }
});
