import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBaseline, saveBaseline } from '../baseline.ts';
import { parts, startTalkers } from './parts.ts';
import type { Part, Talkers } from './parts.ts';
import { compareInSlices } from './slices.ts';
import type { Comparison } from './slices.ts';
import { describeComparison } from './verdict.ts';

/** Says what became dearer since the baseline was saved. It fails nothing: a report for people to read. */
export async function guard({ save }: { save: boolean }): Promise<void> {
  const { guard: baseline } = await readBaseline();
  await using undo = new AsyncDisposableStack();
  const folder = await makeFolder(undo);
  let started: Promise<Talkers> | undefined;
  const talkers = () => (started ??= startTalkers({ folder, undo }));
  for (const part of parts) {
    try {
      const comparison = await measure(part, talkers);
      console.log(describeComparison(part.what, comparison, baseline[part.what]));
      if (save) await saveBaseline({ guard: { [part.what]: comparison.ratio } });
    } catch (error) {
      console.log(`${part.what}: not measured, ${String(error)}`);
    }
  }
}

async function measure({ open, ...length }: Part, talkers: () => Promise<Talkers>): Promise<Comparison> {
  await using undo = new AsyncDisposableStack();
  const folder = await makeFolder(undo);
  // What it stands on alone goes when this function ends.
  return await compareInSlices(await open({ folder, undo, talkers }), length);
}

async function makeFolder(undo: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
