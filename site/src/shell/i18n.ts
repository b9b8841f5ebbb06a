import type { i18n } from 'i18next';
import { useEffect, useRef } from 'react';
import { textFile } from '#client/text-files.ts';
import { createTexts as createAppTexts } from '#client/texts.ts';
import type { OwnTexts, Texts } from '#client/texts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { Shell } from './boot.ts';
import type { Namespace } from './i18next.d.ts';

type Words = Record<string, unknown>;

const firstTexts = import.meta.glob<Words>('../locales/*/{shell,home}.json', { import: 'default' });

async function readTexts(language: string, namespace: string): Promise<Words> {
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
export function createTexts(
  language: Language,
  namespaces: readonly Namespace[],
  own: OwnTexts = {},
): Promise<i18n> {
  return createAppTexts({ language, namespaces, defaultNamespace: 'shell', read: readTexts, own });
}

/** What a brand says in words of its own. They came in the language of its boot object. */
export function ownTextsOf({ words, language }: Pick<Shell, 'words' | 'language'>, shown: string): OwnTexts {
  return words && language === shown ? { popups: words } : {};
}

/** Once the brand has published others, they are said wherever they stand. */
export function useOwnTexts(texts: i18n, shell: Pick<Shell, 'words' | 'language'>): void {
  const { words, language } = shell;
  const known = useRef(words);
  useEffect(() => {
    if (known.current === words) return;
    known.current = words;
    (texts as unknown as Texts).sayInstead(ownTextsOf({ ...(words && { words }), language }, texts.language));
  }, [texts, words, language]);
}
