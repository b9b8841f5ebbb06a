/** Everything: types, lint, unit, database, end-to-end in a real browser. Runs on Node 20 and newer. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApps } from './lib/build-apps.mjs';
import { Fault } from './lib/fault.mjs';
import { findNode } from './lib/find-programs.mjs';
import { installPackages } from './lib/install-packages.mjs';
import { installSystemPrograms } from './lib/install-system-programs.mjs';
import { holdWorkLock } from './lib/work-lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results');

async function prepare() {
  const lock = await holdWorkLock(join(root, 'dist/.start-lock'));
  try {
    await installPackages(root, lock, { tools: true });
    await installSystemPrograms(lock);
    await buildApps(root, lock);
  } finally {
    lock.release();
  }
}

function run(title, program, args) {
  console.log(`\n— ${title}`);
  const bin = join(root, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const { status } = spawnSync(findNode(root), [join(root, program), ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  return status === 0;
}

/** Reads how many tests passed and failed. A run that left no report failed as a whole. */
function countTests(file, read) {
  try {
    return read(JSON.parse(readFileSync(join(reports, file), 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function main() {
  await prepare();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const results = [];
  const checked = run('Types, lint, format, dead code', 'scripts/check.ts', ['--fresh']);
  results.push({ passed: checked ? 1 : 0, failed: checked ? 0 : 1 });

  const unit = run('Use cases on a real database', 'node_modules/vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/vitest.json',
  ]);
  const unitCount = countTests('vitest.json', ({ numPassedTests, numFailedTests, numFailedTestSuites }) => ({
    passed: numPassedTests,
    failed: numFailedTests || (unit ? 0 : Math.max(1, numFailedTestSuites)),
  }));
  results.push(unitCount);

  const journeys = run('Journeys in a real browser', 'node_modules/@playwright/test/cli.js', ['test']);
  const journeyCount = countTests('playwright.json', ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    unsteady: stats.flaky,
    failed: stats.unexpected || (journeys ? 0 : 1),
  }));
  results.push(journeyCount);

  if (journeyCount.unsteady > 0) {
    console.log(
      `\n${journeyCount.unsteady} journeys passed only at the second attempt; they are marked as flaky above`,
    );
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exitCode = total('failed') === 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error instanceof Fault ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
});
