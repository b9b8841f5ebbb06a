import { expect, test } from 'vitest';
import { splitLinks } from './links.ts';

const linksOf = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

test('an address in a sentence is cut out without the punctuation after it', () => {
  expect(splitLinks('Conferma: https://it.example/c?token=a-b.\nCiao')).toEqual([
    { at: 0, text: 'Conferma: ' },
    { at: 10, text: 'https://it.example/c?token=a-b', href: 'https://it.example/c?token=a-b' },
    { at: 40, text: '.\nCiao' },
  ]);
});

test('brackets and several addresses', () => {
  expect(linksOf('(see http://a.example/x) <https://b.example/y> "https://c.example"')).toEqual([
    'http://a.example/x',
    'https://b.example/y',
    'https://c.example',
  ]);
});

test('only the web can be followed', () => {
  expect(linksOf('javascript:alert(1) data:text/html,x ftp://a.example mailto:a@b.example')).toEqual([]);
});

test('nothing is lost', () => {
  const text = 'a https://x.example/ b https://y.example/?q=1! c';
  expect(
    splitLinks(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
