import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { root } from './processes.ts';

/** Seconds of `npm start` in a checkout until it serves. It is ended then. */
export async function timeStart(checkout: string, dataDir: string): Promise<number> {
  const begun = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  // Its output is closed when the server has ended as well, which has a group of its own.
  const ended = once(child, 'close');
  const served = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      if (/Serenata is running|http:\/\/it\.localhost/.test(line)) resolve();
    });
  });
  const failed = ended.then(() => {
    throw new Error('npm start ended before it served');
  });
  failed.catch(() => {});
  await Promise.race([served, failed]);
  const seconds = (performance.now() - begun) / 1_000;
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
  return seconds;
}

/** A checkout that was just cloned: nothing installed, nothing built. */
export async function cloneCheckout(to: string): Promise<void> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  for (const file of stdout.split('\n').filter(Boolean))
    await cp(join(root, file), join(to, file), { recursive: dirname(file) !== '.' });
}
