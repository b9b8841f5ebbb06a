import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBareServer } from '../lib/bare-neighbours.ts';
import { loadPath } from '../lib/load.ts';
import type { Load } from '../lib/load.ts';
import { median } from '../lib/processes.ts';
import type { Child } from '../lib/processes.ts';
import { startServerProcess } from '../lib/product.ts';
import type { Row } from '../lib/report.ts';

const ROUNDS = 3;
const SECONDS = 4;
const HOST = 'it.localhost';
const GOAL = { atLeast: 0.8 };

async function measure(server: Child, what: string, path: string): Promise<Row> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { host: HOST, 'accept-encoding': 'identity' },
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  const bare = await startBareServer(bytes, answer.headers.get('content-type') ?? 'text/plain');
  const pairs: { ours: Load; yardstick: Load }[] = [];
  try {
    await loadPath(server, path, { seconds: 1, host: HOST });
    for (let round = 0; round < ROUNDS; round += 1) {
      const yardstick = await loadPath(bare, '/', { seconds: SECONDS, host: HOST });
      pairs.push({ yardstick, ours: await loadPath(server, path, { seconds: SECONDS, host: HOST }) });
    }
  } finally {
    await bare.stop();
  }
  const middle = (read: (pair: { ours: Load; yardstick: Load }) => number) => median(pairs.map(read));
  return {
    what,
    figures: {
      bytes,
      'requests/s': middle(({ ours }) => ours.perSecond),
      'p99 ms': middle(({ ours }) => ours.p99),
      'CPU ms': middle(({ ours }) => ours.cpuPerRequest),
      'bare requests/s': middle(({ yardstick }) => yardstick.perSecond),
      'bare CPU ms': middle(({ yardstick }) => yardstick.cpuPerRequest),
    },
    value: middle(({ ours, yardstick }) => ours.perSecond / yardstick.perSecond),
    goal: GOAL,
  };
}

/** boot.json and the landing's HTML, beside a bare route of the same size. */
export async function bootAndHtml(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    LIMIT_REQUESTS_ADDRESS: '1000000',
    ROLES: 'web,payment',
  };
  const server = await startServerProcess(env);
  try {
    return [
      await measure(server, 'boot.json', '/boot.json'),
      await measure(server, 'HTML of /', '/'),
      await measure(server, 'HTML of /chats', '/chats'),
    ];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
