import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measurePurchases } from '../lib/payments/purchases.ts';
import { measureRenewals } from '../lib/payments/renewals.ts';
import type { Row } from '../lib/report.ts';

const report = (what: string) => console.log(`  ${what}`);

/** Money: purchases as fast as they come, with their webhooks, and the renewals of very many subscriptions. */
export async function payments(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  try {
    return [await measurePurchases(folder, report), await measureRenewals(folder, report)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
