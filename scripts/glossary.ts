/**
 * Writes the tables of `docs/glossary.md`, or with `--check` fails when they are out of date, when a file that they name is
 * gone, or when a word that we gave up comes back as a name.
 */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as api from '#contract/api.ts';
import { boot } from '#contract/brand/boot.ts';
import { paywallPaths } from '#contract/brand/paywalls.ts';
import { errors } from '#contract/kernel/errors.ts';
import { storageKeys } from '#contract/kernel/storage-keys.ts';
import { vocabularyOf } from '#contract/kernel/vocabulary.ts';
import { engineeringWords, forbiddenWords } from './glossary-words.ts';

const page = new URL('../docs/glossary.md', import.meta.url);
const leftFile = new URL('./forbidden-words.json', import.meta.url);
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

const notNames = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|\/\/[^\n]*|'[^'\n]*'?|"[^"\n]*"?|`[^`]*`?/g;

/** How often each forbidden word is a name, or part of one: `readMark` and `read-mark.ts` hold `mark`. */
function countForbidden(): Record<string, number> {
  const found = new Map<string, number>();
  const add = (name: string) => {
    for (const part of name.split(/(?<=[a-z0-9])(?=[A-Z])|[-_.$]/)) {
      const word = part.toLowerCase();
      if (Object.hasOwn(forbiddenWords, word)) found.set(word, (found.get(word) ?? 0) + 1);
    }
  };
  for (const path of globSync('{server,contract,sandbox,scripts,bench,testing}/**/*.ts')) {
    if (path.endsWith('.gen.ts') || path.endsWith('glossary-words.ts')) continue;
    add(basename(path));
    const names = new Set(
      readFileSync(path, 'utf8')
        .replaceAll(notNames, ' ')
        .match(/[A-Za-z_$][\w$]*/g),
    );
    for (const name of names) add(name);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b, 'en')));
}

const left = JSON.parse(await readFile(leftFile, 'utf8')) as Record<string, number>;
const counted = countForbidden();
for (const [word, count] of Object.entries(counted)) {
  if (count > (left[word] ?? 0))
    faults.push(
      `“${word}” is in ${count} names, more than the ${left[word] ?? 0} that were left: say ${forbiddenWords[word] ?? 'something else'}.`,
    );
}
const lowered = Object.fromEntries(
  Object.entries(counted).map(([word, count]) => [word, Math.min(count, left[word] ?? 0)]),
);

const old = await readFile(page, 'utf8');
const fresh = fill(fill(old, 'engineering', engineeringTable()), 'table', wireTable());
if (isCheck) {
  if (fresh !== old) faults.push('docs/glossary.md is out of date: run `npm run generate`.');
} else {
  await writeFile(page, fresh);
  await writeFile(leftFile, `${JSON.stringify(lowered, null, 2)}\n`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0 && isCheck) process.exitCode = 1;
