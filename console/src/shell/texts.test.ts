import { expect, test } from 'vitest';
import { languageFrom } from './texts.ts';

test('the first language we speak is taken', () => {
  expect(languageFrom(['de-DE', 'es-AR', 'it'])).toBe('es');
  expect(languageFrom(['IT'])).toBe('it');
});

test('a visitor who speaks none of ours gets English', () => {
  expect(languageFrom(['de', 'pl'])).toBe('en');
  expect(languageFrom([])).toBe('en');
});
