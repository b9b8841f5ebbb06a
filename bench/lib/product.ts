import { startChild } from './processes.ts';
import type { Child } from './processes.ts';

const KEY = Buffer.alloc(32, 1).toString('base64url');

interface ProductSettings {
  databaseUrl: string;
  dataDir: string;
  /** Limits that one machine alone would be stopped by. */
  unlimited: readonly string[];
  /** All of them unless it is said. */
  roles?: string;
}

/** What the product is started with, beside a database of the bench. */
export function productEnvironment({
  databaseUrl,
  dataDir,
  unlimited,
  roles,
}: ProductSettings): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: KEY,
    PAYMENT_SECRET_KEY: KEY,
    SEED_DEMO: 'false',
    PORT: '0',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    ...(roles !== undefined && { ROLES: roles }),
    ...Object.fromEntries(unlimited.map((name) => [`LIMIT_${name}`, '1000000'])),
  };
}

/** The whole program, of this checkout or of another one, in a process of its own. */
export function startServerProcess(environment: Record<string, string>, checkout?: string): Promise<Child> {
  return startChild('server/main.ts', environment, /Serenata is running on port (\d+)\./, checkout);
}
