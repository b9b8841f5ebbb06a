import type { i18n } from 'i18next';
import { textFile } from '#client/text-files.ts';
import { createTexts as createAppTexts } from '#client/texts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { Namespace } from './i18next.d.ts';

type Texts = Record<string, unknown>;

const firstTexts = import.meta.glob<Texts>('../locales/*/{shell,home}.json', { import: 'default' });

async function readTexts(language: string, namespace: string): Promise<Texts> {
  const file = textFile(language, namespace);
  const read = firstTexts[file] ?? (await import('./later-texts.ts')).laterTexts[file];
  if (!read) throw new Error(`There are no texts "${namespace}" in ${language}.`);
  return read();
}

/** Whether a page's words are found by the list of the later ones. */
export function comesLater(namespace: Namespace): boolean {
  return !(textFile('it', namespace) in firstTexts);
}

/** Words in one language. A part asks for its namespace with `useTranslation`, and is fetched with it. */
export function createTexts(language: Language, namespaces: readonly Namespace[]): Promise<i18n> {
  return createAppTexts({ language, namespaces, defaultNamespace: 'shell', read: readTexts });
}
