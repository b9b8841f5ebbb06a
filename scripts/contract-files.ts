/** Writes the list of what the contract declares, or with `--check` fails when it is out of date: what is exported is listed. */

import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { entriesOf } from '#contract/kernel/entries.ts';

const folder = new URL('../contract/', import.meta.url);
const target = new URL('files.gen.ts', folder);
/** What is made of the list itself. */
const above = new Set(['api.ts', 'access-table.ts']);

const nameOf = (path: string) =>
  path.replace(/\.ts$/, '').replaceAll(/(?<![/-])[/-]+(\w)/g, (_, letter: string) => letter.toUpperCase());

const files: string[] = [];
for (const path of globSync('**/*.ts', { cwd: folder })) {
  if (/\.(test|gen)\.ts$/.test(path) || above.has(path)) continue;
  if (entriesOf([(await import(new URL(path, folder).href)) as object]).length > 0) files.push(path);
}
files.sort();

const fresh = `/** Every file of the contract that declares a call or an event. Written by \`npm run generate\`. */

${files.map((path) => `import * as ${nameOf(path)} from './${path}';`).join('\n')}

export const files: readonly object[] = [
${files.map((path) => `  ${nameOf(path)},`).join('\n')}
];
`;
const old = await readFile(target, 'utf8').catch(() => '');
if (fresh !== old) {
  if (process.argv.includes('--check')) {
    console.error('contract/files.gen.ts is out of date: run `npm run generate`.');
    process.exitCode = 1;
  } else await writeFile(target, fresh);
}
