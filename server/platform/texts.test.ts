import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { pluralForms, pluralOf, readTexts } from './texts.ts';

const english = { greeting: 'Hello', lines: ['One', 'Two'], help: { line: 'Call {number}' } };

async function folderWith(french: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'texts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const language of LANGUAGES)
    await writeFile(join(folder, `${language}.json`), JSON.stringify(language === 'fr' ? french : english));
  return folder;
}

test('a folder of texts is read in every language, and lists may differ in length', async () => {
  const french = { greeting: 'Bonjour', lines: ['Un'], help: { line: 'Appelez le {number}' } };
  const texts = readTexts(await folderWith(french), english);
  expect(Object.keys(texts).toSorted()).toEqual([...LANGUAGES].toSorted());
  expect(texts.fr).toEqual(french);
});

test.each([
  ['lacks a text', { greeting: 'Bonjour', lines: ['Un'], help: {} }, 'help: line'],
  ['has one more', { ...english, more: 'Encore' }, 'has more'],
  ['has a text for a list', { ...english, lines: 'Un' }, 'lines'],
])('a file that %s is refused', async (_, french, named) => {
  const folder = await folderWith(french);
  expect(() => readTexts(folder, english)).toThrow(named);
});

test('a language says of numbers what its own forms are, whatever English has', async () => {
  const counted = { mails: { one: '{count} mail', other: '{count} mails' } };
  const folder = await mkdtemp(join(tmpdir(), 'texts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = (forms: (language: Language) => readonly string[]) =>
    Promise.all(
      LANGUAGES.map((language) => {
        const mails = Object.fromEntries(forms(language).map((form) => [form, form]));
        return writeFile(join(folder, `${language}.json`), JSON.stringify({ mails }));
      }),
    );
  await write(pluralForms);
  const { it, en } = readTexts(folder, counted);
  expect([1, 2, 1_000_000].map((number) => pluralOf('it', it.mails, number))).toEqual([
    { text: 'one', count: '1' },
    { text: 'other', count: '2' },
    { text: 'many', count: '1.000.000' },
  ]);
  expect(pluralOf('en', en.mails, 1_000_000)).toEqual({ text: 'other', count: '1,000,000' });
  await write(() => ['one', 'other']);
  expect(() => readTexts(folder, counted)).toThrow('many');
  await write(() => ['one', 'many', 'other']);
  expect(() => readTexts(folder, counted)).toThrow('many');
});

const NUMBERS = /\{count\}/;
const formNames: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** Every text with where it stands, and whether it is one of the forms of a number. */
function* textsIn(
  value: unknown,
  path: string,
): Generator<{ path: string; text: string; siblings: string[] }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part === 'string') yield { path: `${path}.${name}`, text: part, siblings: Object.keys(value) };
    else yield* textsIn(part, `${path}.${name}`);
  }
}

test('each text of the server about a number has the forms of its language, and no others', async () => {
  const faults: string[] = [];
  let counted = 0;
  for await (const file of glob([
    'server/**/locales/*.json',
    'contract/*/locales/*.json',
    'contract/notification/*/locales/*.json',
  ])) {
    const language = LANGUAGES.find((one) => file.endsWith(`/${one}.json`));
    if (!language) throw new Error(`${file} is of no language`);
    const texts: unknown = JSON.parse(await readFile(file, 'utf8'));
    for (const { path, text, siblings } of textsIn(texts, file)) {
      const isForm = siblings.every((name) => formNames.has(name));
      if (NUMBERS.test(text)) counted += 1;
      if (NUMBERS.test(text) && !isForm) faults.push(`${path} knows one form alone`);
      const [own, needed] = [siblings.toSorted().join(), pluralForms(language).toSorted().join()];
      if (isForm && own !== needed) faults.push(`${path} stands among ${own} and not ${needed}`);
    }
  }
  expect(faults).toEqual([]);
  expect(counted).toBeGreaterThan(50);
});
