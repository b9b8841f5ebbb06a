import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '../core/config.ts';
import type { Environment } from '../core/config.ts';
import { setPasswordCost, testCost } from '../core/passwords.ts';
import { startServer } from '../start.ts';
import type { RunningServer } from '../start.ts';

/** One secret for all nodes of a test, as in production. */
const SECRET = Buffer.alloc(32, 7).toString('base64url');

/** The whole server inside this process, on a free port, stopped when the test ends. */
export async function startNode(environment: Environment): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-node-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  setPasswordCost(testCost);
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PORT: '0',
    SECRET_KEY: SECRET,
    PAYMENT_SECRET_KEY: SECRET,
    SEED_DEMO: 'false',
    LOG_LEVEL: 'silent',
    SHUTDOWN_SECONDS: '1',
    ...environment,
  });
  const node = await startServer(config, () => {});
  onTestFinished(() => node.stop());
  return node;
}
