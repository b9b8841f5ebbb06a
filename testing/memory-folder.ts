import { mkdirSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'serenata-run-';
const GIB = 2 ** 30;

/**
 * Every test file makes a database of a thousand small files and drops it again, which costs several times as much on a disk as in
 * memory. So what tests keep for a while lies in memory, where the machine has plenty, and no other place is set.
 */
export function keepFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  removeLeftovers();
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Programs are started from there, too, which some machines forbid. */
function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY);
    if (!mount || /\bnoexec\b/.test(mount)) return false;
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > 6 * GIB && freemem() > 8 * GIB;
  } catch {
    return false;
  }
}

/** What a run left that was killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : undefined;
    if (owner !== undefined && !isRunning(owner))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
