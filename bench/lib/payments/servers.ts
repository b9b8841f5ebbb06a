import { startChild } from '../processes.ts';
import type { Child } from '../processes.ts';

const KEY = Buffer.alloc(32, 1).toString('base64url');

/** A stand-in for the payment providers, in a process of its own. */
export async function startSandbox(): Promise<Child & { url: string }> {
  const child = await startChild('sandbox/processor/main.ts', { PORT: '0' }, /^http:\/\/127\.0\.0\.1:(\d+)$/);
  return { ...child, url: child.said[0] };
}

interface Where {
  databaseUrl: string;
  sandboxUrl: string;
  dataDir: string;
}

/** The product with all its roles, and nothing limited that one machine alone would be stopped by. */
export function startProduct({ databaseUrl, sandboxUrl, dataDir }: Where): Promise<Child> {
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PAYMENT_SANDBOX_URL: sandboxUrl,
    SECRET_KEY: KEY,
    PAYMENT_SECRET_KEY: KEY,
    SEED_DEMO: 'false',
    PORT: '0',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    LIMIT_REQUESTS_ADDRESS: '1000000',
    LIMIT_CHARGE_ACCOUNT: '1000000',
    LIMIT_CHARGE_ADDRESS: '1000000',
  };
  return startChild('server/main.ts', environment, /Console\s+http:\/\/localhost:(\d+)/);
}

/** The least that could be called a shop. */
export function startBareShop({ databaseUrl, sandboxUrl }: Omit<Where, 'dataDir'>): Promise<Child> {
  const environment = { DATABASE_URL: databaseUrl, SANDBOX_URL: sandboxUrl };
  return startChild('bench/lib/payments/bare-shop.ts', environment, /bare port (\d+)/);
}
