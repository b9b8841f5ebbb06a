/** Types, lint, format, dead code, generated files: everything that needs no test run. */
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

const checks: [name: string, command: string][] = [
  ['types', 'tsc -p . && tsc -p site && tsc -p console && tsc -p e2e'],
  ['lint', 'oxlint --type-aware --deny-warnings'],
  ['format', 'oxfmt --check'],
  ['dead code', 'knip --no-progress'],
  ['database types', 'node scripts/database-types.ts --check'],
  ['environment example', 'node scripts/env-example.ts --check'],
  ['glossary', 'node scripts/glossary.ts --check'],
];

function run([name, command]: [string, string]): Promise<boolean> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const [first, ...rest] = [checks.slice(0, 1), checks.slice(1)];
const results = [
  ...(await Promise.all((first ?? []).map(run))),
  ...(await Promise.all(rest.flat().map(run))),
];
if (results.includes(false)) process.exitCode = 1;
