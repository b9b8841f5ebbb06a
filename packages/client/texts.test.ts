import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { createTexts } from './texts.ts';

type Words = Record<string, unknown>;

const root = join(import.meta.dirname, '../..');
const folders = (language: string) => [
  ...['site', 'console'].flatMap((app) => {
    const folder = join(root, app, 'src/locales', language);
    return readdirSync(folder).map((file) => join(folder, file));
  }),
  ...['', 'notification/', 'profile/'].map((place) =>
    join(root, 'contract', place, `locales/${language}.json`),
  ),
];

function keysOf(words: Words, path = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value as Words, `${path}${key}.`),
  );
}

async function textsOf(language: string, words: Record<string, Words>) {
  const read = async (_: string, namespace: string) =>
    words[namespace] ?? Promise.reject(new Error('no words'));
  return createTexts({ language, namespaces: Object.keys(words), defaultNamespace: 'one', read });
}

/** i18next, as its documentation says. */
async function originalOf(language: string, words: Record<string, Words>) {
  const original = createInstance();
  await original.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(words),
    defaultNS: 'one',
    interpolation: { escapeValue: false },
    resources: { [language]: words },
  });
  original.services.formatter?.addCached('number', (lng) => {
    const format = new Intl.NumberFormat(lng, { useGrouping: 'always' });
    return (value: number) => format.format(value);
  });
  return original;
}

type Loose = (key: string | readonly string[], options?: object) => string;

const counts = [0, 1, 2, 1_234, 1_000_000];

test.each(LANGUAGES)('every text of ours in %s says what i18next makes of it', async (language) => {
  for (const file of folders(language)) {
    const words = { one: JSON.parse(readFileSync(file, 'utf8')) as Words };
    const [ours, original] = await Promise.all([textsOf(language, words), originalOf(language, words)]);
    const names = [...JSON.stringify(words.one).matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name);
    const values = {
      ...Object.fromEntries(names.map((name) => [name, `<${name}> {{count}}`])),
      used: 1_500,
      page: 2,
    };
    const keys = new Set(keysOf(words.one).map((key) => key.replace(/_(?:one|many|other)$/, '')));
    const said = (t: unknown) =>
      [...keys].flatMap((key) => counts.map((count) => `${key}: ${(t as Loose)(key, { ...values, count })}`));
    expect({ file, said: said(ours.t) }).toEqual({ file, said: said(original.t) });
  }
});

const words = {
  one: {
    hello: 'Ciao {{name}}',
    day_one: '{{count}} giorno',
    day_other: '{{count, number}} giorni',
    in: { here: 'Qui' },
  },
  other: { 'a.code': 'Un codice', hello: 'Salve' },
};

test.each<[string | string[], object?]>([
  ['hello', { name: 'Anna' }],
  ['hello', {}],
  ['day', { count: 1 }],
  ['day', { count: 1_500 }],
  ['in.here'],
  ['other:hello'],
  ['a.code', { ns: 'other' }],
  [['missing', 'a.code'], { ns: 'other' }],
  ['missing'],
  ['in.missing.deeper'],
  ['missing', { defaultValue: '' }],
  [['missing', 'missing.too']],
])('%j is said as i18next says it', async (key, options) => {
  const [ours, original] = await Promise.all([textsOf('it', words), originalOf('it', words)]);
  expect((ours.t as unknown as Loose)(key, options)).toBe((original.t as unknown as Loose)(key, options));
  const fixed = [ours.getFixedT(null, 'other'), original.getFixedT(null, 'other')] as unknown as Loose[];
  expect(fixed[0]?.(key, options)).toBe(fixed[1]?.(key, options));
});

test('words that could not be fetched are asked for again', async () => {
  let online = true;
  const read = async (_: string, namespace: string): Promise<Words> =>
    online ? { hello: namespace } : Promise.reject(new Error('no connection'));
  const texts = await createTexts({ language: 'it', namespaces: ['one'], defaultNamespace: 'one', read });
  const say = texts.t as unknown as Loose;
  online = false;
  await texts.loadNamespaces('later');
  expect(texts.hasResourceBundle('it', 'later')).toBe(false);
  expect(say('later:hello')).toBe('hello');
  online = true;
  await texts.loadNamespaces(['later']);
  expect(say('later:hello')).toBe('later');
  await expect(
    createTexts({
      language: 'it',
      namespaces: ['one'],
      defaultNamespace: 'one',
      read: async () => Promise.reject(new Error()),
    }),
  ).rejects.toThrow('could not be fetched');
});

test('another language comes with all the words that were there', async () => {
  const read = async (language: string, namespace: string) => ({ hello: `${namespace} in ${language}` });
  const texts = await createTexts({ language: 'it', namespaces: ['one'], defaultNamespace: 'one', read });
  await texts.loadNamespaces('two');
  await texts.changeLanguage('fr');
  expect(texts.language).toBe('fr');
  expect((texts.t as unknown as Loose)('two:hello')).toBe('two in fr');
});
