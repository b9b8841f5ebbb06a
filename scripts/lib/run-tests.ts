/** Types, lint, unit, database, end-to-end in a real browser; and at the end, what failed. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readJourneys, sumUp, withExit } from './test-outcome.ts';
import type { JourneysReport, Outcome } from './test-outcome.ts';

const reports = 'test-results';

interface Stage {
  title: string;
  args: string[];
  readReport: () => Outcome;
}

const check: Stage = {
  title: 'Types, lint, format, dead code',
  args: ['scripts/check.ts', `--report=${reports}/check.json`],
  readReport: () => readOutcome('check.json'),
};
const useCases: Stage = {
  title: 'Use cases on a real database',
  args: ['node_modules/vitest/vitest.mjs', 'run'],
  readReport: () => readOutcome('vitest-outcome.json'),
};
const journeys: Stage = {
  title: 'Journeys in a real browser',
  args: ['node_modules/@playwright/test/cli.js', 'test'],
  readReport: () => readJourneys(JSON.parse(readText('playwright.json')) as JourneysReport),
};

/** Starts a stage. What it writes is held back until somebody wants to see how it ends. */
function begin({ title, args, readReport }: Stage): () => Promise<Outcome> {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...colour },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const held: Buffer[] = [];
  let write = (chunk: Buffer) => void held.push(chunk);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => write(chunk));
  const ended = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  return async () => {
    console.log(`\n— ${title}`);
    write = (chunk) => void process.stdout.write(chunk);
    for (const chunk of held) write(chunk);
    const [code, signal] = await ended;
    let outcome: Outcome | undefined;
    try {
      outcome = readReport();
    } catch {
      // It died before it wrote one.
    }
    return withExit(outcome, title, code ?? signal ?? 'no exit code');
  };
}

function readOutcome(file: string): Outcome {
  return JSON.parse(readText(file)) as Outcome;
}

function readText(file: string): string {
  return readFileSync(`${reports}/${file}`, 'utf8');
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const outcomes = [await begin(check)()];
// Both wait for timers, sockets and servers a good part of the time, which the other one uses.
const endings = [useCases, journeys].map(begin);
for (const end of endings) outcomes.push(await end());
for (const line of sumUp(outcomes)) console.log(line);
process.exitCode = outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1;
