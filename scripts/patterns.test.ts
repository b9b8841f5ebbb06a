import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Every expression that a form field of the apps holds its text to. */
const patterns = ['site/src', 'console/src', 'packages']
  .flatMap((folder) => globSync(`${folder}/**/*.tsx`, { cwd: root }))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bpattern=(?:"([^"]*)"|\{)/g)].map(
      ([, pattern]) => [file, pattern] as const,
    ),
  );

test('every pattern of a field is one that browsers understand, who leave out what they do not', () => {
  expect(isUnderstood('[0-9a-f-]{36}')).toBe(false);
  expect(isUnderstood(String.raw`[0-9a-f\-]{36}`)).toBe(true);
  expect(patterns.filter(([, pattern]) => !isUnderstood(pattern))).toEqual([]);
});

/** As the standard of HTML reads it. One that is worked out could not be looked at here. */
function isUnderstood(pattern: string | undefined): boolean {
  try {
    return pattern !== undefined && new RegExp(`^(?:${pattern})$`, 'v').unicodeSets;
  } catch {
    return false;
  }
}
