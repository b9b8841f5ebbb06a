import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textFile } from '#client/text-files.ts';
import { brands } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';

type Texts = { [key: string]: string | Texts };

const shell = join(import.meta.dirname, '../site/src/shell');

/** The words a person reads, from the same files as the site: `words('lunaria', 'shell', 'nav.signOut')`. */
export function words(brand: BrandKey, file: string, key: string): string {
  return wordsIn(brands[brand].language, file, key);
}

/** The sentence for a failure, which site and server share. */
export function errorWords(brand: BrandKey, code: string): string {
  const sentence = readTexts(join(shell, textFile(brands[brand].language, 'errors')))[code];
  if (typeof sentence !== 'string') throw new Error(`no sentence for ${code}`);
  return sentence;
}

export function wordsIn(language: string, file: string, key: string): string {
  const texts = readTexts(join(shell, textFile(language, file)));
  const found = key
    .split('.')
    .reduce<Texts | string | undefined>(
      (part, name) => (typeof part === 'object' ? part[name] : undefined),
      texts,
    );
  if (typeof found !== 'string') throw new Error(`no words ${file}:${key} in ${language}`);
  return found;
}

const read = new Map<string, Texts>();

/** Each file once: journeys ask for hundreds of words. */
function readTexts(file: string): Texts {
  const texts = read.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Texts);
  read.set(file, texts);
  return texts;
}
