import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What was measured before, and what the guard compares with. */
export interface Baseline {
  /** Values by the names of rows. */
  rows: Record<string, number>;
  /** How many times as dear as its bare neighbour each thing was, by the names of the guard's parts. */
  guard: Record<string, number>;
}

const file = join(import.meta.dirname, '../baseline.json');

export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(file, 'utf8')) as Baseline;
}

/** What was not measured stays as it was. */
export async function saveBaseline(measured: Partial<Baseline>): Promise<void> {
  const before = await readBaseline();
  const after: Baseline = {
    rows: { ...before.rows, ...rounded(measured.rows) },
    guard: { ...before.guard, ...rounded(measured.guard) },
  };
  await writeFile(file, `${JSON.stringify(after, null, 2)}\n`);
}

function rounded(values: Record<string, number> = {}): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Number(value.toPrecision(4))]),
  );
}
