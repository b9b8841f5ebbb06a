import { join } from 'node:path';
import { median } from '../processes.ts';
import type { Row } from '../report.ts';
import { compareBooks, waitUntilQuiet } from './books.ts';
import type { Bought } from './buyers.ts';
import { costOf } from './cost.ts';
import type { Cost, Workers } from './cost.ts';
import { addDatabase, startPaymentsDatabase } from './database.ts';
import type { PaymentsDatabase } from './database.ts';
import { buyersOf } from './people.ts';
import { startBareShop, startProduct, startSandbox } from './servers.ts';
import { ROUNDS, SECONDS, WARM_UP_SECONDS } from './shape.ts';
import { startBuyers } from './start-buyers.ts';
import type { Buyers } from './start-buyers.ts';

/** Of the purchases of a bare shop. */
const GOAL = { atLeast: 0.5 };

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

interface Shops {
  ours: Shop;
  bare: Shop;
  buyers: Buyers;
  database: PaymentsDatabase;
  /** Of the product's payments. */
  sandbox: { url: string };
}

/** The product, the least that could be called a shop, and those who buy at either. */
export async function openShops(folder: string, undo: AsyncDisposableStack): Promise<Shops> {
  const stopping = <T extends { stop(): Promise<void> }>(started: T): T => {
    undo.defer(() => started.stop());
    return started;
  };
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
  const databasePid = database.postgres.pid;
  return {
    ours: {
      port: product.port,
      workers: { server: product.pid, database: databasePid, sandbox: sandbox.pid },
      quiet: () => waitUntilQuiet(database.pool, sandbox.url),
    },
    bare: {
      port: bare.port,
      workers: { server: bare.pid, database: databasePid, sandbox: bareSandbox.pid },
      quiet: async () => void (await fetch(`${bareSandbox.url}/control/settled`, { method: 'POST' })),
    },
    buyers: stopping(await startBuyers()),
    database,
    sandbox,
  };
}

/** Purchases of credits by card, at both. */
export async function measurePurchases(folder: string, report: (what: string) => void): Promise<Row> {
  await using undo = new AsyncDisposableStack();
  report('members who buy');
  const { ours, bare, buyers, database, sandbox } = await openShops(folder, undo);
  let count = (await loadShop(buyers, ours, WARM_UP_SECONDS)).purchases;
  await loadShop(buyers, bare, WARM_UP_SECONDS);
  const rounds: { ours: Measured; yardstick: Measured }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    report(`round ${round}: purchases`);
    rounds.push({
      yardstick: await loadShop(buyers, bare, SECONDS),
      ours: await loadShop(buyers, ours, SECONDS),
    });
    count += rounds.at(-1)?.ours.purchases ?? 0;
  }
  report(`the books of ${count} purchases`);
  // The payment itself, and that the card is kept.
  await compareBooks(database.pool, sandbox.url, { kind: 'plan', count, eventsEach: 2 });
  return rowOf(rounds);
}

export async function loadShop(
  buyers: Buyers,
  { port, workers, quiet }: Shop,
  seconds: number,
): Promise<Measured> {
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
    value: middle(({ ours, yardstick }) => rate(ours) / rate(yardstick)),
    goal: GOAL,
  };
}
