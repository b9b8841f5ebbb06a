import { createInstance } from 'i18next';
import type { BackendModule, i18n } from 'i18next';

interface TextsOptions {
  language: string;
  /** Fetched before anything is shown. The others come when a part asks for them with `useTranslation`. */
  namespaces: readonly string[];
  /** Where a key is looked for that names no namespace. */
  defaultNamespace: string;
  read: (language: string, namespace: string) => Promise<Record<string, unknown>>;
}

/** The words of an app in one language. */
export async function createTexts(options: TextsOptions): Promise<i18n> {
  const { language, namespaces, defaultNamespace, read } = options;
  const texts = createInstance();
  // With `callbackApi` off, i18next takes a promise, which its type does not know.
  const files = { type: 'backend', callbackApi: false, init: () => undefined, read };
  texts.use(files as unknown as BackendModule);
  await texts.init({
    lng: language,
    load: 'currentOnly',
    fallbackLng: false,
    ns: [...namespaces],
    defaultNS: defaultNamespace,
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
