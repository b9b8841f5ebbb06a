import { startChild } from '../processes.ts';
import type { Child } from '../processes.ts';
import { productEnvironment, startServerProcess } from '../product.ts';
import { LATENCY_MS } from './shape.ts';

/** A stand-in for the payment providers, in a process of its own. */
export async function startSandbox(): Promise<Child & { url: string }> {
  const environment = { PORT: '0', LATENCY_MS: String(LATENCY_MS) };
  const child = await startChild('sandbox/processor/main.ts', environment, /^http:\/\/127\.0\.0\.1:(\d+)$/);
  return { ...child, url: child.said[0] };
}

interface Where {
  databaseUrl: string;
  sandboxUrl: string;
  dataDir: string;
}

/** The product with all its roles, and nothing limited that one machine alone would be stopped by. */
export function startProduct({ databaseUrl, sandboxUrl, dataDir }: Where): Promise<Child> {
  return startServerProcess({
    ...productEnvironment({
      databaseUrl,
      dataDir,
      unlimited: ['REQUESTS_ADDRESS', 'CHARGE_ACCOUNT', 'CHARGE_ADDRESS', 'RESET_ADDRESS', 'RESET_EMAIL'],
    }),
    PAYMENT_SANDBOX_URL: sandboxUrl,
    // As fast as the stand-in answers.
    ADYEN_REQUESTS_PER_SECOND: '10000',
  });
}

/** The least that could be called a shop. */
export function startBareShop({ databaseUrl, sandboxUrl }: Omit<Where, 'dataDir'>): Promise<Child> {
  const environment = { DATABASE_URL: databaseUrl, SANDBOX_URL: sandboxUrl };
  return startChild('bench/lib/payments/bare-shop.ts', environment, /bare port (\d+)/);
}
