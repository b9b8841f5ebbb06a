import { expect, test } from 'vitest';
import { rebase } from './rebase.ts';

const base = { name: 'Alessia', age: '37', words: { it: { about: 'Ciao', looking: '' } }, place: null };

test('what each has changed alone is kept, and what both have changed is named and stays mine', () => {
  const mine = { ...base, age: '38', words: { it: { about: 'Eccomi', looking: '' } } };
  const theirs = { ...base, name: 'Alessandra', words: { it: { about: 'Buonasera', looking: 'Amici' } } };
  expect(rebase(base, mine, theirs)).toEqual({
    values: {
      name: 'Alessandra',
      age: '38',
      words: { it: { about: 'Eccomi', looking: 'Amici' } },
      place: null,
    },
    clashes: [{ path: ['words', 'it', 'about'], theirs: 'Buonasera' }],
  });
});

test('who changed the same to the same agrees, and what is nothing to one is chosen whole', () => {
  const same = { ...base, age: '40' };
  expect(rebase(base, same, { ...same }).clashes).toEqual([]);
  const rome = { region: 'Lazio', city: 'Roma' };
  const milan = { region: 'Lombardia', city: 'Milano' };
  expect(rebase<{ place: typeof rome | null }>({ place: null }, { place: rome }, { place: milan })).toEqual({
    values: { place: rome },
    clashes: [{ path: ['place'], theirs: milan }],
  });
});
