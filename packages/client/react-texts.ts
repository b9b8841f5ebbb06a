import { createContext, createElement, use, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Texts } from './texts.ts';

/**
 * The builds of the apps put this in the place of `react-i18next`, whose types the pages are written against: see
 * texts.ts.
 */

const TextsContext = createContext<Texts | null>(null);

export function I18nextProvider({ i18n, children }: { i18n: Texts; children?: ReactNode }) {
  return createElement(TextsContext, { value: i18n }, children);
}

/** The words of some namespaces, of which the first needs no name. A part waits until they are there. */
export function useTranslation(wanted: string | readonly string[] = []) {
  const i18n = use(TextsContext);
  if (!i18n) throw new Error('There are no texts around this part.');
  const edition = useSyncExternalStore(i18n.onLanguage, ...bothWays(() => i18n.edition));
  const { language } = i18n;
  const namespaces = [wanted].flat();
  // All are asked for before the first is waited for.
  const waiting = namespaces.map((namespace) => i18n.wait(namespace));
  for (const fetched of waiting) use(fetched);
  const [first] = namespaces;
  return useMemo(
    () => ({ i18n, t: first === undefined ? i18n.t : i18n.getFixedT(language, first) }),
    // What is said changes with the edition, also in the same language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [i18n, first, language, edition],
  );
}

/** What is read in the browser and on the server alike. */
const bothWays = <T>(read: () => T) => [read, read] as const;
