import { createInstance } from 'i18next';
import type { BackendModule, i18n } from 'i18next';
import type { Language } from '../../../contract/kernel/constants.ts';
import type { Namespace } from './i18next.d.ts';

type Texts = Record<string, unknown>;

const firstTexts = import.meta.glob<Texts>('../locales/*/{shell,home}.json', { import: 'default' });

async function readTexts(language: string, namespace: string): Promise<Texts> {
  const folder = namespace === 'errors' ? '../../../contract/locales' : `../locales/${language}`;
  const file = `${folder}/${namespace === 'errors' ? language : namespace}.json`;
  const read = firstTexts[file] ?? (await import('./later-texts.ts')).laterTexts[file];
  if (!read) throw new Error(`There are no texts "${namespace}" in ${language}.`);
  return read();
}

/** Whether a page's words are found by the list of the later ones. */
export function comesLater(namespace: Namespace): boolean {
  return !(`../locales/it/${namespace}.json` in firstTexts);
}

/** With `callbackApi` off, i18next takes a promise, which its type does not know. */
const files = {
  type: 'backend',
  callbackApi: false,
  init: () => undefined,
  read: readTexts,
} as unknown as BackendModule;

/** Words in one language. A part asks for its namespace with `useTranslation`, and is fetched with it. */
export async function createTexts(language: Language, namespaces: readonly Namespace[]): Promise<i18n> {
  const texts = createInstance();
  texts.use(files);
  await texts.init({
    lng: language,
    load: 'currentOnly',
    fallbackLng: false,
    ns: [...namespaces],
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
  });
  if (!namespaces.every((namespace) => texts.hasLoadedNamespace(namespace))) {
    throw new Error(`The texts in ${language} could not be fetched.`);
  }
  // Always with separators: browser and server would otherwise differ on numbers of four digits.
  texts.services.formatter?.addCached('number', (lng) => {
    const format = new Intl.NumberFormat(lng, { useGrouping: 'always' });
    return (value: number) => format.format(value);
  });
  return texts;
}
