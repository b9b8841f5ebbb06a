import type { i18n } from 'i18next';

interface TextsOptions {
  language: string;
  /** Fetched before anything is shown. The others come when a part asks for them with `useTranslation`. */
  namespaces: readonly string[];
  /** Where a key is looked for that names no namespace. */
  defaultNamespace: string;
  read: (language: string, namespace: string) => Promise<Words>;
  own?: OwnTexts;
}

/** Words that a brand has of its own, by namespace and key, in the place of ours. */
export type OwnTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Words = Record<string, unknown>;
type Translate = (key: string | readonly string[], options?: TranslateOptions) => string;

interface TranslateOptions {
  ns?: string;
  count?: number;
  defaultValue?: string;
  [name: string]: unknown;
}

/** What the pages use of i18next's interface, and what `useTranslation` needs besides. */
export interface Texts {
  readonly language: string;
  /** Looks in the default namespace, unless the key or the options name another. */
  t: Translate;
  /** The same function each time, until the language changes. */
  getFixedT: (language: string | null, namespace: string) => Translate;
  /** Fetches what is missing. What could not be fetched is asked for again by the next call. */
  loadNamespaces: (namespaces: string | readonly string[]) => Promise<void>;
  /** Whether there are words. */
  hasResourceBundle: (language: string, namespace: string) => boolean;
  changeLanguage: (language: string) => Promise<void>;
  /**
   * What a part waits for before it shows words of this namespace, the same promise each time: React goes on where a part
   * waited only if it asks again for what it waited for.
   */
  wait: (namespace: string) => Promise<void>;
  onLanguage: (listener: () => void) => () => void;
  /** From now on these are said in the place of ours. */
  sayInstead: (own: OwnTexts) => void;
  /** Grows with whatever is said differently. */
  readonly edition: number;
}

/**
 * The words of an app in one language. Its type is i18next's, whose types know our keys; what runs is what our words need
 * of it: values, numbers and plurals. i18next and its part for React would be a fifth of what the landing loads.
 */
export async function createTexts(options: TextsOptions): Promise<i18n> {
  const texts = makeTexts(options);
  const { language, namespaces } = options;
  await texts.loadNamespaces(namespaces);
  if (!namespaces.every((namespace) => texts.hasResourceBundle(language, namespace))) {
    throw new Error(`The texts in ${language} could not be fetched.`);
  }
  return texts as unknown as i18n;
}

function makeTexts({ language, defaultNamespace, read, own: firstOwn = {} }: TextsOptions): Texts {
  let own = firstOwn;
  let edition = 0;
  let wordsIn = openLanguage(language, read, () => own);
  let fixed = new Map<string, Translate>();
  const listeners = new Set<() => void>();

  const translateIn = (namespace: string): Translate => {
    const here = wordsIn;
    return (key, options = {}) => here.translate(key, options.ns ?? namespace, options);
  };
  const getFixedT = (_: string | null, namespace: string) => {
    const known = fixed.get(namespace) ?? translateIn(namespace);
    fixed.set(namespace, known);
    return known;
  };

  function announce(): void {
    edition += 1;
    fixed = new Map();
    for (const listener of listeners) listener();
  }

  return {
    get language() {
      return wordsIn.language;
    },
    t: (key, options) => getFixedT(null, defaultNamespace)(key, options),
    getFixedT,
    async loadNamespaces(namespaces) {
      await Promise.all([namespaces].flat().map((namespace) => wordsIn.load(namespace)));
    },
    hasResourceBundle: (wanted, namespace) => wanted === wordsIn.language && wordsIn.has(namespace),
    async changeLanguage(next) {
      const other = openLanguage(next, read, () => own);
      await Promise.all(wordsIn.namespaces().map((namespace) => other.load(namespace)));
      wordsIn = other;
      announce();
    },
    wait: (namespace) => wordsIn.wait(namespace),
    sayInstead(next) {
      own = next;
      announce();
    },
    get edition() {
      return edition;
    },
    onLanguage(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const place = /\{\{(\w+)(, number)?\}\}/g;

/** The words of one language, as far as they have been fetched. */
function openLanguage(language: string, read: TextsOptions['read'], own: () => OwnTexts) {
  const loaded = new Map<string, Words>();
  const loading = new Map<string, Promise<void>>();
  const waits = new Map<string, Promise<void>>();
  const plurals = new Intl.PluralRules(language);
  // Always with separators: browser and server would otherwise differ on numbers of four digits.
  const numbers = new Intl.NumberFormat(language, { useGrouping: 'always' });

  async function fetchWords(namespace: string): Promise<void> {
    try {
      loaded.set(namespace, await read(language, namespace));
    } catch {
      // A part that waits is shown without words rather than never.
    } finally {
      loading.delete(namespace);
    }
  }

  function load(namespace: string): Promise<void> {
    if (loaded.has(namespace)) return Promise.resolve();
    const fetching = loading.get(namespace) ?? fetchWords(namespace);
    loading.set(namespace, fetching);
    return fetching;
  }

  function wait(namespace: string): Promise<void> {
    const known = waits.get(namespace);
    if (known) return known;
    const fetching = load(namespace);
    // React's own mark, so that what is there is not waited for.
    if (loaded.has(namespace)) void Object.assign(fetching, { status: 'fulfilled', value: undefined });
    waits.set(namespace, fetching);
    return fetching;
  }

  function find(namespace: string, key: string, count: number | undefined): string | undefined {
    const words = loaded.get(namespace);
    if (!words) return undefined;
    const at = (path: string) => own()[namespace]?.[path] ?? wordsAt(words, path);
    const plural = count === undefined ? undefined : at(`${key}_${plurals.select(count)}`);
    return plural ?? at(key);
  }

  /** A text that is given none of its values shows where it belongs. */
  const fill = (text: string, values: TranslateOptions) =>
    text.replace(place, (whole, name: string, number?: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return number === undefined ? `${value as string | number}` : numbers.format(value as number);
    });

  return {
    language,
    load,
    has: (namespace: string) => loaded.has(namespace),
    namespaces: () => [...loaded.keys()],
    wait,
    translate(key: string | readonly string[], namespace: string, options: TranslateOptions): string {
      const keys = [key].flat();
      for (const one of keys) {
        const [path = '', other] = one.split(':').toReversed();
        const found = find(other ?? namespace, path, options.count);
        if (found !== undefined) return fill(found, options);
      }
      return options.defaultValue ?? keys.at(-1)?.split(':').at(-1) ?? '';
    },
  };
}

/** Codes of the contract stand there as they are; other words lie in groups. */
function wordsAt(words: Words, path: string): string | undefined {
  let found: unknown = words[path];
  if (found === undefined) {
    found = words;
    for (const step of path.split('.')) found = (found as Words | undefined)?.[step];
  }
  return typeof found === 'string' ? found : undefined;
}
