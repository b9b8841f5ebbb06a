import { Search } from 'lucide-react';
import { expect, test } from 'vitest';
import { type Entry, matchEntries } from './entry.ts';

const entry = (title: string, words = ''): Entry => ({
  id: title,
  title,
  words,
  icon: Search,
  act: { to: '/' },
});
const titles = (entries: readonly Entry[], typed: string) =>
  matchEntries(entries, typed).map(({ title }) => title);

test('the beginning of any word finds an entry, without accents or capital letters', () => {
  const entries = [entry('Qualità delle risposte'), entry('Recensioni'), entry('Posta in uscita')];
  expect(titles(entries, 'qualita')).toEqual(['Qualità delle risposte']);
  expect(titles(entries, 'USC')).toEqual(['Posta in uscita']);
  expect(titles(entries, 'ita')).toEqual([]);
});

test('every word that was typed must be found, in the title or among the words beside it', () => {
  const entries = [entry('Scuro', 'aspetto tema'), entry('Chiaro', 'aspetto tema')];
  expect(titles(entries, 'tema scu')).toEqual(['Scuro']);
});

test('what begins with the typed text comes first', () => {
  const entries = [entry('Lavoro: posta'), entry('Posta in uscita')];
  expect(titles(entries, 'posta')).toEqual(['Posta in uscita', 'Lavoro: posta']);
});
