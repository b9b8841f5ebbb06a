import type { App } from '#server/app.ts';
import { openProviders } from '#server/billing/providers/providers.ts';
import { createPlanTerms } from '#server/billing/terms/plan-terms.ts';
import { openBrandDirectory } from '#server/brands/directory.ts';
import { createModelHealth } from '#server/companion/model.ts';
import { createExposureCounter } from '#server/discovery/rank/exposure.ts';
import { createSearchLists } from '#server/discovery/search/lists.ts';
import { createMessageWriter } from '#server/messaging/message-writer.ts';
import { createChatState } from '#server/messaging/state.ts';
import { accountHandlers, queues } from '#server/modules.ts';
import { createMessengerBots } from '#server/notifications/messenger/bots.ts';
import { createPushKeys } from '#server/notifications/push/keys.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createBatches } from '#server/platform/database/batches.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createOrigins } from '#server/platform/http/origins.ts';
import { createOutbound } from '#server/platform/http/outbound.ts';
import { createUploadQueue } from '#server/platform/http/uploads.ts';
import { outboxTransport } from '#server/platform/mail/transport.ts';
import { memoryPresence } from '#server/platform/realtime/presence.ts';
import { createSocketServer } from '#server/platform/realtime/realtime.ts';
import { createLinks } from '#server/platform/security/links.ts';
import { createPasswords } from '#server/platform/security/passwords.ts';
import { openSealingKeys } from '#server/platform/security/sealing-keys.ts';
import { keyedHash, secretsFrom } from '#server/platform/security/secrets.ts';
import { createSessionCache } from '#server/platform/security/sessions.ts';
import { localStorage } from '#server/platform/storage/storage.ts';
import { createLogger } from '#server/platform/telemetry/log.ts';
import { createMetrics } from '#server/platform/telemetry/metrics.ts';
import { createActivityRecorder } from '#server/profiles/activity.ts';
import { createImageQueue } from '#server/profiles/make-photo.ts';
import { MovableClock } from './movable-clock.ts';
import { memoryLimits } from './platform/memory-limits.ts';

export interface TestApp extends App {
  clock: MovableClock;
}

/** Worthless as protection: tests sign people in by the hundred. */
export const cheapPasswords = { PASSWORD_MEMORY_KIB: '8', PASSWORD_PASSES: '1' };

/** One for every node of a test, as in production. */
export const TEST_SECRET = Buffer.alloc(32, 7).toString('base64url');

/** The whole server but for its sockets, on a database of the test's own. */
export async function createTestApp(db: Database, databaseUrl: string, folder: string): Promise<TestApp> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET,
    ...cheapPasswords,
    LOG_LEVEL: 'silent',
  });
  const clock = new MovableClock();
  const secrets = secretsFrom(TEST_SECRET);
  const log = createLogger(config);
  const brands = await openBrandDirectory({ db, localhostIsFirst: true });
  const { realtime, staffLive } = createSocketServer(memoryPresence(), brands);
  return {
    config,
    db,
    replica: db,
    clock,
    log,
    metrics: createMetrics(),
    brands,
    origins: createOrigins(config),
    sealingKeys: await openSealingKeys({ db, clock, secrets: { api: secrets, payment: secrets } }),
    links: createLinks({ secrets, clock }),
    outbound: createOutbound({ clock, sandboxUrl: config.postbackSandboxUrl }),
    pushKeys: createPushKeys({ db, secrets }),
    messengerBots: createMessengerBots(config),
    planTerms: createPlanTerms(),
    keyedHash: keyedHash(secrets),
    identityProvider: undefined,
    accountHandlers,
    limits: memoryLimits({ limits: config.limits, secretKey: TEST_SECRET, clock, log }),
    mailTransport: outboxTransport,
    passwords: createPasswords(config.passwordCost),
    imageQueue: createImageQueue(),
    uploadQueue: createUploadQueue(),
    // Nothing listens for changes here, so it stays paused and every check asks the database.
    sessions: createSessionCache(clock),
    exposure: createExposureCounter({ db, clock, log }),
    searchLists: createSearchLists({ db, clock, log, mostBytes: config.searchMemoryBytes }),
    storage: localStorage(folder),
    realtime,
    staffLive,
    activity: createActivityRecorder({ db, clock, log }),
    chat: createChatState(clock),
    modelHealth: createModelHealth(),
    batches: createBatches(db),
    messages: createMessageWriter({ db, limits: config.limits }),
    queues,
    providers: (await openProviders({ config, log, clock })).providers,
  };
}
