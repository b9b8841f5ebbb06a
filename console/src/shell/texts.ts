import type { i18n } from 'i18next';
import { namespaceOf, textFile } from '#client/text-files.ts';
import { createTexts } from '#client/texts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { storage } from './storage.ts';

type Texts = Record<string, unknown>;

/** All words of the console's pages in one language come at once: titles of all pages stand in the menu. */
const ownFiles = import.meta.glob<Record<string, Texts>>('../locales/??.ts', { import: 'texts' });
const contractFiles = import.meta.glob<Texts>(
  [
    '../../../contract/**/locales/*.json',
    '!../../../contract/notification/{push,messenger}/**',
    '!../../../contract/brand/popups/**',
  ],
  { import: 'default' },
);

async function readOwnTexts(language: string): Promise<Map<string, Texts>> {
  const files = (await ownFiles[`../locales/${language}.ts`]?.()) ?? {};
  return new Map(Object.entries(files).map(([path, texts]) => [namespaceOf(path), texts]));
}

async function readTexts(language: string, namespace: string): Promise<Texts> {
  const own = (await readOwnTexts(language)).get(namespace);
  const texts = own ?? (await contractFiles[textFile(language, namespace)]?.());
  if (!texts) throw new Error(`There are no texts "${namespace}" in ${language}.`);
  return texts;
}

/** The language that the user has chosen, else the first of the browser's that we speak. */
export function languageFrom(candidates: readonly string[]): Language {
  for (const candidate of candidates) {
    const match = LANGUAGES.find((language) => language === candidate.slice(0, 2).toLowerCase());
    if (match) return match;
  }
  return 'en';
}

export async function startTexts(): Promise<i18n> {
  const chosen = storage.get('language');
  const language = languageFrom([...(chosen ? [chosen] : []), ...navigator.languages]);
  document.documentElement.lang = language;
  return createTexts({
    language,
    namespaces: [
      ...(await readOwnTexts(language)).keys(),
      'errors',
      'notificationKinds',
      'details',
      'interests',
      'prompts',
    ],
    defaultNamespace: 'shell',
    read: readTexts,
  });
}

export async function chooseLanguage(texts: i18n, language: Language): Promise<void> {
  storage.set('language', language);
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}
