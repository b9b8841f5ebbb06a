/** The part of `docs/figures.md` that the bench writes: every row that was ever measured, with its machine and date. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Baseline } from './baseline.ts';
import { root } from './processes.ts';
import type { Row } from './report.ts';
import { describeGoal, describeNumber } from './table.ts';

const BEGIN = '<!-- written by npm run bench: begin -->';
const END = '<!-- written by npm run bench: end -->';
const page = join(root, 'docs/figures.md');

interface Measured {
  rows: readonly Row[];
  before: Baseline['rows'];
  at: Date;
  machine: string;
}

export async function writeFiguresPage(measured: Measured): Promise<void> {
  await writeFile(page, withRows(await readFile(page, 'utf8'), measured));
}

/** Rows that were not measured now keep what is known of them. */
export function withRows(text: string, { rows, before, at, machine }: Measured): string {
  const [first = '', rest] = text.split(BEGIN);
  const [old = '', last] = rest?.split(END) ?? [];
  if (last === undefined) throw new Error('docs/figures.md has lost the marks of its table');
  const lines = new Map(
    old
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1)
      .map((line) => [line.split(' | ')[0]?.slice(2) ?? '', line]),
  );
  for (const row of rows) {
    if (row.value === undefined) continue;
    const earlier = before[row.what];
    const cells = [
      row.what,
      describeGoal(row),
      earlier === undefined ? '' : describeNumber(earlier),
      describeNumber(row.value),
      `${at.toISOString().slice(0, 10)}, ${machine}`,
    ];
    lines.set(row.what, `| ${cells.join(' | ')} |`);
  }
  const table = ['| what | goal | before | now | measured |', '|---|---|---|---|---|', ...lines.values()];
  return `${first}${BEGIN}\n\n${table.join('\n')}\n\n${END}${last}`;
}
