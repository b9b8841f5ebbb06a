import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { residentKilobytes } from '../node-at-rest.ts';
import type { Child } from '../processes.ts';
import type { Row } from '../report.ts';
import { HOST } from './shape.ts';
import { startGenerator } from './start-generator.ts';

const CONNECTIONS = Number(process.env['BENCH_CROWD'] ?? 100_000);
/** One has some 28 000 ports. */
const ADDRESSES = 6;
/** Files that a process has open besides. */
const OTHER_FILES = 500;
const GOAL = { atMost: 1.3 };

/** Memory of one process that so many are connected to and say nothing, or as many as the machine allows. */
export async function measureCrowd(start: () => Promise<Child>): Promise<Row> {
  const count = Math.min(CONNECTIONS, (await raiseFileLimit(CONNECTIONS + OTHER_FILES)) - OTHER_FILES);
  if (count < CONNECTIONS) console.log(`  no more than ${count} connections are allowed here`);
  const server = await start();
  try {
    const before = await residentKilobytes(server.pid);
    const generator = await startGenerator();
    try {
      const begun = performance.now();
      await generator.open('socket.io', { port: server.port, host: HOST, addresses: ADDRESSES }, count);
      const seconds = (performance.now() - begun) / 1_000;
      const after = await residentKilobytes(server.pid);
      return {
        what: `${count.toLocaleString('en')} idle connections on one process, GB`,
        figures: { 'before GB': before / 1e6, 'connections/s': count / seconds },
        value: after / 1e6,
        goal: GOAL,
      };
    } finally {
      await generator.stop();
    }
  } finally {
    await server.stop();
  }
}

/** For this process and those that it starts. Answers with what is allowed then. */
async function raiseFileLimit(files: number): Promise<number> {
  spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${files}:${files}`]);
  const limits = await readFile('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1]);
}
