import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readJourneys, sumUp, withExit } from './test-outcome.ts';

const root = join(import.meta.dirname, '../..');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('the closing lines name what failed, and what needed a second attempt, with the first line of its message', () => {
  const journeys = readJourneys({
    errors: [{ message: 'No port is free\n    at start' }],
    suites: [
      {
        title: 'pay.spec.ts',
        specs: [{ title: 'by voucher', tests: [journey('expected')] }],
        suites: [
          {
            title: 'by card',
            specs: [
              {
                title: 'declined',
                tests: [journey('unexpected', '\u001B[31mError: no card\u001B[39m\n  at')],
              },
              { title: 'slow', tests: [journey('flaky', 'Timeout of 60000ms exceeded.')] },
            ],
          },
        ],
      },
    ],
  });
  const check = { passed: 10, failures: [{ name: 'check › lint', message: '\n  1 error' }], unsteady: [] };
  expect(sumUp([check, journeys])).toEqual([
    '',
    'Passed only at the second attempt:',
    '  pay.spec.ts › by card › slow: Timeout of 60000ms exceeded.',
    '',
    'Failed:',
    '  check › lint: 1 error',
    '  outside a journey: No port is free',
    '  pay.spec.ts › by card › declined: Error: no card',
    '',
    '12 passed, 3 failed',
  ]);
});

test('a part that ends badly without naming anything, or leaves no report, failed as a whole', () => {
  const quiet = { passed: 3, failures: [], unsteady: [] };
  expect(withExit(quiet, 'Journeys', 0)).toEqual(quiet);
  expect(sumUp([withExit(quiet, 'Journeys', 'SIGKILL'), withExit(undefined, 'Use cases', 1)])).toEqual([
    '',
    'Failed:',
    '  Journeys: ended with SIGKILL',
    '  Use cases: left no report (1)',
    '',
    '3 passed, 2 failed',
  ]);
});

test('failed tests, hooks, files and promises without an await are all reported', () => {
  const folder = mkdtempSync(join(root, 'node_modules/.outcome-'));
  folders.push(folder);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'a.test.js',
    `import { expect, test } from 'vitest'; test('one', () => {}); test('two', () => expect(1).toBe(2));`,
  );
  write(
    'b.test.js',
    `import { beforeAll, describe, test } from 'vitest'; describe('with a hook', () => { beforeAll(() => { throw new Error('hook') }); test('never', () => {}); });`,
  );
  write('c.test.js', `throw new Error('whole file');`);
  write(
    'd.test.js',
    `import { test } from 'vitest'; test('leaves', () => { Promise.reject(new Error('nobody waits')); });`,
  );
  write(
    'e.test.js',
    `import { expect, test } from 'vitest'; let runs = 0; test('second', { retry: 1 }, () => expect(++runs).toBe(2));`,
  );
  write(
    'vitest.config.js',
    `import { writeOutcome } from '${join(root, 'scripts/lib/vitest-outcome.ts')}';
     export default { test: { root: '${folder}', name: 'p', include: ['*.test.js'], reporters: [writeOutcome('${join(folder, 'outcome.json')}')] } };`,
  );
  expect(() =>
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        folder,
        '--config',
        join(folder, 'vitest.config.js'),
      ],
      { cwd: folder, stdio: 'pipe' },
    ),
  ).toThrow('Command failed');
  expect(JSON.parse(readFileSync(join(folder, 'outcome.json'), 'utf8'))).toEqual({
    passed: 3,
    failures: expect.arrayContaining([
      { name: 'a.test.js (p) › two', message: 'expected 1 to be 2 // Object.is equality' },
      { name: 'b.test.js (p) › with a hook', message: 'hook' },
      { name: 'c.test.js (p)', message: 'whole file' },
      { name: 'outside a test', message: 'Error: nobody waits' },
    ]),
    unsteady: [{ name: 'e.test.js (p) › second', message: 'expected 1 to be 2 // Object.is equality' }],
  });
});

function journey(status: 'expected' | 'flaky' | 'unexpected', message?: string) {
  const passed = { status: 'passed' };
  const failed = { status: 'failed', error: { message: message ?? '' } };
  const results = { expected: [passed], flaky: [failed, passed], unexpected: [failed, failed] }[status];
  return { projectName: '', status, results };
}
