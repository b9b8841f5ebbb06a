import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const folders =
  '{brands,console,contract,docs,e2e,embedded-postgres,sandbox,scripts,server,site,testing,packages,bench}';
const names = new Set(
  globSync(`${folders}/**/*.{ts,tsx,mjs}`, { cwd: root })
    .map((file) => basename(file))
    .concat(globSync('*.ts', { cwd: root })),
);

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];

test.each(pages)('the files and folders that %s names are there', async (page) => {
  const text = await readFile(join(root, page), 'utf8');
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|tsx|mjs|json|md))?)`/g)].map(
    ([, path = '']) => path,
  );
  const isThere = (path: string) =>
    ['', 'server', 'docs'].some((folder) => existsSync(join(root, folder, path)));
  // Made by running something, or by the reader.
  const made = new Set([
    'brands/mybrand.json',
    'bench/results/',
    'postgres/',
    'storage/',
    'waiting/',
    'photos/',
    'blurred/',
    'chat/',
  ]);
  expect([...new Set(named)].filter((path) => !made.has(path) && !isThere(path))).toEqual([]);
});

test.each(pages)('the files that %s names without their folder are there', async (page) => {
  const text = await readFile(join(root, page), 'utf8');
  const named = [...text.matchAll(/`([\w.-]+\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => name);
  expect([...new Set(named)].filter((name) => !names.has(name))).toEqual([]);
});

test('the tests that docs/security.md names are there', async () => {
  const text = await readFile(join(root, 'docs/security.md'), 'utf8');
  const files = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|md))`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(30);
  expect([...new Set(files)].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('each decision has a number of its own, which its title says', async () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: root });
  const numbers = decisions.map((page) => basename(page).slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  for (const page of decisions)
    expect(await readFile(join(root, page), 'utf8')).toMatch(
      new RegExp(`^# ${Number(basename(page).slice(0, 4))}\\. `),
    );
});

/** What the console calls its pages. */
const { section } = JSON.parse(await readFile(join(root, 'console/src/locales/en/shell.json'), 'utf8')) as {
  section: Record<string, string>;
};

/** Pages of the console are written *So*, with a capital letter; nothing else is. What is generated names none. */
test.each(pages.filter((page) => !page.startsWith('docs/decisions/') && page !== 'docs/access.md'))(
  'the pages of the console that %s names are called so there',
  async (page) => {
    const text = (await readFile(join(root, page), 'utf8')).replaceAll(/```.*?```/gs, '');
    const named = [...text.matchAll(/(?<!\*)\*(\p{Lu}[^*\n]*)\*(?!\*)/gu)].map(([, name = '']) => name);
    expect(named.filter((name) => !Object.values(section).includes(name))).toEqual([]);
    // A way to a page names it in the same way.
    expect([...text.matchAll(/console\s+→\s+(?!\*\p{Lu})\S*/giu)].map(([way]) => way)).toEqual([]);
  },
);

test('operators are told of pages of the console by their names', async () => {
  const text = await readFile(join(root, 'docs/operators.md'), 'utf8');
  for (const name of [section['people'], section['moderation'], section['outbox']])
    expect(text).toContain(`*${name}*`);
});
