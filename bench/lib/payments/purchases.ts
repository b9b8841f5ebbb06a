import { join } from 'node:path';
import { median } from '../processes.ts';
import type { Row } from '../report.ts';
import { compareBooks, waitUntilQuiet } from './books.ts';
import type { Bought } from './buyers.ts';
import { costOf } from './cost.ts';
import type { Cost, Workers } from './cost.ts';
import { addDatabase, startPaymentsDatabase } from './database.ts';
import { buyersOf } from './people.ts';
import { startBareShop, startProduct, startSandbox } from './servers.ts';
import { ROUNDS, SECONDS, WARM_UP_SECONDS } from './shape.ts';
import { startBuyers } from './start-buyers.ts';
import type { Buyers } from './start-buyers.ts';

/** A shop under load. */
interface Shop {
  port: number;
  workers: Workers;
  /** When all that follows from the purchases is done. */
  quiet(): Promise<void>;
}

interface Measured extends Bought {
  /** CPU of all purchases, with what follows from them. */
  cost: Cost;
  /** Seconds after the last purchase until its webhooks were handled. */
  late: number;
}

/** Purchases of credits by card, at the product and at the least that could be called a shop. */
export async function measurePurchases(folder: string, report: (what: string) => void): Promise<Row> {
  await using undo = new AsyncDisposableStack();
  const stopping = <T extends { stop(): Promise<void> }>(started: T): T => {
    undo.defer(() => started.stop());
    return started;
  };
  report('members who buy');
  const database = stopping(await startPaymentsDatabase(join(folder, 'purchases'), buyersOf));
  const [sandbox, bareSandbox] = [stopping(await startSandbox()), stopping(await startSandbox())];
  const bare = stopping(
    await startBareShop({
      databaseUrl: await addDatabase(database, 'bare'),
      sandboxUrl: bareSandbox.url,
    }),
  );
  const product = stopping(
    await startProduct({
      databaseUrl: database.url,
      sandboxUrl: sandbox.url,
      dataDir: join(folder, 'files'),
    }),
  );
  const buyers = stopping(await startBuyers());
  const databasePid = database.postgres.pid;
  const ours: Shop = {
    port: product.port,
    workers: { server: product.pid, database: databasePid, sandbox: sandbox.pid },
    quiet: () => waitUntilQuiet(database.pool, sandbox.url),
  };
  const yardstick: Shop = {
    port: bare.port,
    workers: { server: bare.pid, database: databasePid, sandbox: bareSandbox.pid },
    quiet: async () => void (await fetch(`${bareSandbox.url}/control/settled`, { method: 'POST' })),
  };
  let count = (await load(buyers, ours, WARM_UP_SECONDS)).purchases;
  await load(buyers, yardstick, WARM_UP_SECONDS);
  const rounds: { ours: Measured; yardstick: Measured }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    report(`round ${round}: purchases`);
    rounds.push({
      yardstick: await load(buyers, yardstick, SECONDS),
      ours: await load(buyers, ours, SECONDS),
    });
    count += rounds.at(-1)?.ours.purchases ?? 0;
  }
  report(`the books of ${count} purchases`);
  // The payment itself, and that the card is kept.
  await compareBooks(database.pool, sandbox.url, { kind: 'plan', count, eventsEach: 2 });
  return rowOf(rounds);
}

async function load(buyers: Buyers, { port, workers, quiet }: Shop, seconds: number): Promise<Measured> {
  const { result, cost } = await costOf(workers, async () => {
    const bought = await buyers.buy({ port, seconds });
    const ended = performance.now();
    await quiet();
    return { ...bought, late: (performance.now() - ended) / 1_000 };
  });
  return { ...result, cost };
}

function rowOf(rounds: readonly { ours: Measured; yardstick: Measured }[]): Row {
  const middle = (read: (round: { ours: Measured; yardstick: Measured }) => number) =>
    median(rounds.map(read));
  const rate = ({ purchases, seconds }: Measured) => purchases / seconds;
  const each = ({ cost, purchases }: Measured, who: keyof Cost) => cost[who] / purchases;
  return {
    what: 'purchases by card against a bare shop that keeps one row',
    figures: {
      'purchases/s': middle(({ ours }) => rate(ours)),
      'p50 ms': middle(({ ours }) => ours.p50),
      'p99 ms': middle(({ ours }) => ours.p99),
      'CPU ms': middle(({ ours }) => each(ours, 'server')),
      'database CPU ms': middle(({ ours }) => each(ours, 'database')),
      'sandbox CPU ms': middle(({ ours }) => each(ours, 'sandbox')),
      'webhooks handled after s': middle(({ ours }) => ours.late),
      'bare purchases/s': middle(({ yardstick }) => rate(yardstick)),
      'bare p99 ms': middle(({ yardstick }) => yardstick.p99),
      'bare CPU ms': middle(({ yardstick }) => each(yardstick, 'server')),
      'bare database CPU ms': middle(({ yardstick }) => each(yardstick, 'database')),
    },
    ratio: middle(({ ours, yardstick }) => rate(ours) / rate(yardstick)),
  };
}
