import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('the tests that docs/security.md names are there', async () => {
  const text = await readFile(join(root, 'docs/security.md'), 'utf8');
  const files = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|md))`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(30);
  expect([...new Set(files)].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
