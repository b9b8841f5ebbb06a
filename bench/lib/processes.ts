import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const root = join(import.meta.dirname, '../..');
export const node = join(root, 'node_modules/node/bin/node');
const TICKS_PER_SECOND = 100;

export interface Child {
  pid: number;
  port: number;
  /** What it said when it was ready: the port, and whatever else the pattern takes out of that line. */
  said: RegExpExecArray;
  stop(): Promise<void>;
}

/** Starts a program, of this checkout or of another one, and waits until it has printed its port. */
export async function startChild(
  script: string,
  env: Record<string, string>,
  port: RegExp,
  checkout = root,
): Promise<Child> {
  const child = spawn(node, [join(checkout, script)], {
    cwd: checkout,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const found = new Promise<RegExpExecArray>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const match = port.exec(line);
      if (match) resolve(match);
    });
  });
  const failed = ended.then(() => {
    throw new Error(`${script} ended before it was ready`);
  });
  failed.catch(() => {});
  const said = await Promise.race([found, failed]);
  return {
    pid: child.pid ?? 0,
    port: Number(said[1]),
    said,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Milliseconds of CPU that a process has used so far. */
export async function cpuMilliseconds(pid: number): Promise<number> {
  const { own } = await readCpu(pid);
  return own;
}

/** The same of a process and its children, living and dead, as PostgreSQL has one for each connection. */
export async function familyCpuMilliseconds(pid: number): Promise<number> {
  const { own, dead } = await readCpu(pid);
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(/\s+/);
  const living = await Promise.all(children.map((child) => readCpu(Number(child)).catch(() => ({ own: 0 }))));
  return living.reduce((sum, child) => sum + child.own, own + dead);
}

async function readCpu(pid: number): Promise<{ own: number; dead: number }> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  const sum = (first: number) =>
    ((Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND) * 1_000;
  return { own: sum(11), dead: sum(13) };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that such a share of the values lie below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
