/** Types, lint, unit, database, end-to-end in a real browser; and at the end, what failed, and a report of it. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { runGuard } from './run-guard.ts';
import { runStage } from './run-stage.ts';
import type { Stage } from './run-stage.ts';
import { readJourneys, sumUp } from './test-outcome.ts';
import type { JourneysReport, Outcome } from './test-outcome.ts';
import { describeStages, renderReport } from './test-report.ts';

const folder = 'test-results';
const LONGEST_BEFORE_GUARD_SECONDS = 45 * 60;
const GUARD_SECONDS = 300;

const check: Stage = {
  title: 'Types, lint, format, dead code',
  name: 'check',
  args: ['scripts/check.ts', `--report=${folder}/check.json`],
  readReport: () => readOutcome('check.json'),
};
const useCases: Stage = {
  title: 'Use cases on a real database',
  name: 'use-cases',
  args: ['node_modules/vitest/vitest.mjs', 'run'],
  readReport: () => readOutcome('vitest-outcome.json'),
};
const journeys: Stage = {
  title: 'Journeys in a real browser',
  name: 'journeys',
  args: ['node_modules/@playwright/test/cli.js', 'test'],
  readReport: () => readJourneys(JSON.parse(readText('playwright.json')) as JourneysReport),
};

function readOutcome(file: string): Outcome {
  return JSON.parse(readText(file)) as Outcome;
}

function readText(file: string): string {
  return readFileSync(`${folder}/${file}`, 'utf8');
}

const print = (line: string) => console.log(line);
const width = Math.max(...[check, useCases, journeys].map(({ name }) => name.length));
const run = (stage: Stage) => runStage(stage, { folder, width, print });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// The second and third wait for timers, sockets and servers a good part of the time, which the other one uses.
const stages = [await run(check), ...(await Promise.all([useCases, journeys].map(run)))];
// Where there is time left. It comes before the closing lines, and counts nowhere.
if (process.env['TEST_GUARD'] && process.uptime() < LONGEST_BEFORE_GUARD_SECONDS)
  await runGuard({ args: ['bench/run.ts', 'guard'], limitSeconds: GUARD_SECONDS, print });
const report = `${folder}/report.html`;
writeFileSync(report, renderReport(stages));
const outcomes = stages.map(({ outcome }) => outcome);
for (const line of ['', ...describeStages(stages), `  Report: ${report}`, ...sumUp(outcomes)]) print(line);
process.exitCode = outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1;
