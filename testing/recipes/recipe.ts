/** Recipes of `docs/recipes.md` as they are followed: which files change, and how. Generated files are not among them. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Recipe {
  /** Its first words in `docs/recipes.md`, which says how many files it takes. */
  heading: string;
  /** More than these would be a list that is kept twice. */
  atMost: number;
  /** New files. */
  files: Readonly<Record<string, string>>;
  /** Files that are there already. */
  changes: Readonly<Record<string, readonly Change[]>>;
}

/** Lines that come after a text that stands there once, or before it; or the first entry of a JSON file. */
type Change = { after: string; add: string } | { before: string; add: string } | { firstEntry: string };

export const fileCount = ({ files, changes }: Recipe): number =>
  new Set([...Object.keys(files), ...Object.keys(changes)]).size;

/** Follows a recipe in a copy of the repository. */
export function follow({ files, changes }: Recipe, root: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { flag: 'wx' });
  }
  for (const [path, all] of Object.entries(changes)) {
    const text = readFileSync(join(root, path), 'utf8');
    writeFileSync(
      join(root, path),
      all.reduce((changed, change) => apply(changed, change, path), text),
    );
  }
}

function apply(text: string, change: Change, path: string): string {
  if ('firstEntry' in change) return text.replace('{\n', () => `{\n  ${change.firstEntry},\n`);
  const anchor = 'after' in change ? change.after : change.before;
  const found = text.indexOf(anchor);
  if (found < 0 || text.includes(anchor, found + 1))
    throw new Error(`${path} does not have this once: ${anchor}`);
  const at = 'after' in change ? found + anchor.length : found;
  return text.slice(0, at) + change.add + text.slice(at);
}

/** The same file for each language, as the words of an app or of the contract stand. */
export function inLanguages<T>(
  pathOf: (language: string) => string,
  words: Record<string, T>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(words).map(([language, said]) => [pathOf(language), said]));
}

/** An entry of words. */
export function firstEntry(name: string, value: object): Change[] {
  return [{ firstEntry: `"${name}": ${JSON.stringify(value)}` }];
}
