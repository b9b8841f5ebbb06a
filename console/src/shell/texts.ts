import type { i18n } from 'i18next';
import { textFile } from '#client/text-files.ts';
import { createTexts } from '#client/texts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { storage } from './storage.ts';

type Texts = Record<string, unknown>;

const files = import.meta.glob<Texts>(['../locales/*/*.json', '../../../contract/**/locales/*.json'], {
  import: 'default',
});

async function readTexts(language: string, namespace: string): Promise<Texts> {
  const read = files[textFile(language, namespace)];
  if (!read) throw new Error(`There are no texts "${namespace}" in ${language}.`);
  return read();
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
    namespaces: ['shell', 'errors'],
    defaultNamespace: 'shell',
    read: readTexts,
  });
}

export async function chooseLanguage(texts: i18n, language: Language): Promise<void> {
  storage.set('language', language);
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}
