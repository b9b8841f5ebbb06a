import { join } from 'node:path';
import { accountJobs } from './accounts/jobs.ts';
import { accountRoutes } from './accounts/routes.ts';
import { billingCron, billingJobs } from './billing/payments/jobs.ts';
import { billingRoutes } from './billing/payments/routes.ts';
import { openBrandDirectory } from './brands/directory.ts';
import { brandRoutes } from './brands/routes.ts';
import { chatPhotoCron, chatPhotoJobs } from './messaging/photos/jobs.ts';
import { chatPhotoRoutes } from './messaging/photos/routes.ts';
import { createMessageWriter } from './messaging/message-writer.ts';
import { chatEvents, chatRoutes } from './messaging/routes.ts';
import { chooseIdentityProvider } from './choose-identity-provider.ts';
import { answerJobs, companionCron, companionJobs } from './messaging/companion/jobs.ts';
import type { App } from './app.ts';
import type { Config } from './platform/config/config.ts';
import { connectDatabase } from './platform/database/connect-database.ts';
import { HOUR, SECOND, systemClock } from './platform/clock.ts';
import { checkPort, explainListenError, isFirstStart } from './platform/config/check-port.ts';
import { prepareClosedFolder, prepareDataFolder } from './platform/config/data-folder.ts';
import { openFanOut } from './platform/realtime/fan-out.ts';
import { mount } from './platform/http/mount.ts';
import { createHttpServer } from './platform/http/server.ts';
import { startWorker } from './platform/jobs/jobs-worker.ts';
import { databaseLimits, redisLimits } from './platform/security/limits.ts';
import { keepFresh } from './platform/keep-fresh.ts';
import { createLinks } from './platform/security/links.ts';
import { listen } from './platform/database/listener.ts';
import { createLogger } from './platform/telemetry/log.ts';
import { mailJobs } from './platform/mail/jobs.ts';
import { chooseTransport } from './platform/mail/transport.ts';
import { createMetrics } from './platform/telemetry/metrics.ts';
import { createPasswords } from './platform/security/passwords.ts';
import { createOrigins } from './platform/http/origins.ts';
import { memoryPresence, redisPresence } from './platform/realtime/presence.ts';
import { createSocketServer } from './platform/realtime/realtime.ts';
import { connectRedis } from './platform/redis.ts';
import { maintenanceCron, maintenanceJobs } from './platform/database/maintenance.ts';
import { openSealingKeys } from './platform/security/sealing-keys.ts';
import { keyedHash, readSecrets } from './platform/security/secrets.ts';
import { SESSION_CHANGED, createSessionCache, hearOwnChanges } from './platform/security/session-cache.ts';
import { localStorage, s3Storage } from './platform/storage/storage.ts';
import { demoJobs } from './demo/jobs.ts';
import { seedDemo } from './demo/seed.ts';
import { hostRoutes } from './messaging/hosts/routes.ts';
import { identify } from './identify.ts';
import { matchEvents, matchRoutes } from './discovery/deck/routes.ts';
import { moderationJobs } from './moderation/jobs.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { builtPages, sourcePages } from './brands/pages/page-source.ts';
import { addPages } from './brands/pages/routes.ts';
import { pageReads } from './page-reads.ts';
import { openProviders } from './billing/providers/providers.ts';
import { passkeyRoutes } from './accounts/passkeys/routes.ts';
import { seedPlaces } from './countries/seed-places.ts';
import { placeRoutes } from './countries/routes.ts';
import { privacyCron, privacyJobs } from './accounts/privacy/jobs.ts';
import { privacyRoutes } from './accounts/privacy/routes.ts';
import { photoJobs } from './profiles/photo-files.ts';
import { createImageQueue } from './profiles/image-queue.ts';
import { profileRoutes } from './profiles/routes.ts';
import { addWebhooks, providerRoutes } from './billing/providers/routes.ts';
import { reactionJobs } from './discovery/reactions/jobs.ts';
import { reactionEvents, reactionRoutes } from './discovery/reactions/routes.ts';
import { receiptCron, receiptJobs } from './billing/receipts/jobs.ts';
import { receiptRoutes } from './billing/receipts/routes.ts';
import { refundCron, refundJobs } from './billing/refunds/jobs.ts';
import { refundRoutes } from './billing/refunds/routes.ts';
import { LIST_MADE, buildStaleLists } from './discovery/search/build-list.ts';
import { LIST_CHANGED, listFrom, planBuilds, searchCron, searchJobs } from './discovery/search/jobs.ts';
import { createSearchLists } from './discovery/search/lists.ts';
import { searchRoutes } from './discovery/search/routes.ts';
import { signupRoutes } from './accounts/signup/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { subscriptionCron, subscriptionJobs } from './billing/subscriptions/jobs.ts';
import { subscriptionRoutes } from './billing/subscriptions/routes.ts';
import { trackingRoutes } from './insight/routes.ts';

export interface RunningServer {
  app: App;
  /** Where it listens. */
  port: number;
  stop(): Promise<void>;
}

const bindings = [
  ...accountRoutes,
  ...billingRoutes,
  ...brandRoutes,
  ...chatPhotoRoutes,
  ...chatRoutes,
  ...hostRoutes,
  ...matchRoutes,
  ...moderationRoutes,
  ...notificationRoutes,
  ...passkeyRoutes,
  ...placeRoutes,
  ...privacyRoutes,
  ...profileRoutes,
  ...providerRoutes,
  ...reactionRoutes,
  ...receiptRoutes,
  ...refundRoutes,
  ...searchRoutes,
  ...signupRoutes,
  ...staffRoutes,
  ...subscriptionRoutes,
  ...trackingRoutes,
];
const jobHandlers = [
  ...accountJobs,
  ...billingJobs,
  ...chatPhotoJobs,
  ...companionJobs,
  ...demoJobs,
  ...mailJobs,
  ...maintenanceJobs,
  ...moderationJobs,
  ...photoJobs,
  ...privacyJobs,
  ...reactionJobs,
  ...receiptJobs,
  ...refundJobs,
  ...searchJobs,
  ...subscriptionJobs,
];
const cron = [
  ...billingCron,
  ...chatPhotoCron,
  ...companionCron,
  ...maintenanceCron,
  ...privacyCron,
  ...receiptCron,
  ...refundCron,
  ...searchCron,
  ...subscriptionCron,
];
const events = [...chatEvents, ...matchEvents, ...reactionEvents];

/** Puts the server together and starts what its roles ask for. `step` is told what is being done. */
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
    const { db, pool } = database.primary;
    const redis = config.redisUrl ? await connectRedis(config.redisUrl, log) : undefined;
    if (redis) closers.push(() => (redis.status === 'ready' ? redis.quit() : redis.disconnect()));

    const messages = createMessageWriter({ db, log, limits: config.limits });
    closers.push(() => messages.stop());
    await seedPlaces(db);
    const presence = redis
      ? redisPresence(redis, (error) => log.warn({ err: error }, 'presence'))
      : memoryPresence();
    closers.push(() => presence.close());
    const fanOut = redis && (await openFanOut(redis, (error) => log.debug({ err: error }, 'socket fan-out')));
    closers.push(() => fanOut?.close());
    const sockets = createSocketServer(presence, fanOut?.adapter);
    closers.push(() => sockets.drain());
    const secrets = await readSecrets(config);
    const limitsConfig = {
      limits: config.limits,
      secretKey: secrets.api.keyFor('limits').toString('base64url'),
      clock: systemClock,
      log,
    };
    const limits = redis ? redisLimits(limitsConfig, redis) : databaseLimits(limitsConfig, db);
    closers.push(() => limits.stop());
    const identity = chooseIdentityProvider({ config, log });
    closers.push(() => identity.close());
    const payments = await openProviders({ config, log, clock: systemClock });
    closers.push(() => payments.close());
    const app: App = {
      config,
      db,
      replica: database.replica,
      clock: systemClock,
      log,
      metrics: createMetrics(),
      brands: await openBrandDirectory({ db, localhostIsFirst: config.environment !== 'production' }),
      origins: createOrigins(config),
      sealingKeys: await openSealingKeys({ db, clock: systemClock, secrets }),
      links: createLinks({ secrets: secrets.api, clock: systemClock }),
      keyedHash: keyedHash(secrets.api),
      identityProvider: identity.provider,
      limits,
      passwords: createPasswords(config.passwordCost),
      imageQueue: createImageQueue(),
      sessions: createSessionCache(systemClock),
      searchLists: createSearchLists({ db, clock: systemClock, log, mostBytes: config.searchMemoryBytes }),
      storage: config.s3
        ? s3Storage(config.s3)
        : localStorage(await prepareClosedFolder(join(config.dataDir, 'storage'))),
      mailTransport: chooseTransport(config),
      realtime: sockets.realtime,
      messages,
      providers: payments.providers,
    };
    closers.push(() => app.mailTransport.close());
    const onError = (error: unknown) =>
      log.error({ err: error }, 'could not read again what may have changed');
    const brands = keepFresh(() => app.brands.reload(), onError);
    const keys = keepFresh(() => app.sealingKeys.refresh(), onError);
    const keyTimer = setInterval(() => keys.ask(), HOUR);
    closers.push(
      () => clearInterval(keyTimer),
      () => keys.stop(),
      () => brands.stop(),
    );
    const { sessions, searchLists } = app;
    const builds = planBuilds(app);
    closers.push(
      () => searchLists.stop(),
      () => builds.stop(),
    );
    hearOwnChanges(database.primary, sessions);
    const heard = {
      brand_changed: () => brands.ask(),
      [SESSION_CHANGED]: (accountId: string) => {
        if (accountId === '') sessions.resume();
        else sessions.forget(accountId);
        sockets.sessionsChanged(accountId);
      },
      [LIST_MADE]: (payload: string) => {
        const list = listFrom(payload);
        if (list) searchLists.hear(list);
        else searchLists.resume();
      },
      ...(config.roles.includes('worker') && { [LIST_CHANGED]: builds.hear }),
    };
    const remembering = [sessions, searchLists];
    const listener = await listen(database.url, heard, log, () => {
      for (const memory of remembering) memory.pause();
    });
    closers.push(() => listener.close());
    for (const memory of remembering) memory.resume();
    if (config.seedDemo) await seedDemo(app, (done, total, what) => step(`${what} (${done} of ${total})`));
    await app.brands.reload();
    await buildStaleLists(app);

    if (config.roles.includes('worker')) {
      const worker = await startWorker(app, {
        pool,
        handlers: jobHandlers,
        cron,
        concurrency: 4,
      });
      closers.push(() => worker.stop());
      const companions = await startWorker(app, {
        pool,
        handlers: answerJobs,
        cron: [],
        concurrency: config.companion.concurrency,
      });
      closers.push(() => companions.stop());
    }
    const http = await createHttpServer(app);
    const { server } = http;
    const served = bindings.filter(({ endpoint }) =>
      config.roles.includes(endpoint.host === 'payment' ? 'payment' : 'web'),
    );
    mount(app, server, served, identify);
    if (config.roles.includes('payment')) await addWebhooks(app, server);
    if (config.roles.includes('web')) {
      const pages = config.devServer ? await sourcePages() : await builtPages();
      await addPages(app, server, { source: pages, reads: pageReads, strict: !config.devServer });
      sockets.attach(app, server.server, events);
    }
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
    throw error;
  }
}
