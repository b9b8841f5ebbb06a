import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../../contract/kernel/constants.ts';
import type { Language } from '../../contract/kernel/constants.ts';

/**
 * The texts of a folder, a file `<language>.json` for each language there is. All must say what English says: a file that
 * lacks something, or has something else, stops the start.
 */
export function readTexts<Texts extends object>(folder: string, english: Texts): Record<Language, Texts> {
  const read = (language: Language): Texts => {
    const file = join(folder, `${language}.json`);
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
    requireSameShape(texts, english, file);
    return texts as Texts;
  };
  return Object.fromEntries(LANGUAGES.map((language) => [language, read(language)])) as Record<
    Language,
    Texts
  >;
}

function requireSameShape(texts: unknown, english: unknown, where: string): void {
  if (typeof texts !== typeof english || Array.isArray(texts) !== Array.isArray(english))
    throw new Error(`${where} is not what English has there`);
  // A list may be as long as a language needs it.
  if (typeof english !== 'object' || english === null || Array.isArray(english)) return;
  const own = texts as Record<string, unknown>;
  for (const name of Object.keys(own))
    if (!(name in english)) throw new Error(`${where} has ${name}, which English lacks`);
  for (const [name, text] of Object.entries(english)) requireSameShape(own[name], text, `${where}: ${name}`);
}
