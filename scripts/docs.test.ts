import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const folders = [
  'bench',
  'brands',
  'console',
  'contract',
  'docs',
  'e2e',
  'embedded-postgres',
  'packages',
  'sandbox',
  'scripts',
  'server',
  'site',
  'testing',
];
const sources = globSync(`{${folders.join()}}/**/*.{ts,tsx,mjs,js}`, {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
}).concat(globSync('*.ts', { cwd: root }));
const names = new Set(sources.map((file) => basename(file)));

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];
const decisions = globSync('docs/decisions/*.md', { cwd: root }).toSorted();
const numberOf = (page: string) => Number(basename(page).slice(0, 4));

const read = (file: string) => readFile(join(root, file), 'utf8');

/** Made by running something, or by the reader. */
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

test.each(pages)('the files and folders that %s names are there', async (page) => {
  const text = await read(page);
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|tsx|mjs|json|md|sql))?)`/g)].map(
    ([, path = '']) => path,
  );
  const exists = (path: string) =>
    ['', 'server', 'docs'].some((folder) => existsSync(join(root, folder, path)));
  expect([...new Set(named)].filter((path) => !made.has(path) && !exists(path))).toEqual([]);
});

test.each(pages)('the files that %s names without their folder are there', async (page) => {
  const text = await read(page);
  const named = [...text.matchAll(/`([\w.-]+\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => name);
  expect([...new Set(named)].filter((name) => !names.has(name))).toEqual([]);
});

test('the tests that docs/security.md names are there', async () => {
  const text = await read('docs/security.md');
  const files = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|md))`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(30);
  expect([...new Set(files)].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('the functions and the tests that docs/money.md names for each rule are there', async () => {
  const rows = (await read('docs/money.md'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'));
  expect(rows.length).toBeGreaterThan(25);
  const missing: string[] = [];
  for (const row of rows) {
    const [rule, functions = [], files = [], tests = []] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
    if (!rule || functions.length === 0 || files.length === 0 || tests.length === 0) missing.push(row);
    const texts = await Promise.all(
      sources
        .filter((file) => files.includes(basename(file)) && /^(?:server|contract)\//.test(file))
        .map((file) => read(file)),
    );
    const isDefined = (name: string) =>
      texts.some((text) => new RegExp(`(?:function|const) ${name}\\b`).test(text));
    missing.push(
      ...functions.filter((name) => !isDefined(name)),
      ...[...files, ...tests].filter((name) => !names.has(name)),
    );
  }
  expect(missing).toEqual([]);
});

/** A path from the root, in code or in words. A part of it in angle brackets stands for any name. */
const PATH = new RegExp(
  String.raw`(?<![\w./@:#-])(?:${folders.join('|')})\/(?:<[\w-]+>|[\w.*-]|\/)*(?:[\w>*]|\/)`,
  'g',
);

test.each(pages)('the paths that %s names lead somewhere', async (page) => {
  const paths = new Set(Array.from((await read(page)).matchAll(PATH), ([path]) => path));
  const leads = (path: string) =>
    made.has(path) || globSync(path.replaceAll(/<[\w-]+>/g, '*'), { cwd: root }).length > 0;
  expect([...paths].filter((path) => !leads(path))).toEqual([]);
});

test.each(pages)('the links of %s lead to a page and a heading', async (page) => {
  const broken: string[] = [];
  for (const [, link = ''] of (await read(page)).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)) {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, target)) || (anchor && !(await anchorsOf(target)).includes(anchor)))
      broken.push(link);
  }
  expect(broken).toEqual([]);
});

async function anchorsOf(page: string): Promise<string[]> {
  return Array.from((await read(page)).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('each decision has a number of its own, which its title says', async () => {
  const numbers = decisions.map(numberOf);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  for (const page of decisions) expect(await read(page)).toMatch(new RegExp(`^# ${numberOf(page)}\\. `));
});

/** Its table grows with what we depend on. */
const DEPENDENCIES = 'docs/decisions/0012-dependencies.md';

test.each(decisions)('%s has at most 300 words', async (page) => {
  const text = await read(page);
  const counted = page === DEPENDENCIES ? text.replaceAll(/^\|.*$/gm, '') : text;
  expect(counted.trim().split(/\s+/).length).toBeLessThanOrEqual(300);
});

test('a decision that is named is there, in documents and comments', async () => {
  const numbers = new Set(decisions.map(numberOf));
  const missing: string[] = [];
  for (const file of [...pages, ...sources])
    for (const [words, first, second] of (await read(file)).matchAll(
      /\bdecisions? (\d+)(?:(?:,| and) (\d+))?/g,
    ))
      if ([first, second].some((number) => number !== undefined && !numbers.has(Number(number))))
        missing.push(`${file}: ${words}`);
  expect(missing).toEqual([]);
});

test('the functions, settings and columns that decisions name are in the code', async () => {
  const texts = await Promise.all(
    [...sources, ...globSync('{server,site,brands}/**/*.{sql,json,html}', { cwd: root }), '.env.example'].map(
      read,
    ),
  );
  const words = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
  const missing: string[] = [];
  for (const page of decisions)
    for (const [, code = ''] of (await read(page)).matchAll(/`([^`\n]+)`/g))
      for (const [name] of code.matchAll(/\b(?:[a-z]+[A-Z]\w*|\w+_\w+)\b/g))
        if (!words.has(name)) missing.push(`${basename(page)}: ${name}`);
  expect(missing).toEqual([]);
});

test('each package that we depend on is a line of the decision about dependencies', async () => {
  const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: Record<string, string> };
  const page = await read(DEPENDENCIES);
  const isListed = (name: string) =>
    page.includes(name) || page.includes(`${name.replace(/\/.*/, '')}/*`) || name.startsWith('@types/');
  expect(Object.keys(dependencies).filter((name) => !isListed(name))).toEqual([]);
});

/** What the console calls its pages. */
const titles: Record<string, string> = {};
for (const file of globSync('console/src/locales/en/*.json', { cwd: root })) {
  const { page } = JSON.parse(await read(file)) as { page?: Record<string, string> };
  Object.assign(titles, page);
}

/** Pages of the console are written *So*, with a capital letter; nothing else is. What is generated names none. */
test.each(pages.filter((page) => !page.startsWith('docs/decisions/') && page !== 'docs/access.md'))(
  'the pages of the console that %s names are called so there',
  async (page) => {
    const text = (await read(page)).replaceAll(/```.*?```/gs, '');
    const named = [...text.matchAll(/(?<!\*)\*(\p{Lu}[^*\n]*)\*(?!\*)/gu)].map(([, name = '']) => name);
    expect(named.filter((name) => !Object.values(titles).includes(name))).toEqual([]);
    // A way to a page names it in the same way.
    expect([...text.matchAll(/console\s+→\s+(?!\*\p{Lu})\S*/giu)].map(([way]) => way)).toEqual([]);
  },
);

test('operators read of pages of the console by their names', async () => {
  const text = await read('docs/operators.md');
  for (const name of [titles['people'], titles['moderation'], titles['outbox']])
    expect(text).toContain(`*${name}*`);
});
