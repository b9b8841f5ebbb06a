/** Writes the table of `docs/privacy.md`, or with `--check` fails when it is out of date. */

import { readFile, writeFile } from 'node:fs/promises';
import { DAY } from '#server/platform/clock.ts';
import en from '#server/retention/locales/en.json' with { type: 'json' };
import { retention } from '#server/retention/retention.ts';
import type { Retention } from '#server/retention/retention.ts';

const target = new URL('../docs/privacy.md', import.meta.url);
const START = '<!-- table -->';
const END = '<!-- end of table -->';

function describe({ data, tables, basis, kept, job }: Retention): string {
  const { what, why } = en.data[data];
  const period = typeof kept === 'number' ? `${Math.round(kept / DAY)} days` : en.periods[kept];
  const names = tables.map((table) => `\`${table}\``).join(', ');
  const cells = [names, what, why, en.bases[basis], period, job === null ? '' : `\`${job}\``];
  return `| ${cells.join(' | ')} |`;
}

const table = [
  '| tables | what | what for | legal basis | kept | deleted by |',
  '|---|---|---|---|---|---|',
  ...retention.map(describe),
].join('\n');

const before = await readFile(target, 'utf8');
const [head = '', rest = ''] = before.split(START);
const [, tail = ''] = rest.split(END);
const after = `${head}${START}\n\n${table}\n\n${END}${tail}`;
if (after !== before) {
  if (process.argv.includes('--check')) {
    console.error('docs/privacy.md is out of date: npm run generate');
    process.exitCode = 1;
  } else await writeFile(target, after);
}
