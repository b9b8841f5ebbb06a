import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readZip } from './zip-entries.ts';

test('what a ZIP holds is listed without its folders, and read file by file', async () => {
  const letters = 'luna '.repeat(400);
  const bytes = zipSync({
    'ada.txt': [strToU8('stored'), { level: 0 }],
    'pictures/bea.txt': [strToU8(letters), { level: 9 }],
    'pictures/': new Uint8Array(),
    '__MACOSX/bea.txt': strToU8('no'),
    'pictures/.hidden': strToU8('no'),
  });
  const entries = await readZip(new Blob([bytes]));
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    ['ada.txt', 6],
    ['bea.txt', letters.length],
  ]);
  const words = await Promise.all(entries.map(async ({ read }) => new TextDecoder().decode(await read())));
  expect(words).toEqual(['stored', letters]);
});

test('what is no ZIP, or only half of one, is refused', async () => {
  const whole = zipSync({ 'ada.txt': strToU8('Ada') });
  await expect(readZip(new Blob(['name,age']))).rejects.toThrow('no ZIP');
  await expect(readZip(new Blob([whole.slice(40)]))).rejects.toThrow('cannot be read');
});
