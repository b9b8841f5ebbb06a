import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LEGAL_PAGES, LEGAL_VERSIONS } from '#contract/brand/legal.ts';
import { LANGUAGES, type Language } from '#contract/kernel/constants.ts';

const root = join(import.meta.dirname, '..');
const isLanguage = (name: string): name is Language => LANGUAGES.some((one) => one === name);

interface Text {
  place: string;
  language: Language;
  text: string;
}

/** What stands in a file, with the language that its name or a key in it says. */
function* textsOf(tree: unknown, place: string, language: Language | undefined): Generator<Text> {
  if (typeof tree === 'string') {
    if (language) yield { place, language, text: tree };
  } else if (typeof tree === 'object' && tree !== null) {
    for (const [key, value] of Object.entries(tree))
      yield* textsOf(value, `${place} ${key}`, isLanguage(key) ? key : language);
  }
}

/** A legal text that has been replaced stays as it was published. */
function isReplaced(file: string): boolean {
  const [, page, day] = /legal\/(\w+)\/([\d-]+)\//.exec(file) ?? [];
  const current = LEGAL_PAGES.find((one) => one === page);
  return current !== undefined && LEGAL_VERSIONS[current] !== day;
}

const files = ['contract', 'server', 'site/src', 'console/src', 'brands']
  .flatMap((folder) => globSync(`${folder}/**/*.json`, { cwd: root }))
  .filter((file) => !isReplaced(file));
const texts = files.flatMap((file) => {
  const language = file.split(/[/.]/).find((part) => isLanguage(part));
  return Array.from(textsOf(JSON.parse(readFileSync(join(root, file), 'utf8')), file, language));
});

test('a number never stands on another line than its sign', () => {
  expect(new Set(texts.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
  const broken = (language: Language) => (language === 'en' ? /[\d}]\s[€%]|€\s/ : /[\d}][ ]?%|[\d}][ ]?€/);
  expect(texts.filter(({ language, text }) => broken(language).test(text))).toEqual([]);
});

test('French has its spaces before signs', () => {
  // What the companion says is typed, as people type.
  const printed = texts.filter(({ language, place }) => language === 'fr' && !place.includes('/companion/'));
  const broken = /[^\u202f(][;!?»]|[ \u202f]:|«[^\u202f]/;
  const plain = (text: string) => text.replaceAll(/&\w+;|https?:\S+/g, '').replaceAll(/{+\w+}+/g, 'x');
  expect(printed.filter(({ text }) => broken.test(plain(text)))).toEqual([]);
});
