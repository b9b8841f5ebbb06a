import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureRest } from '../lib/node-at-rest.ts';
import { cloneCheckout, timeStart } from '../lib/npm-start.ts';
import { median, root } from '../lib/processes.ts';
import { startServerProcess } from '../lib/product.ts';
import type { Row } from '../lib/report.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Some of them alone: `BENCH_PARTS=rest`. */
const PARTS = process.env['BENCH_PARTS']?.split(',') ?? ['rest', 'second', 'cold'];
const REST = { settleSeconds: 20, seconds: 30 };
const REST_MB_GOAL = { atMost: 220 };
const REST_CPU_GOAL = { atMost: 1 };
const COLD_GOAL = { atMost: 60 };
const SECOND_GOAL = { atMost: 3 };

const report = (what: string) => console.log(`  ${what}`);

/** What a node needs without a single call, and how long it takes to start. */
export async function node(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  try {
    return [
      ...(PARTS.includes('rest') ? await measureNode(join(folder, 'data')) : []),
      ...(PARTS.includes('second') ? [await timeSecondStart(join(folder, 'data'))] : []),
      ...(PARTS.includes('cold') ? await timeColdStart(join(folder, 'cold')) : []),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All roles with the built-in database and the demo, at its second start. */
async function measureNode(dataDir: string): Promise<Row[]> {
  const environment = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    // All of them take a minute to draw, and nothing that is measured looks at them.
    DEMO_PICTURES: 'few',
  };
  await (await startServerProcess(environment)).stop();
  report('a node at rest');
  const server = await startServerProcess(environment);
  try {
    const [databasePid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    const rest = await measureRest({ pid: server.pid, databasePid: Number(databasePid) }, REST);
    return [
      { what: 'a node at rest, MB', figures: {}, value: rest.megabytes, goal: REST_MB_GOAL },
      {
        what: 'a node at rest, % of a core',
        figures: { 'database %': rest.databasePercent },
        value: rest.percent,
        goal: REST_CPU_GOAL,
      },
    ];
  } finally {
    await server.stop();
  }
}

async function timeSecondStart(dataDir: string): Promise<Row> {
  report('npm start on what is there already');
  await timeStart(root, dataDir);
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) took.push(await timeStart(root, dataDir));
  return { what: 'npm start, the second time, s', figures: {}, value: median(took), goal: SECOND_GOAL };
}

/** Once: it fetches all packages. */
async function timeColdStart(folder: string): Promise<Row[]> {
  report('npm start in a new clone');
  try {
    await cloneCheckout(folder);
    const seconds = await timeStart(folder, join(folder, 'data'));
    return [{ what: 'npm start in a new clone, s', figures: {}, value: seconds, goal: COLD_GOAL }];
  } catch (error) {
    report(`not measured, since packages could not be fetched: ${String(error)}`);
    return [];
  }
}
