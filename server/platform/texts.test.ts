import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '../../contract/kernel/constants.ts';
import { readTexts } from './texts.ts';

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
