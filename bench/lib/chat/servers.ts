import { join } from 'node:path';
import { startRedis } from '../../../testing/platform/redis.ts';
import { root, startChild } from '../processes.ts';
import type { Child } from '../processes.ts';
import type { ChatDatabase } from './database.ts';

const READY = /Console\s+http:\/\/localhost:(\d+)/;
const KEY = Buffer.alloc(32, 1).toString('base64url');
const collector = { NODE_OPTIONS: `--import=${join(root, 'bench/lib/chat/collect-garbage.ts')}` };

/**
 * The product, with nothing limited that one machine alone would be stopped by. `BENCH_REDIS` gives it a Redis of its
 * own, as a node among several has one.
 */
export async function startProduct(
  { url }: Pick<ChatDatabase, 'url'>,
  dataDir: string,
  checkout?: string,
): Promise<Child> {
  const redis = process.env['BENCH_REDIS'] ? await startRedis() : undefined;
  const environment = {
    ...collector,
    ...(redis && { REDIS_URL: redis.url }),
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SECRET_KEY: KEY,
    PAYMENT_SECRET_KEY: KEY,
    SEED_DEMO: 'false',
    PORT: '0',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    ROLES: 'web,payment',
    LIMIT_REQUESTS_ADDRESS: '1000000',
    LIMIT_EVENTS_SOCKET: '1000000',
    LIMIT_MESSAGE_ACCOUNT: '1000000',
    LIMIT_MESSAGE_DAY: '1000000',
  };
  try {
    const child = await startChild('server/main.ts', environment, READY, checkout);
    return {
      ...child,
      async stop() {
        await child.stop();
        await redis?.stop();
      },
    };
  } catch (error) {
    await redis?.stop();
    throw error;
  }
}

/** Socket.IO as it comes. */
export function startBare(): Promise<Child> {
  return startChild('bench/lib/chat/bare-socket-io.ts', collector, /bare port (\d+)/);
}
