/** A process that takes work of a table and never ends it, until it is killed. */

import type { App } from '#server/app.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/telemetry/log.ts';
import { createMetrics } from '#server/platform/telemetry/metrics.ts';
import type { Outcome } from '#server/platform/work/queue.ts';
import { startWork } from '#server/platform/work/worker.ts';
import { MovableClock } from '../movable-clock.ts';
import { parcelQueue } from './work.ts';

const [url = '', table = ''] = process.argv.slice(2);
const { db } = openDatabase({ url, poolSize: 2, onIdleError: () => {} });
const app: Pick<App, 'clock' | 'log' | 'metrics'> = {
  clock: new MovableClock(),
  log: createLogger({ logLevel: 'silent', logFormat: 'json' }),
  metrics: createMetrics(),
};
const handle = (_: App, { id }: Record<string, unknown>) => {
  process.stdout.write(`${String(id)}\n`);
  return new Promise<Outcome>(() => {});
};
// It uses nothing else of it.
startWork(app as App, {
  db,
  queues: [parcelQueue(table, { handle, leaseMs: 1_500, concurrency: () => 10 })],
});
