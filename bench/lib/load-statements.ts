import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { Statement } from '#testing/record-statements.ts';
import type { Load } from './load.ts';
import { startChild } from './processes.ts';
import type { ScaleDatabase } from './scale-folder.ts';

interface StatementsOptions {
  /** Where the child finds them. */
  files: string;
  connections: number;
  seconds: number;
}

/** The statements of the requests, by as many connections as the server has. */
export async function loadStatements(
  reads: readonly Statement[][],
  database: ScaleDatabase,
  { files, connections, seconds }: StatementsOptions,
): Promise<Load> {
  const file = join(files, 'reads');
  await writeFile(file, serialize(reads));
  const env = {
    DATABASE_URL: database.url,
    DATABASE_PID: String(database.pid),
    READS: file,
    CLIENTS: String(connections),
    SECONDS: String(seconds),
  };
  const child = await startChild('bench/lib/bare-sql.ts', env, /^reads (\S+) (\S+) (\S+) (\S+)$/);
  await child.stop();
  const [perSecond = 0, p50 = 0, p99 = 0, cpuPerRequest = 0] = child.said.slice(1).map(Number);
  return { perSecond, p50, p99, cpuPerRequest };
}
