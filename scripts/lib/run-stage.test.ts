import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runStage } from './run-stage.ts';
import { describeStages, renderReport } from './test-report.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'serenata-stages-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function stage(name: string, script: string) {
  writeFileSync(join(folder, `${name}.mjs`), script);
  const outcome = { passed: 2, failures: [], unsteady: [] };
  return { title: `All ${name}`, name, args: [join(folder, `${name}.mjs`)], readReport: () => outcome };
}

test('what stages say that run side by side is shown as it comes, each line with its name, and kept', async () => {
  const go = join(folder, 'go');
  const printed: string[] = [];
  const options = { folder, width: 5, print: (line: string) => printed.push(line) };
  // The first ends only once the line of the second has been seen.
  const first = runStage(
    stage(
      'one',
      `import { existsSync } from 'node:fs';
       console.log('begun\\n\\n');
       while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 20));
       console.error('ended');`,
    ),
    options,
  );
  const second = runStage(stage('three', `console.log('here'); process.exitCode = 3;`), options);
  await expect.poll(() => printed).toContain('three │ here');
  expect(existsSync(go)).toBe(false);
  writeFileSync(go, '');
  const stages = await Promise.all([first, second]);
  expect(printed.filter((line) => line.startsWith('one'))).toEqual(['one   │ begun', 'one   │ ended']);
  expect(readFileSync(join(folder, 'one.txt'), 'utf8')).toBe('begun\n\n\nended\n');
  expect(stages.map(({ outcome }) => outcome.failures)).toEqual([
    [],
    [{ name: 'All three', message: 'ended with 3' }],
  ]);
});

test('the report names the parts, their sums and all that failed, with whole messages', () => {
  const failure = { name: 'pay.spec.ts › by card', message: '\u001B[31mexpected <b>\u001B[39m\nat line 3' };
  const slow = { name: 'slow.spec.ts', message: 'Timeout' };
  const stages = [
    {
      title: 'Use cases',
      seconds: 61.4,
      log: 'use-cases.txt',
      outcome: { passed: 12, failures: [failure], unsteady: [] },
    },
    {
      title: 'Journeys',
      seconds: 5,
      log: 'journeys.txt',
      outcome: { passed: 3, failures: [], unsteady: [slow] },
    },
  ];
  expect(describeStages(stages)).toEqual([
    '  Use cases  12 passed, 1 failed (61 s)',
    '  Journeys   3 passed, 0 failed, 1 at the second attempt (5 s)',
  ]);
  const page = renderReport(stages);
  expect(page).toContain('<pre>expected &lt;b&gt;\nat line 3</pre>');
  expect(page).toContain('<a href="journeys.txt">');
  expect(page.indexOf('slow.spec.ts')).toBeGreaterThan(page.indexOf('Passed only at the second attempt'));
});
