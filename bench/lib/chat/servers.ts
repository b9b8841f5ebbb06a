import { join } from 'node:path';
import { startRedis } from '#testing/platform/redis.ts';
import { root, startChild } from '../processes.ts';
import type { Child } from '../processes.ts';
import { productEnvironment, startServerProcess } from '../product.ts';
import type { ChatDatabase } from './database.ts';

const collector = { NODE_OPTIONS: `--import=${join(root, 'bench/lib/chat/collect-garbage.ts')}` };

interface ProductOptions {
  /** Another one than this. */
  checkout?: string | undefined;
  environment?: Record<string, string>;
}

/**
 * The product, with nothing limited that one machine alone would be stopped by. `BENCH_REDIS` gives it a Redis of its
 * own, as a node among several has one.
 */
export async function startProduct(
  { url }: Pick<ChatDatabase, 'url'>,
  dataDir: string,
  { checkout, environment: more = {} }: ProductOptions = {},
): Promise<Child> {
  const redis = process.env['BENCH_REDIS'] ? await startRedis() : undefined;
  const environment = {
    ...productEnvironment({
      databaseUrl: url,
      dataDir,
      roles: 'web,payment',
      unlimited: ['REQUESTS_ADDRESS', 'EVENTS_SOCKET', 'MESSAGE_ACCOUNT', 'MESSAGE_DAY'],
    }),
    ...collector,
    ...more,
    ...(redis && { REDIS_URL: redis.url }),
  };
  try {
    const child = await startServerProcess(environment, checkout);
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
