import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#testing/database-fixtures.ts';
import { parseModule, readGraph } from './lib/module-graph.ts';
import { findState } from './lib/module-state.ts';

/** What is found in some modules: each as its file and its fault. */
function findIn(files: Record<string, string>): string[] {
  const modules = Object.entries(files).map(([file, text]) => [file, parseModule(file, text)] as const);
  return findState(new Map(modules)).map(({ file, line, what }) => `${file}:${line} ${what}`);
}

test.for([
  ['a variable', 'let last: string | undefined;', '“last” can be given another value'],
  ['a map', 'const known = new Map<string, string>();', 'a new Map lives as long as the process'],
  ['a weak map', 'export const known = new WeakMap();', 'a new WeakMap lives as long as the process'],
  [
    'a query client',
    "import { QueryClient } from '@tanstack/react-query';\nexport const client = new QueryClient();",
    'a new QueryClient lives as long as the process',
  ],
  [
    'what a library makes',
    "import { createInstance } from 'i18next';\nexport const texts = createInstance();",
    'what i18next makes lives as long as the process',
  ],
  ['a library’s only one', "import texts from 'i18next';", 'i18next itself is one for the whole process'],
  [
    'a list that grows',
    'const seen: string[] = [];\nexport function see(one: string) { seen.push(one); }',
    '“seen” is changed by a function',
  ],
  [
    'an object that is written to',
    'const byName: Record<string, string> = {};\nexport const keep = (name: string) => { byName[name] = name; };',
    '“byName” is changed by a function',
  ],
  ['a subscription', 'watch(() => {});', 'it does something while it loads'],
  [
    'a variable that a maker hides',
    'function makeCounter() { let count = 0; return () => (count += 1); }\nexport const next = makeCounter();',
    '“count” can be given another value',
  ],
  [
    'a cache inside what is made',
    'const make = () => { const known = new Map(); return { keep: (k: string) => known.set(k, k) }; };\nexport const cache = { inner: make() };',
    '“known” is changed by a function',
  ],
] as const)('%s is state', ([, text, what]) => {
  const found = findIn({ 'a.ts': text });
  expect(found.map((one) => one.replace(/^\S+ /, ''))).toContain(what);
});

test('what a maker of another module keeps is found there, also when it is handed on', () => {
  const found = findIn({
    'a.ts': "import { createStore } from './b.ts';\nexport const store = createStore();",
    'b.ts': "export { createStore } from './c.ts';",
    'c.ts':
      'export function createStore() {\n  let current = 0;\n  return { set(to: number) { current = to; } };\n}',
  });
  expect(found).toEqual(['c.ts:2 “current” can be given another value']);
});

test('what another module keeps is not to be written to', () => {
  const found = findIn({
    'a.ts': "import { settings } from './b.ts';\nexport function choose() {\n  settings.last = 1;\n}",
    'b.ts': 'export const settings = { last: 0 };',
  });
  expect(found).toEqual(['a.ts:3 “settings” of another module is changed']);
});

test.for([
  [
    'constants',
    "export const SIZE = 3;\nconst words = ['a', 'b'] as const;\nexport const look = [...words].join(' ');",
  ],
  ['tables that nobody can change', "export const known: ReadonlySet<string> = new Set(['a']);"],
  ['a set that is only passed through', "export const names = [...new Set(['a', 'a'])];"],
  [
    'schemas and contexts',
    "import { z } from 'zod';\nimport { createContext } from 'react';\nexport const name = z.string();\nexport const Name = createContext('');",
  ],
  [
    'what functions have for themselves',
    'export function count(words: string[]) {\n  const found = new Map<string, number>();\n  let all = 0;\n  for (const word of words) { found.set(word, 1); all += 1; }\n  return { found, all };\n}',
  ],
  [
    'what a page keeps',
    "import { pageState } from './page-state.ts';\nconst page = pageState(() => ({ works: 0, known: new Map() }));\nexport const work = () => { page.works += 1; };",
  ],
  [
    'names that mean something else inside',
    'const seen = [1];\nexport function look(seen: number[]) { seen.push(1); }',
  ],
] as const)('%s are no state', ([, text]) => {
  expect(findIn({ 'a.ts': text })).toEqual([]);
});

test('the graph holds what is imported and what is fetched on the way, not types, nor what waits for an effect', async () => {
  const root = await makeFolder();
  const files: Record<string, string> = {
    'src/entry.ts': [
      "import { a } from './a.ts';",
      "import type { Only } from './types.ts';",
      "import { type Too } from './types.ts';",
      "export const load = async () => (await import('./later.ts')).later;",
      "export const Bars = lazyPart(async () => (await import('./bars.ts')).Bars);",
      "export { table } from './table.ts';",
    ].join('\n'),
    'src/a.ts': 'export const a = 1;',
    'src/types.ts': 'export type Only = 1; export type Too = 2;',
    'src/later.ts': "import './side.ts'; export const later = 1;",
    'src/side.ts': '',
    'src/bars.ts': 'export const Bars = 1;',
    'src/table.ts': "export const table = { page: () => import('./page.ts') };",
    'src/page.ts': '',
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  const found = (stopAt?: string[]) => [...readGraph(root, 'src/entry.ts', stopAt).keys()].sort();
  const always = ['src/a.ts', 'src/entry.ts', 'src/later.ts', 'src/side.ts', 'src/table.ts'];
  expect(found(['src/table.ts'])).toEqual(always);
  expect(found()).toEqual([...always, 'src/page.ts'].sort());
});
