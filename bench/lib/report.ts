import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Durations } from './durations.ts';

/** One line of the table. Ratios are measured within one run, so they hold from machine to machine. */
export interface Row {
  what: string;
  figures: Record<string, number>;
  /** Against the yardstick that was measured in the same run. */
  ratio?: number;
  goal?: { atLeast: number } | { atMost: number };
}

export interface Report {
  at: string;
  machine: string;
  rows: Row[];
  /** How many seconds each entry took. */
  seconds?: Durations;
}

const folder = join(import.meta.dirname, '../results');

export async function lastReport(): Promise<Report | undefined> {
  const newest = (await listReports()).at(-1);
  return newest ? readReport(newest) : undefined;
}

/** The oldest first. */
async function listReports(): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json')).sort();
}

async function readReport(file: string): Promise<Report> {
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as Report;
}

const MOST_READ = 50;

/** How long each entry took the last time that it was measured here. */
export async function lastDurations(): Promise<Durations> {
  const reports = await Promise.all((await listReports()).slice(-MOST_READ).map(readReport));
  return Object.assign({}, ...reports.map(({ seconds }) => seconds)) as Durations;
}

/** Replaces the report of the same run, which may end before all is measured. */
export async function saveReport(
  begun: Date,
  { rows, seconds }: { rows: Row[]; seconds: Durations },
): Promise<void> {
  const at = begun.toISOString();
  const report = { at, machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`, rows, seconds };
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, `${at.replaceAll(/[:.]/g, '-')}.json`),
    `${JSON.stringify(report, null, 2)}\n`,
  );
}

export function meetsGoal({ ratio, goal }: Row): boolean | undefined {
  if (ratio === undefined || !goal) return undefined;
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}

export function printTable(rows: readonly Row[], before: Report | undefined): void {
  const lines = rows.map((row) => {
    const earlier = before?.rows.find(({ what }) => what === row.what);
    const met = meetsGoal(row);
    return [
      row.what,
      Object.entries(row.figures)
        .map(([name, value]) => `${name} ${shown(value)}`)
        .join('  '),
      row.ratio === undefined ? '' : shown(row.ratio),
      row.goal ? ('atLeast' in row.goal ? `≥ ${row.goal.atLeast}` : `≤ ${row.goal.atMost}`) : '',
      met === undefined ? '' : met ? 'yes' : 'NO',
      earlier?.ratio === undefined ? '' : shown(earlier.ratio),
    ];
  });
  const head = ['what', 'figures', 'ratio', 'goal', 'met', 'ratio last time'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of [head, widths.map((width) => '-'.repeat(width)), ...lines]) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

function shown(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(3);
}
