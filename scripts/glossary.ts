/** Writes the table of the two vocabularies in `docs/glossary.md`, or with `--check` fails when it is out of date. */
import { readFile, writeFile } from 'node:fs/promises';
import '../contract/api.ts';
import '../contract/brand/boot.ts';
import '../contract/kernel/storage-keys.ts';
import { errors } from '../contract/kernel/errors.ts';
import { hookPaths } from '../contract/brand/paywall-paths.ts';
import { vocabulary } from '../contract/kernel/spelling.ts';

const target = new URL('../docs/glossary.md', import.meta.url);
const START = '<!-- table -->';
const END = '<!-- end of table -->';

function makeTable(): string {
  const names = [...vocabulary].map(([wire, plain]) => [wire, [...plain].sort().join(', ')]);
  const codes = Object.entries(errors).flatMap(([code, entry]) =>
    'wire' in entry ? [[entry.wire, code]] : [],
  );
  const hooks = Object.entries(hookPaths).map(([path, popup]) => [`/hook/${path}`, popup]);
  const rows = [...names, ...codes, ...hooks].sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'));
  return [
    '| on the wire | in our code |',
    '|---|---|',
    ...rows.map(([wire, plain]) => `| \`${wire}\` | ${plain} |`),
  ].join('\n');
}

const page = await readFile(target, 'utf8');
const [before = '', rest = ''] = page.split(START);
const [, after = ''] = rest.split(END);
const fresh = `${before}${START}\n${makeTable()}\n${END}${after}`;
if (process.argv.includes('--check')) {
  if (fresh !== page) {
    console.error('docs/glossary.md is out of date: run `npm run generate`.');
    process.exitCode = 1;
  }
} else {
  await writeFile(target, fresh);
}
