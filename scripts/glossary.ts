/**
 * Writes the tables of `docs/glossary.md`, or with `--check` fails when they are out of date, when a file that they name is
 * gone, or when a word that we gave up comes back in a name, a comment or the title of a test.
 */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import * as api from '#contract/api.ts';
import { boot } from '#contract/brand/boot.ts';
import { paywallPaths } from '#contract/brand/paywalls.ts';
import { errors } from '#contract/kernel/errors.ts';
import { storageKeys } from '#contract/kernel/storage-keys.ts';
import { vocabularyOf } from '#contract/kernel/vocabulary.ts';
import { engineeringWords } from './glossary-words.ts';
import { findForbiddenWords } from './lib/forbidden-words.ts';

const page = new URL('../docs/glossary.md', import.meta.url);
const isCheck = process.argv.includes('--check');
const faults: string[] = [];

function wireTable(): string {
  const names = [...vocabularyOf([{ ...api }, boot])].map(([wire, plain]) => [
    wire,
    [...plain].sort().join(', '),
  ]);
  const codes = Object.entries(errors).flatMap(([code, entry]) =>
    'wire' in entry ? [[entry.wire, code]] : [],
  );
  const paywalls = Object.entries(paywallPaths).map(([path, popup]) => [`/hook/${path}`, popup]);
  const kept = Object.entries(storageKeys).flatMap(([key, { stored }]) =>
    stored === key ? [] : [[stored, `${key}, kept by the browser`]],
  );
  const rows = [...names, ...codes, ...paywalls, ...kept].sort(([a = ''], [b = '']) =>
    a.localeCompare(b, 'en'),
  );
  return [
    '| on the wire | in our code |',
    '|---|---|',
    ...rows.map(([wire, plain]) => `| \`${wire}\` | ${plain} |`),
  ].join('\n');
}

function engineeringTable(): string {
  for (const { word, file } of engineeringWords)
    if (!existsSync(new URL(`../${file}`, import.meta.url)))
      faults.push(`The glossary says that “${word}” is in ${file}, which is not there.`);
  return [
    '| word | what it means here | where |',
    '|---|---|---|',
    ...engineeringWords.map(({ word, meaning, file }) => `| ${word} | ${meaning} | \`${file}\` |`),
  ].join('\n');
}

function fill(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before = '', rest = ''] = text.split(start);
  const [, after = ''] = rest.split(end);
  return `${before}${start}\n${table}\n${end}${after}`;
}

function findForbidden(): void {
  const rooms = 'server,contract,site,console,packages,sandbox,scripts,bench,testing,e2e,embedded-postgres';
  for (const file of globSync(`{${rooms}}/**/*.{ts,tsx,mjs,sql}`)) {
    if (file.endsWith('.gen.ts') || file.endsWith('glossary-words.ts')) continue;
    for (const { line, word, instead } of findForbiddenWords(file, readFileSync(file, 'utf8')))
      faults.push(`${file}:${line}: “${word}” is not said here, but: ${instead}.`);
  }
}

const old = await readFile(page, 'utf8');
const fresh = fill(fill(old, 'engineering', engineeringTable()), 'table', wireTable());
if (!isCheck) await writeFile(page, fresh);
else if (fresh !== old) faults.push('docs/glossary.md is out of date: run `npm run generate`.');
if (isCheck) findForbidden();
for (const fault of faults) console.error(fault);
if (faults.length > 0 && isCheck) process.exitCode = 1;
