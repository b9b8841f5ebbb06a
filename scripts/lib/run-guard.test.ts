import { expect, test } from 'vitest';
import { runGuard } from './run-guard.ts';

async function runScript(script: string, limitSeconds: number): Promise<string[]> {
  const said: string[] = [];
  await runGuard({ args: ['--eval', script], limitSeconds, print: (line) => void said.push(line) });
  return said;
}

test('the guard may say what it likes and fail as it likes', async () => {
  const said = await runScript(`console.log('CHAT IS DEARER'); process.exitCode = 3`, 60);
  expect(said).toEqual(['— Cost beside the baseline', 'guard │ CHAT IS DEARER']);
});

test('a guard that hangs is ended with all that it started', async () => {
  const script = `
    const sleeper = require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
    console.log(sleeper.pid);
    setInterval(() => {}, 1_000)`;
  const said = await runScript(script, 1);
  expect(said.at(-1)).toBe('guard │ It has taken 1 seconds and is ended.');
  const sleeper = Number(said[1]?.replace('guard │ ', ''));
  await expect.poll(() => isAlive(sleeper)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
