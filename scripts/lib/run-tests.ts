/** Types, lint, unit, database, end-to-end in a real browser; and at the end, what failed. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readJourneys, sumUp, withExit } from './test-outcome.ts';
import type { JourneysReport, Outcome } from './test-outcome.ts';

const reports = 'test-results';

function run(title: string, args: string[], readReport: () => Outcome): Outcome {
  console.log(`\n— ${title}`);
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  let outcome: Outcome | undefined;
  try {
    outcome = readReport();
  } catch {
    // It died before it wrote one.
  }
  return withExit(outcome, title, status ?? signal ?? 'no exit code');
}

function readOutcome(file: string): Outcome {
  return JSON.parse(readText(file)) as Outcome;
}

function readText(file: string): string {
  return readFileSync(`${reports}/${file}`, 'utf8');
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const outcomes = [
  run('Types, lint, format, dead code', ['scripts/check.ts', `--report=${reports}/check.json`], () =>
    readOutcome('check.json'),
  ),
  run('Use cases on a real database', ['node_modules/vitest/vitest.mjs', 'run'], () =>
    readOutcome('vitest-outcome.json'),
  ),
  run('Journeys in a real browser', ['node_modules/@playwright/test/cli.js', 'test'], () =>
    readJourneys(JSON.parse(readText('playwright.json')) as JourneysReport),
  ),
];
for (const line of sumUp(outcomes)) console.log(line);
process.exitCode = outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1;
