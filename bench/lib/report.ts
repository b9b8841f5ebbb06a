import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Durations } from './durations.ts';

/** One line of the table. */
export interface Row {
  what: string;
  figures: Record<string, number>;
  /** What the goal is about; mostly a ratio against the yardstick of the same run, which holds from machine to machine. */
  value?: number;
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

export const describeMachine = () => `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;

const MOST_READ = 50;

/** How long each entry took the last time that it was measured here. */
export async function lastDurations(): Promise<Durations> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json')).sort();
  const reports = await Promise.all(
    files
      .slice(-MOST_READ)
      .map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Report),
  );
  return Object.assign({}, ...reports.map(({ seconds }) => seconds)) as Durations;
}

/** Replaces the report of the same run, which may end before all is measured. */
export async function saveReport(
  begun: Date,
  { rows, seconds }: { rows: Row[]; seconds: Durations },
): Promise<void> {
  const at = begun.toISOString();
  const report: Report = { at, machine: describeMachine(), rows, seconds };
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, `${at.replaceAll(/[:.]/g, '-')}.json`),
    `${JSON.stringify(report, null, 2)}\n`,
  );
}
