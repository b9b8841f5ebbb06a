import { openBrandDirectory } from '../brands/directory.ts';
import { createMessageWriter } from '../chat/message-writer.ts';
import type { App } from '../core/app.ts';
import { MovableClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import type { Database } from '../core/database.ts';
import { memoryLimits } from '../core/limits.ts';
import { createLinks } from '../core/links.ts';
import { createLogger } from '../core/log.ts';
import { outboxTransport } from '../core/mail/transport.ts';
import { createMetrics } from '../core/metrics.ts';
import { createOrigins } from '../core/origins.ts';
import { setPasswordCost, testCost } from '../core/passwords.ts';
import { memoryPresence } from '../core/presence.ts';
import { createSocketServer } from '../core/realtime.ts';
import { openSealingKeys } from '../core/sealing-keys.ts';
import { keyedHash, secretsFrom } from '../core/secrets.ts';
import { createSessionCache } from '../core/session-cache.ts';
import { localStorage } from '../core/storage.ts';
import { openProviders } from '../open-providers.ts';
import { createSearchLists } from '../search/lists.ts';

export interface TestApp extends App {
  clock: MovableClock;
}

/** One for every node of a test, as in production. */
export const TEST_SECRET = Buffer.alloc(32, 7).toString('base64url');

/** The whole server but for its sockets, on a database of the test's own. */
export async function createTestApp(db: Database, databaseUrl: string, folder: string): Promise<TestApp> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET,
    LOG_LEVEL: 'silent',
  });
  setPasswordCost(testCost);
  const clock = new MovableClock();
  const secrets = secretsFrom(TEST_SECRET);
  const log = createLogger(config);
  return {
    config,
    db,
    replica: db,
    clock,
    log,
    metrics: createMetrics(),
    brands: await openBrandDirectory({ db, localhostIsFirst: true }),
    origins: createOrigins(config),
    sealingKeys: await openSealingKeys({ db, clock, secrets: { api: secrets, payment: secrets } }),
    links: createLinks({ secrets, clock }),
    keyedHash: keyedHash(secrets),
    identityProvider: undefined,
    limits: memoryLimits({ limits: config.limits, secretKey: TEST_SECRET, clock, log }),
    // Nobody listens for changes here, so it stays paused and every check asks the database.
    sessions: createSessionCache(clock),
    searchLists: createSearchLists({ db, clock, log, mostBytes: config.searchMemoryBytes }),
    storage: localStorage(folder),
    mailTransport: outboxTransport,
    realtime: createSocketServer(memoryPresence()).realtime,
    messages: createMessageWriter({ db, log, limits: config.limits }),
    providers: (await openProviders({ config, log, clock })).providers,
  };
}
