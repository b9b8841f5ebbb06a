import { Redis } from 'ioredis';
import type { Logger } from './telemetry/log.ts';
import { StartupFault } from './config/startup-fault.ts';

/** Connects, and comes back by itself whenever the connection breaks later. */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 10_000,
    commandTimeout: 5_000,
    retryStrategy: (times) => Math.min(times * 200, 5_000),
  });
  redis.on('error', (error) => log.warn({ err: error }, 'redis'));
  try {
    await redis.connect();
    await redis.ping();
    return redis;
  } catch {
    redis.disconnect();
    throw new StartupFault(
      `REDIS_URL: nothing useful answers at ${URL.parse(url)?.host ?? 'that address'}; is Redis running there?`,
    );
  }
}
