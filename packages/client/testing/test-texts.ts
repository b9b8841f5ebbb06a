import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { errors } from '#contract/kernel/errors.ts';

type Tree = { [key: string]: string | Tree };

interface AppTexts {
  /** The words, by their files: `./<language>/<namespace>.json`. */
  files: Record<string, Tree>;
  /** The sentences for failures, by their files. */
  errorFiles: Record<string, Record<string, string>>;
  /** The code that shows them, by its files. */
  sources: Record<string, string>;
}

/** The tests that the texts of an app must pass, in every language. */
export function testTexts({ files, errorFiles, sources: sourceFiles }: AppTexts): void {
  const sources = Object.entries(sourceFiles);
  /** Every text of a language, by `namespace:key`. */
  function textsOf(language: Language): Map<string, string> {
    const texts = new Map<string, string>();
    for (const [path, tree] of Object.entries(files)) {
      const [, found, namespace] = /\.\/(\w+)\/(\w+)\.json$/.exec(path) ?? [];
      if (found === language) for (const [key, text] of flatten(tree)) texts.set(`${namespace}:${key}`, text);
    }
    return texts;
  }

  const plural = /_(zero|one|two|few|many|other)$/;
  const all = new Map(LANGUAGES.map((language) => [language, textsOf(language)]));
  const textsIn = (language: Language) => all.get(language) ?? new Map<string, string>();
  const baseKeys = (language: Language) =>
    new Set([...textsIn(language).keys()].map((key) => key.replace(plural, '')));

  describe.each(LANGUAGES)('%s', (language) => {
    test('has the same keys as Italian', () => {
      expect([...baseKeys(language)].toSorted()).toEqual([...baseKeys('it')].toSorted());
    });

    test('has every plural form its grammar knows, and no other', () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const forms = Map.groupBy(
        [...textsIn(language).keys()].filter((key) => plural.test(key)),
        (key) => key.replace(plural, ''),
      );
      for (const [key, found] of forms) {
        const expected = pluralCategories.map((category) => `${key}_${category}`);
        expect(found.toSorted()).toEqual(expected.toSorted());
      }
    });

    test('leaves nothing empty', () => {
      expect([...textsIn(language)].filter(([, text]) => !text.trim())).toEqual([]);
    });

    test('asks for the same values as Italian', () => {
      const asked = (text: string) => [...new Set(text.match(/{{\w+/g))].toSorted();
      for (const [key, text] of textsIn(language)) {
        const italian = textsIn('it').get(key) ?? textsIn('it').get(key.replace(plural, '_other'));
        expect({ key, asked: asked(text) }).toEqual({ key, asked: asked(italian ?? '') });
      }
    });

    test('uses the typographic apostrophe, and in French the spaces that belong before signs', () => {
      const sentences = Object.entries(errorFiles[`../../../contract/locales/${language}.json`] ?? {});
      const wrong = language === 'fr' ? /'|[^\u202f][;!?»]|[^\u00a0]:(?!\/\/)|«[^\u202f]/ : /[a-zà-ÿ]'/i;
      const plain = (text: string) => text.replaceAll(/{{.*?}}/g, 'x');
      expect([...textsIn(language), ...sentences].filter(([, text]) => wrong.test(plain(text)))).toEqual([]);
    });

    test('has a sentence for every error', () => {
      const sentences = errorFiles[`../../../contract/locales/${language}.json`] ?? {};
      expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(errors).toSorted());
      expect(Object.entries(sentences).filter(([, sentence]) => !sentence.trim())).toEqual([]);
    });
  });

  const code = sources.map(([, text]) => text).join('\n');
  const literals = new Set([...code.matchAll(/'([\w.:]+)'/g)].map(([, text]) => text));

  /** Keys made of parts, such as `titles.${name}`: each part that varies must itself stand in the code. */
  const templates = [...code.matchAll(/\bt\(`([^`]+)`/g)].map(([, text = '']) => text);

  function isUsed(key: string): boolean {
    const [namespace, name = ''] = key.replace(plural, '').split(':');
    if (literals.has(name) || literals.has(`${namespace}:${name}`)) return true;
    return templates.some((template) => {
      const pattern = template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '(\\w+)');
      const parts = new RegExp(`^${pattern}$`).exec(template.includes(':') ? `${namespace}:${name}` : name);
      return parts !== null && parts.slice(1).every((part) => literals.has(part));
    });
  }

  test('every text is used somewhere', () => {
    expect([...textsIn('it').keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  test('every text that is asked for exists', () => {
    const known = baseKeys('it');
    const missing = sources.flatMap(([path, text]) => {
      // A file may hold several parts, each with its own.
      const asked = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].map(
        ([, names = '']) => names || "'shell'",
      );
      const namespaces = asked.flatMap((names) => [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name));
      return [...text.matchAll(/\bt\('([^']+)'/g)]
        .map(([, key = '']) => key)
        .filter((key) => !known.has(key) && !namespaces.some((namespace) => known.has(`${namespace}:${key}`)))
        .map((key) => `${path}: ${key}`);
    });
    expect(missing).toEqual([]);
  });
}

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}
