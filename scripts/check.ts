/** Types, lint, format, dead code, generated files: everything that needs no test run. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import pLimit from 'p-limit';

/** So many run side by side, and share the cores: each further thread of one would find out the same types again. */
const CONCURRENCY = 2;
const threads = Math.max(1, Math.floor(availableParallelism() / CONCURRENCY));
/** The compiler and the linter are short-lived programs of Go: collecting garbage often is not worth their time. */
const env = { ...process.env, GOMAXPROCS: String(threads), GOGC: '800' };

/** Whoever must be certain has everything looked at, also what was right the last time. */
const fresh = process.argv.includes('--fresh');
/** Where `npm test` wants to read what came of it. */
const [, report] = /^--report=(.+)$/m.exec(process.argv.join('\n')) ?? [];

/** The compiler keeps what it found, so that the next time it checks only what has changed since. */
function compile(project: string): string {
  const file = `node_modules/.cache/serenata/${project === '.' ? 'server' : project}.tsbuildinfo`;
  const cache = fresh ? '' : ` --incremental --tsBuildInfoFile ${file}`;
  return `tsc -p ${project} --checkers ${threads}${cache}`;
}

/** The longest first, so that none is left alone at the end. */
const checks: [name: string, command: string][] = [
  ['lint', 'oxlint --type-aware --deny-warnings'],
  ['types', compile('.')],
  ['types of the site', compile('site')],
  ['dead code', 'knip --no-progress'],
  ['types of the console', compile('console')],
  ['types of the journeys', compile('e2e')],
  ['database types', 'node scripts/database-types.ts --check'],
  ['format', 'oxfmt --check'],
  ['order of rooms', 'node scripts/architecture.ts'],
  ['glossary', 'node scripts/glossary.ts --check'],
  ['access table', 'node scripts/access.ts --check'],
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
