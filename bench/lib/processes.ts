import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const root = join(import.meta.dirname, '../..');
const node = join(root, 'node_modules/node/bin/node');
const TICKS_PER_SECOND = 100;

export interface Child {
  pid: number;
  port: number;
  /** What it said when it was ready: the port, and whatever else the pattern takes out of that line. */
  said: RegExpExecArray;
  stop(): Promise<void>;
}

/** Starts a program and waits until it has printed its port. */
export async function startChild(script: string, env: Record<string, string>, port: RegExp): Promise<Child> {
  const child = spawn(node, [join(root, script)], {
    cwd: root,
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
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
