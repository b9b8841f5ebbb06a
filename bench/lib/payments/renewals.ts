import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Row } from '../report.ts';
import { compareBooks, waitUntilQuiet } from './books.ts';
import { costOf } from './cost.ts';
import { startPaymentsDatabase } from './database.ts';
import { subscribersOf } from './people.ts';
import { startProduct, startSandbox } from './servers.ts';
import { RENEWALS, SUBSCRIPTIONS } from './shape.ts';

/** Without a renewal for so long, no worker is at work any more. */
const PATIENCE_MS = 180_000;

/** Subscriptions that are due, renewed by the job that does it every minute. */
export async function measureRenewals(folder: string, report: (what: string) => void): Promise<Row> {
  await using undo = new AsyncDisposableStack();
  report(`${SUBSCRIPTIONS} subscriptions, of which ${RENEWALS} are due`);
  const database = await startPaymentsDatabase(join(folder, 'renewals'), (home) =>
    subscribersOf(home, { subscriptions: SUBSCRIPTIONS, due: RENEWALS }),
  );
  undo.defer(() => database.stop());
  const sandbox = await startSandbox();
  undo.defer(() => sandbox.stop());
  const where = { databaseUrl: database.url, sandboxUrl: sandbox.url, dataDir: join(folder, 'files') };
  const begun = performance.now();
  const product = await startProduct(where);
  undo.defer(() => product.stop());
  const { pool, postgres } = database;
  const workers = { server: product.pid, database: postgres.pid, sandbox: sandbox.pid };
  const { result, cost } = await costOf(workers, async () => {
    const renewed = await watch(pool, report);
    const ended = performance.now();
    await waitUntilQuiet(pool, sandbox.url);
    return { ...renewed, late: (performance.now() - ended) / 1_000 };
  });
  report('the books of all renewals');
  await compareBooks(pool, sandbox.url, { kind: 'renewal', count: RENEWALS, eventsEach: 1 });
  await requireNextPeriod(pool);
  return {
    what: `renewals, ${RENEWALS} of ${SUBSCRIPTIONS} subscriptions`,
    figures: {
      'renewals/s': result.count / result.seconds,
      seconds: result.seconds,
      'CPU ms': cost.server / RENEWALS,
      'database CPU ms': cost.database / RENEWALS,
      'sandbox CPU ms': cost.sandbox / RENEWALS,
      'webhooks handled after s': result.late,
      'since the start s': (performance.now() - begun) / 1_000,
    },
  };
}

/** Looks on from the first renewal to the last. Every one has a receipt, and these are counted. */
async function watch(pool: pg.Pool, report: (what: string) => void) {
  let first: { count: number; at: number } | undefined;
  let last = { count: 0, at: performance.now() };
  let reported = 0;
  while (last.count < RENEWALS) {
    const { rows } = await pool.query<{ last_number: number }>('select last_number from document_counter');
    const count = rows[0]?.last_number ?? 0;
    const at = performance.now();
    if (count > last.count) last = { count, at };
    else if (at - last.at > PATIENCE_MS)
      throw new Error(`only ${count} of ${RENEWALS} subscriptions were renewed`);
    if (count > 0) first ??= last;
    const tenths = Math.floor((10 * count) / RENEWALS);
    if (tenths > reported) report(`${count} renewed`);
    reported = tenths;
    await pause(100);
  }
  const { count, at } = first ?? { count: 0, at: 0 };
  return { count: last.count - count, seconds: (last.at - at) / 1_000 };
}

/** Those that were due are in their second period, and no other is. */
async function requireNextPeriod(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ period: number; due: boolean; count: string }>(
    `select period, next_charge_at <= now() as due, count(*) from subscription group by 1, 2`,
  );
  const found = rows.map(({ period, due, count }) => `${count} in period ${period}${due ? ', due' : ''}`);
  const renewed = rows.find(({ period, due }) => period === 2 && !due);
  const waiting = rows.reduce(
    (sum, { period, due, count }) => sum + (period === 1 && !due ? Number(count) : 0),
    0,
  );
  if (Number(renewed?.count) !== RENEWALS || waiting !== SUBSCRIPTIONS - RENEWALS)
    throw new Error(`The subscriptions are ${found.join('; ')}`);
}
