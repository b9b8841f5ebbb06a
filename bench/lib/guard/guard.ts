import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBaseline, saveBaseline } from '../baseline.ts';
import { parts } from './parts.ts';
import type { Part } from './parts.ts';
import { compareInSlices } from './slices.ts';
import type { Comparison } from './slices.ts';
import { describeComparison } from './verdict.ts';

/** Says what became dearer since the baseline was saved. It fails nothing: a report for people to read. */
export async function guard({ save }: { save: boolean }): Promise<void> {
  const { guard: baseline } = await readBaseline();
  for (const part of parts) {
    try {
      const comparison = await measure(part);
      console.log(describeComparison(part.what, comparison, baseline[part.what]));
      if (save) await saveBaseline({ guard: { [part.what]: comparison.ratio } });
    } catch (error) {
      console.log(`${part.what}: not measured, ${String(error)}`);
    }
  }
}

async function measure({ open, ...length }: Part): Promise<Comparison> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  // What it stands on goes when this function ends.
  return await compareInSlices(await open({ folder, undo }), length);
}
