import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartupFault } from '#server/platform/config/startup-fault.ts';

const patience = { SIGINT: 20_000, SIGQUIT: 5000, SIGKILL: 5000 };
type StopSignal = keyof typeof patience;

/**
 * Sends one signal after the other to the processes that `list` still names, until it names none. PostgreSQL's are: fast
 * shutdown, immediate shutdown, none at all. What was committed survives each of them.
 */
export async function stopProcesses(
  list: () => number[] | Promise<number[]>,
  signals: readonly StopSignal[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'],
): Promise<void> {
  for (const signal of signals) {
    for (const pid of await list()) sendSignal(pid, signal);
    const deadline = Date.now() + patience[signal];
    while ((await list()).length > 0) {
      if (Date.now() >= deadline) break;
      await pause(20);
    }
  }
}

/** Answers whether there was such a process that we may signal. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Stops a PostgreSQL that outlived its server. Only the process that holds the data folder may call this. */
export async function endOrphan(cluster: string, onFound: (pids: number[]) => void): Promise<void> {
  const found = await listProcesses(cluster);
  if (found.length > 0) {
    onFound(found);
    await stopOrphan(cluster);
    const left = await listProcesses(cluster);
    if (left.length > 0) {
      throw new StartupFault(
        `An old PostgreSQL still uses ${cluster} and cannot be stopped (process ${left.join(', ')}).`,
      );
    }
  }
  await disarmPidFile(cluster);
}

/** The postmaster ends its children properly; without it they have to be ended one by one. */
async function stopOrphan(cluster: string): Promise<void> {
  const postmaster = await readPid(cluster);
  await stopProcesses(async () => (await listProcesses(cluster)).filter((pid) => pid === postmaster));
  await stopProcesses(() => listProcesses(cluster), ['SIGQUIT', 'SIGKILL']);
}

/**
 * PostgreSQL takes any live process with the number in its pid file for a running server, even a zombie or a
 * stranger. Our own number, its parent's, it knows to ignore; the rest of the file must stay, for it proves
 * whether children of the old server still hold the shared memory.
 */
async function disarmPidFile(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content !== undefined) await writeFile(file, content.replace(/^\d+/, String(process.pid)));
  const sockets = (await readdir(cluster)).filter((name) => name.startsWith('.s.PGSQL.'));
  await Promise.all(sockets.map((name) => rm(join(cluster, name), { force: true })));
}

async function readPid(cluster: string): Promise<number | undefined> {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(content, 10);
  return pid > 0 ? pid : undefined;
}

/** Every process of PostgreSQL works inside its cluster's folder, which tells them from all others. */
async function listProcesses(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return listPostmaster(cluster);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const checked = await Promise.all(pids.map((pid) => worksIn(pid, cluster)));
  return pids.filter((_, index) => checked[index]);
}

async function worksIn(pid: number, cluster: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (folder !== cluster) return false;
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres';
}

async function listPostmaster(cluster: string): Promise<number[]> {
  const pid = await readPid(cluster);
  if (pid === undefined || !sendSignal(pid, 0)) return [];
  const ps = promisify(execFile)('ps', ['-p', String(pid), '-o', 'args=']);
  const { stdout } = await ps.catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(cluster) ? [pid] : [];
}
