import { chooseIdentityProvider } from './accounts/identity-provider.ts';
import type { App } from './app.ts';
import { openProviders } from './billing/providers/providers.ts';
import { createPlanTerms } from './billing/terms/plan-terms.ts';
import { openBrandDirectory } from './brands/directory.ts';
import { checkBrands, explainUnlawful } from './brands/rules/check-brand.ts';
import { createModelHealth } from './companion/model.ts';
import { seedPlaces } from './countries/seed-places.ts';
import { seedDemo } from './demo/seed.ts';
import { createExposureCounter } from './discovery/rank/exposure.ts';
import { buildStaleLists } from './discovery/search/jobs.ts';
import { createSearchLists } from './discovery/search/lists.ts';
import { createMessageWriter } from './messaging/message-writer.ts';
import { createChatState } from './messaging/state.ts';
import { accountHandlers, cron, modules, queues } from './modules.ts';
import { createMessengerBots } from './notifications/messenger/bots.ts';
import { createPushKeys } from './notifications/push/keys.ts';
import { SECOND, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config/config.ts';
import { prepareDataFolder } from './platform/config/data-folder.ts';
import { checkPort, explainListenError, isFirstStart } from './platform/config/startup-fault.ts';
import { createBatches } from './platform/database/batches.ts';
import { connectDatabase } from './platform/database/connect-database.ts';
import { openDatabase } from './platform/database/database.ts';
import { listen } from './platform/database/listener.ts';
import { createOrigins } from './platform/http/origins.ts';
import { createOutbound } from './platform/http/outbound.ts';
import { createHttpServer } from './platform/http/server.ts';
import { createUploadQueue } from './platform/http/uploads.ts';
import { saveSchedules } from './platform/jobs/cron.ts';
import { chooseTransport } from './platform/mail/transport.ts';
import type { RunningModule } from './platform/module.ts';
import { memoryPresence, redisPresence } from './platform/realtime/presence.ts';
import { createSocketServer } from './platform/realtime/realtime.ts';
import { openFanOut } from './platform/redis.ts';
import { connectRedis } from './platform/redis.ts';
import { createLinks } from './platform/security/links.ts';
import { createPasswords } from './platform/security/passwords.ts';
import { databaseLimits, redisLimits } from './platform/security/rate-limits.ts';
import { openSealingKeys } from './platform/security/sealing-keys.ts';
import { keyedHash, readSecrets } from './platform/security/secrets.ts';
import { SESSION_CHANGED, createSessionCache } from './platform/security/sessions.ts';
import { openStorage } from './platform/storage/storage.ts';
import { createLogger } from './platform/telemetry/log.ts';
import { collectProcessMetrics, createMetrics } from './platform/telemetry/metrics.ts';
import { WORK_DUE, createWakeUps } from './platform/work/wake.ts';
import { watchWork } from './platform/work/watch.ts';
import { startWork } from './platform/work/worker.ts';
import { createActivityRecorder } from './profiles/activity.ts';
import { createImageQueue } from './profiles/make-photo.ts';
import { eventsOf, serveModules } from './serve-modules.ts';
import { STAFF_SESSION_CHANGED, staffSessions } from './staff/console-sessions.ts';

export interface RunningServer {
  app: App;
  /** Where it listens. */
  port: number;
  stop(): Promise<void>;
}

/** By which work is claimed, held and settled, so that it waits for no page. */
const WORK_CONNECTIONS = 10;

/** Puts the server together and starts what its roles ask for. `step` gets the name of each step. */
export async function startServer(config: Config, step: (what: string) => void): Promise<RunningServer> {
  const log = createLogger(config);
  const closers: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) {
      await Promise.try(close).catch((error: unknown) => log.error({ err: error }, 'stopping'));
    }
  };
  try {
    await prepareDataFolder(config.dataDir);
    if (isFirstStart(config)) await checkPort(config);
    const database = await connectDatabase(config, log, step);
    closers.push(() => database.close());
    const { db } = database.primary;
    const redis = config.redisUrl ? await connectRedis(config.redisUrl, log) : undefined;
    if (redis) closers.push(() => (redis.status === 'ready' ? redis.quit() : redis.disconnect()));

    const batches = createBatches(database.batches);
    closers.push(() => batches.stop());
    const wakeUps = createWakeUps(db, log);
    closers.push(() => wakeUps.stop());
    const messages = createMessageWriter({ db, limits: config.limits });
    closers.push(() => messages.stop());
    await seedPlaces(db);
    const presence = redis
      ? redisPresence(redis, (error) => log.warn({ err: error }, 'presence'))
      : memoryPresence();
    closers.push(() => presence.close());
    const fanOut = redis && (await openFanOut(redis, (error) => log.debug({ err: error }, 'socket fan-out')));
    closers.push(() => fanOut?.close());
    const brands = await openBrandDirectory({ db, localhostIsFirst: config.environment !== 'production' });
    const sockets = createSocketServer(presence, brands, fanOut);
    closers.push(() => sockets.drain());
    const secrets = await readSecrets(config);
    const limitsConfig = {
      limits: config.limits,
      secretKey: secrets.api.keyFor('limits').toString('base64url'),
      clock: systemClock,
      log,
    };
    const limits = redis ? redisLimits(limitsConfig, redis) : databaseLimits(limitsConfig, batches);
    closers.push(() => limits.stop());
    const identity = chooseIdentityProvider({ config, log });
    closers.push(() => identity.close());
    const payments = await openProviders({ config, log, clock: systemClock });
    closers.push(() => payments.close());
    const mailTransport = chooseTransport(config);
    closers.push(() => mailTransport.close());
    const app: App = {
      config,
      db,
      batches,
      replica: database.replica,
      clock: systemClock,
      log,
      metrics: createMetrics(),
      brands,
      origins: createOrigins(config),
      sealingKeys: await openSealingKeys({ db, clock: systemClock, secrets }),
      links: createLinks({ secrets: secrets.api, clock: systemClock }),
      outbound: createOutbound({ clock: systemClock, sandboxUrl: config.postbackSandboxUrl }),
      pushKeys: createPushKeys({ db, secrets: secrets.api }),
      messengerBots: createMessengerBots(config),
      planTerms: createPlanTerms(),
      keyedHash: keyedHash(secrets.api),
      identityProvider: identity.provider,
      accountHandlers,
      limits,
      mailTransport,
      passwords: createPasswords(config.passwordCost),
      imageQueue: createImageQueue(),
      uploadQueue: createUploadQueue(),
      sessions: createSessionCache(systemClock),
      exposure: createExposureCounter({ db, clock: systemClock, log }),
      searchLists: createSearchLists({ db, clock: systemClock, log, mostBytes: config.searchMemoryBytes }),
      storage: await openStorage(config),
      realtime: sockets.realtime,
      staffLive: sockets.staffLive,
      activity: createActivityRecorder({ db, clock: systemClock, log }),
      messages,
      chat: createChatState(systemClock),
      modelHealth: createModelHealth(),
      providers: payments.providers,
      queues,
    };
    collectProcessMetrics(app.metrics);
    watchWork(app, queues);
    const running = modules.map((module) => module.start?.(app) ?? {});
    closers.push(async () => {
      await Promise.all(running.map(async ({ stop: end }) => end?.()));
    });
    const listener = await listen(
      database.url,
      joinChannels([
        ...running,
        {
          channels: {
            [SESSION_CHANGED]: sockets.sessionsChanged,
            [STAFF_SESSION_CHANGED]: sockets.staffSessionsChanged,
            [WORK_DUE]: wakeUps.receive,
          },
        },
      ]),
      log,
      {
        onLost: () => running.flatMap(({ caches = [] }) => caches).forEach((cache) => cache.pause()),
        // What was committed while the database went away may not have been announced.
        onReturn: sockets.eventsMissed,
      },
    );
    closers.push(() => listener.close());
    for (const cache of running.flatMap(({ caches = [] }) => caches)) cache.resume();
    if (config.seedDemo) await seedDemo(app, (done, total, what) => step(`${what} (${done} of ${total})`));
    await app.brands.reload();
    await checkBrands(app);
    await buildStaleLists(app);

    if (config.roles.includes('worker')) {
      const workDatabase = openDatabase({
        url: database.url,
        poolSize: WORK_CONNECTIONS,
        onIdleError: (error) => log.warn({ err: error }, 'a connection of the worker broke'),
      });
      closers.push(() => workDatabase.close());
      await saveSchedules(db, cron);
      const worker = startWork(app, { db: workDatabase.db, queues, wakeUps });
      closers.push(() => worker.stop());
    }
    const http = await createHttpServer(app);
    const { server } = http;
    await serveModules(app, server, modules);
    if (config.roles.includes('web'))
      sockets.attach(app, server.server, { events: eventsOf(modules), staffSessions });
    // Neither ends without the other: each waits for the connections that the other one closes.
    closers.push(() => Promise.all([sockets.drain(), http.close()]));
    closers.push(() => http.drain(config.shutdownSeconds * SECOND));
    await server.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw explainListenError(error, config);
    });
    const address = server.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    app.origins.listeningAt(port);
    payments.listeningAt(`http://localhost:${port}`);
    return { app, port, stop };
  } catch (error) {
    await stop();
    throw explainUnlawful(error);
  }
}

/** Several may listen to one channel. */
function joinChannels(running: readonly RunningModule[]): Record<string, (payload: string) => void> {
  const handlers = Map.groupBy(
    running.flatMap(({ channels = {} }) => Object.entries(channels)),
    ([channel]) => channel,
  );
  return Object.fromEntries(
    [...handlers].map(([channel, entries]) => [
      channel,
      (payload: string) => entries.forEach(([, handler]) => handler(payload)),
    ]),
  );
}
