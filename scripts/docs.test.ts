import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];

test.each(pages)('the files and folders that %s names are there', async (page) => {
  const text = await readFile(join(root, page), 'utf8');
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|tsx|mjs|json|md))?)`/g)].map(
    ([, path = '']) => path,
  );
  const isThere = (path: string) =>
    ['', 'server', 'docs'].some((folder) => existsSync(join(root, folder, path)));
  // Made by running something, or by the reader.
  const made = [
    'brands/mybrand.json',
    'bench/results/',
    'postgres/',
    'storage/',
    'waiting/',
    'photos/',
    'blurred/',
    'chat/',
  ];
  expect([...new Set(named)].filter((path) => !made.includes(path) && !isThere(path))).toEqual([]);
});

test('the tests that docs/security.md names are there', async () => {
  const text = await readFile(join(root, 'docs/security.md'), 'utf8');
  const files = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|md))`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(30);
  expect([...new Set(files)].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
