import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES } from '../../../contract/kernel/constants.ts';
import type { Language } from '../../../contract/kernel/constants.ts';
import type { ErrorCode } from '../../../contract/kernel/errors.ts';
import type { en } from '../locales/en.ts';

export type Words = Record<keyof typeof en, string>;
type Failures = Record<ErrorCode, string>;

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: ':';
    defaultNS: 'console';
    resources: { console: typeof en; failures: Failures };
  }
}

const KEY = 'consoleLanguage';

/** Each language is a file of its own; the sentences of failures are the contract's. */
const load: Record<Language, () => Promise<[words: Words, failures: Failures]>> = {
  it: () => join(import('../locales/it.ts'), import('../../../contract/locales/it.json'), 'it'),
  es: () => join(import('../locales/es.ts'), import('../../../contract/locales/es.json'), 'es'),
  en: () => join(import('../locales/en.ts'), import('../../../contract/locales/en.json'), 'en'),
  fr: () => join(import('../locales/fr.ts'), import('../../../contract/locales/fr.json'), 'fr'),
};

async function join<K extends Language>(
  words: Promise<Record<K, Words>>,
  failures: Promise<{ default: Failures }>,
  language: K,
): Promise<[Words, Failures]> {
  return [(await words)[language], (await failures).default];
}

export function languageFrom(candidates: readonly string[]): Language {
  for (const candidate of candidates) {
    const match = LANGUAGES.find((language) => language === candidate.slice(0, 2).toLowerCase());
    if (match) return match;
  }
  return 'en';
}

export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    ns: ['console', 'failures'],
    defaultNS: 'console',
    keySeparator: false,
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  const stored = localStorage.getItem(KEY);
  await speak(languageFrom([...(stored ? [stored] : []), ...navigator.languages]));
}

async function speak(language: Language): Promise<void> {
  const [words, failures] = await load[language]();
  i18next.addResourceBundle(language, 'console', words);
  i18next.addResourceBundle(language, 'failures', failures);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await speak(language);
}
