/** Types, lint, format, dead code, generated files: everything that needs no test run. */

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import pLimit from 'p-limit';

/** So many run side by side, and share the cores: each further thread of one would find out the same types again. */
const CONCURRENCY = 2;
const threads = Math.max(1, Math.floor(availableParallelism() / CONCURRENCY));
/** The linter is a short-lived program of Go: collecting garbage is not worth its time while there is memory. */
const env = { ...process.env, GOMAXPROCS: String(threads), GOGC: 'off', GOMEMLIMIT: '3GiB' };

/** Where `npm test` wants to read what came of it. */
const report = process.argv.find((argument) => argument.startsWith('--report='))?.slice('--report='.length);

/**
 * The linter has to find out all types for its own rules, and reports with them what the compiler would. The apps share no
 * program with the server, so that two processes do nothing twice.
 */
const lint = 'oxlint --type-aware --type-check --deny-warnings';
const apps = ['site', 'console', 'packages', 'e2e'];

/** The longest first, so that none is left alone at the end. */
const checks: [name: string, command: string][] = [
  ['types and lint of the server', `${lint} ${apps.map((app) => `--ignore-pattern ${app}`).join(' ')}`],
  ['types and lint of the apps', `${lint} ${apps.join(' ')}`],
  ['dead code', 'knip --no-progress'],
  ['database types', 'node scripts/database-types.ts --check'],
  ['format', 'oxfmt --check'],
  ['order of rooms', 'node scripts/architecture.ts'],
  ['state beside renders', 'node scripts/render-state.ts'],
  ['glossary', 'node scripts/glossary.ts --check'],
  ['list of the contract', 'node scripts/contract-files.ts --check'],
  ['access table', 'node scripts/access.ts --check'],
  ['data map', 'node scripts/privacy.ts --check'],
  ['environment example', 'node scripts/env-example.ts --check'],
];

const outcome = { passed: 0, failures: [] as { name: string; message: string }[], unsteady: [] };

function run([name, command]: [string, string]): Promise<void> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code === 0) outcome.passed += 1;
      else {
        console.log(output);
        outcome.failures.push({ name: `check › ${name}`, message: output });
      }
      resolve();
    });
  });
}

await pLimit(CONCURRENCY).map(checks, run);
if (report) writeFileSync(report, JSON.stringify(outcome));
if (outcome.failures.length > 0) process.exitCode = 1;
