import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '../contract/kernel/constants.ts';
import { themeTokens } from '../contract/theme/tokens.ts';

const LIMIT_KB = 150;
const site = join(import.meta.dirname, '../dist/site');

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest = JSON.parse(await readFile(join(site, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** Everything `/` runs for a visitor: the page's script, its screen, a brand's hero, the words of one language. */
function landingSources(language: string, hero: string): string[] {
  return [
    'index.html',
    'src/features/entry/landing/home-screen.tsx',
    `src/features/entry/hero-${hero}.tsx`,
    `src/locales/${language}/shell.json`,
    `src/locales/${language}/home.json`,
  ];
}

function filesOf(sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const source of sources) add(source);
  return files;
}

const sizes = new Map<string, number>();
async function gzipSize(file: string): Promise<number> {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(await readFile(join(site, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

let largest = { page: '', bytes: 0, files: new Set<string>() };
for (const language of LANGUAGES) {
  for (const hero of themeTokens.shape.hero.options) {
    const files = filesOf(landingSources(language, hero));
    let bytes = 0;
    for (const file of files) bytes += await gzipSize(file);
    if (bytes > largest.bytes) largest = { page: `${hero}, ${language}`, bytes, files };
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
for (const file of largest.files) console.log(`${kilobytes(sizes.get(file) ?? 0)}  ${file}`);
console.log(
  `${kilobytes(largest.bytes)}  JavaScript of the landing page, gzip (${largest.page}); at most ${LIMIT_KB} kB`,
);
if (largest.bytes > LIMIT_KB * 1000) {
  console.error(`The landing page is ${kilobytes(largest.bytes - LIMIT_KB * 1000).trim()} too heavy.`);
  process.exitCode = 1;
}
