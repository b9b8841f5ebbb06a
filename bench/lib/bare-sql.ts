/** The yardstick of a read: the statements that the server sends for it, and nothing else, by as many connections. */

import { readFile } from 'node:fs/promises';
import { deserialize } from 'node:v8';
import pg from 'pg';
import type { Statement } from '#testing/record-statements.ts';
import { familyCpuMilliseconds, quantile } from './processes.ts';

const { DATABASE_URL, DATABASE_PID, READS, CLIENTS, SECONDS } = process.env;
const reads = deserialize(await readFile(String(READS))) as Statement[][];
const pool = new pg.Pool({ connectionString: String(DATABASE_URL), max: Number(CLIENTS) });
const clients = await Promise.all(Array.from({ length: Number(CLIENTS) }, () => pool.connect()));

async function readFor(milliseconds: number): Promise<{ took: number[]; seconds: number }> {
  const took: number[] = [];
  const begun = performance.now();
  let next = 0;
  async function keepReading(client: pg.PoolClient): Promise<void> {
    while (performance.now() - begun < milliseconds) {
      const before = performance.now();
      for (const statement of reads[next++ % reads.length] ?? []) await client.query(statement);
      took.push(performance.now() - before);
    }
  }
  await Promise.all(clients.map(keepReading));
  return { took, seconds: (performance.now() - begun) / 1_000 };
}

const cpu = async () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (await familyCpuMilliseconds(Number(DATABASE_PID)));
};
await readFor(500);
const cpuBefore = await cpu();
const { took, seconds } = await readFor(Number(SECONDS) * 1_000);
const cpuEach = ((await cpu()) - cpuBefore) / took.length;
console.log(`reads ${took.length / seconds} ${quantile(took, 0.5)} ${quantile(took, 0.99)} ${cpuEach}`);
// Waits to be stopped, as every child does.
setInterval(() => {}, 60_000);
