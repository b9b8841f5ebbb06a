import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMilliseconds, familyCpuMilliseconds } from './processes.ts';

export interface Rest {
  megabytes: number;
  /** Of one core, the database left out. */
  percent: number;
  databasePercent: number;
}

/** What a node needs without a single call, once it has done what a start leaves behind. */
export async function measureRest(
  { pid, databasePid }: { pid: number; databasePid: number },
  { settleSeconds, seconds }: { settleSeconds: number; seconds: number },
): Promise<Rest> {
  await pause(settleSeconds * 1_000);
  const before = { own: await cpuMilliseconds(pid), database: await familyCpuMilliseconds(databasePid) };
  await pause(seconds * 1_000);
  const after = { own: await cpuMilliseconds(pid), database: await familyCpuMilliseconds(databasePid) };
  return {
    megabytes: (await residentKilobytes(pid)) / 1_000,
    percent: (after.own - before.own) / (seconds * 10),
    databasePercent: (after.database - before.database) / (seconds * 10),
  };
}

export async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
}
