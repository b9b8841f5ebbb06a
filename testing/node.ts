import { onTestFinished } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import type { Environment } from '#server/platform/config/config.ts';
import { startServer } from '#server/start.ts';
import type { RunningServer } from '#server/start.ts';
import { TEST_SECRET, cheapPasswords } from './app.ts';
import { makeFolder } from './database-fixtures.ts';

/** The whole server inside this process, on a free port, stopped when the test ends, or on request. */
export async function startNode(
  environment: Environment,
  atEnd: (stop: () => Promise<void>) => void = onTestFinished,
): Promise<RunningServer> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: environment['DATA_DIR'] ?? (await makeFolder()),
    PORT: '0',
    SECRET_KEY: TEST_SECRET,
    PAYMENT_SECRET_KEY: TEST_SECRET,
    ...cheapPasswords,
    SEED_DEMO: 'false',
    LOG_LEVEL: 'silent',
    SHUTDOWN_SECONDS: '1',
    ...environment,
  });
  const node = await startServer(config, () => {});
  atEnd(() => node.stop());
  return node;
}
