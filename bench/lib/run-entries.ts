import type { Row } from './report.ts';

type Entries = Readonly<Record<string, () => Promise<Row[]>>>;

interface Measured {
  rows: Row[];
  /** How many seconds each entry took. */
  seconds: Record<string, number>;
  /** Names of entries that failed twice. */
  failed: string[];
}

/**
 * Runs entries in turn. One that fails is repeated once, as a browser may fail to load a page on a busy machine; one that
 * fails again costs no figures of the others. `onMeasured` gets all that is known after each entry.
 */
export async function runEntries(
  entries: Entries,
  { onBegin, onMeasured }: { onBegin(name: string): void; onMeasured(measured: Measured): Promise<void> },
): Promise<Measured> {
  const measured: Measured = { rows: [], seconds: {}, failed: [] };
  for (const [name, run] of Object.entries(entries)) {
    onBegin(name);
    const begun = performance.now();
    const rows = await run()
      .catch((error: unknown) => {
        console.error(`${name} failed and is repeated:`, error);
        return run();
      })
      .catch((error: unknown) => {
        console.error(`${name} failed again:`, error);
        measured.failed.push(name);
      });
    if (!rows) continue;
    measured.rows.push(...rows);
    measured.seconds[name] = Math.round((performance.now() - begun) / 1_000);
    await onMeasured(measured);
  }
  return measured;
}
