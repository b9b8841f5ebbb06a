import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { describeDemoState, standIns } from '#testing/demo.ts';
import { expect, test } from '#testing/harness.ts';
import { usualOrLong } from '#testing/long-runs.ts';
import { makeUsedDataFolder, ownDatabaseUrl, runProgram, serverEnvironment } from '#testing/real-server.ts';
import { seedDemo } from './seed.ts';

/** Stand-ins for payment providers that take a charge and never say what came of it. */
async function silentProviders(): Promise<{ url: string; asked: Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: once(server, 'request') };
}

/** Where a first start is killed: once this is said of its progress, or while it pays for the plan of a demo account. */
type Moment = RegExp | 'paying';

/** All but the first three lie in the second brand, and those of the portraits each in what the start before has left. */
const all: readonly Moment[] = [
  /Making the demo brands/,
  /Inventing the demo people/,
  'paying',
  /Inventing the demo people \(1 of 2\)/,
  'paying',
  ...['Drawing', 'Drawing', 'Drawing'].map((what) => new RegExp(`${what} the demo portraits \\([1-9]`)),
  /Drawing the demo portraits/,
  /Ready after/,
];
const few: readonly Moment[] = [
  'paying',
  /Inventing the demo people \(1 of 2\)/,
  /Drawing the demo portraits \([1-9]/,
];

test(
  'a first start that is killed while it makes the demo is followed by one that ends it, wherever that was',
  { timeout: usualOrLong(120_000, 600_000) },
  async ({ app, db }) => {
    const DATA_DIR = await makeUsedDataFolder();
    const environment = serverEnvironment({ DATA_DIR, SEED_DEMO: 'true', DEMO_PICTURES: 'few' });
    for (const moment of usualOrLong(few, all)) {
      const providers = moment === 'paying' ? await silentProviders() : undefined;
      const server = await runProgram('server/main.ts', {
        ...environment,
        ...(providers && { PAYMENT_SANDBOX_URL: providers.url }),
      });
      await (providers ? providers.asked : server.says(moment as RegExp));
      server.kill('SIGKILL');
      expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });
    }
    const server = await runProgram('server/main.ts', environment);
    await server.says(/Serenata is running/);
    const { db: own, close } = openDatabase({
      url: await ownDatabaseUrl(DATA_DIR),
      poolSize: 1,
      onIdleError: () => {},
    });
    onTestFinished(close);
    const killed = await describeDemoState(own);
    await seedDemo({ ...app, config: { ...app.config, demoPictures: 'few' } }, () => {}, standIns);
    expect(killed).toEqual(await describeDemoState(db));
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  },
);
