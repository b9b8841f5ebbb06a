import { expect, test } from 'vitest';
import { findForbiddenWords } from './lib/forbidden-words.ts';

const findIn = (file: string, text: string) =>
  findForbiddenWords(file, text).map(({ line, word }) => `${line} ${word}`);

test('a word that we gave up is found in names of files and of code, whole or as a part', () => {
  expect(findIn('server/purse.ts', 'export const fullPurses = 1;')).toEqual(['1 purse', '1 purses']);
  expect(findIn('server/rules/x.sql', 'select 1;\nselect purse_of(1);')).toEqual(['2 purse']);
});

test('a word that is a name by itself is found alone, and one of a part of a statement too', () => {
  expect(findIn('server/a.ts', 'interface Known {}\nconst known = 1;')).toEqual(['1 Known']);
  const word = 'told';
  const statement = `with ${word} as (select 1) select 2`;
  expect(findIn('server/a.ts', `const query = \`\n  ${statement}\`;`)).toEqual(['2 told']);
});

test('texts are not names: neither strings nor comments, nor longer words', () => {
  const text = "const texts = ['purse']; /* purse */ const pursers = texts; // purse";
  expect(findIn('server/a.ts', text)).toEqual([]);
  expect(findIn('server/a.sql', "select 'purse'; -- purse")).toEqual([]);
});

test('comments are read for words about people, and quoted code in them is not', () => {
  expect(
    findIn('site/a.tsx', '/**\n * What somebody\n * calls his own. */\nexport const a = <b>he</b>;'),
  ).toEqual(['2 somebody', '3 his']);
  expect(findIn('server/a.sql', 'select 1;\n-- Nobody else.')).toEqual(['2 Nobody']);
  expect(findIn('server/a.ts', 'const query = `\n  -- His own.\n  select 1`;')).toEqual(['2 His']);
  expect(findIn('server/a.ts', '// Runs as `nobody`.')).toEqual([]);
});

test('titles of tests are read, and no other text in them', () => {
  const text = [
    "test('whoever comes', async () => { await call('nobody', 1); });",
    "describe('all of it', () => {",
    "  test.for(rows)('%s: told', () => {});",
    '  test(`${name} is heard`, () => {});',
    '});',
  ].join('\n');
  expect(findIn('server/a.test.ts', text)).toEqual(['1 whoever', '3 told', '4 heard']);
  expect(findIn('server/a.ts', text)).toEqual([]);
});
