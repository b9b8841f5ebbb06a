import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureHanging } from '../lib/payments/hanging.ts';
import { measurePurchases } from '../lib/payments/purchases.ts';
import { measureRenewals } from '../lib/payments/renewals.ts';
import type { Row } from '../lib/report.ts';

const report = (what: string) => console.log(`  ${what}`);

const measures = { purchases: measurePurchases, renewals: measureRenewals, hanging: measureHanging };
/** Some of them alone: `BENCH_PARTS=renewals,hanging`. */
const parts = process.env['BENCH_PARTS']?.split(',') ?? Object.keys(measures);

/** Money: purchases as fast as they come, with their webhooks, the renewals of very many subscriptions, and mails beside them. */
export async function payments(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  try {
    const rows: Row[] = [];
    for (const [name, measure] of Object.entries(measures))
      if (parts.includes(name)) rows.push(await measure(folder, report));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
