import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withExit } from './test-outcome.ts';
import type { Outcome } from './test-outcome.ts';
import type { EndedStage } from './test-report.ts';

/** A part of `npm test`. */
export interface Stage {
  title: string;
  /** Stands before each of its lines, and is the name of the file that keeps them. */
  name: string;
  args: string[];
  /** Throws where there is none. */
  readReport: () => Outcome;
}

/** Runs it. What it writes is shown as it comes, with its name before it, since another one may run beside it. */
export async function runStage(
  { title, name, args, readReport }: Stage,
  { folder, width, print }: { folder: string; width: number; print: (line: string) => void },
): Promise<EndedStage> {
  print(`— ${title}`);
  const begun = performance.now();
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...colour },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = `${name}.txt`;
  const kept = createWriteStream(join(folder, log));
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      kept.write(`${line}\n`);
      if (line.trim() !== '') print(`${name.padEnd(width)} │ ${line}`);
    });
  const [code, signal] = (await once(child, 'close')) as [code: number | null, signal: string | null];
  kept.end();
  await once(kept, 'close');
  let outcome: Outcome | undefined;
  try {
    outcome = readReport();
  } catch {
    // It died before it wrote one.
  }
  const seconds = (performance.now() - begun) / 1_000;
  return { title, seconds, log, outcome: withExit(outcome, title, code ?? signal ?? 'no exit code') };
}
