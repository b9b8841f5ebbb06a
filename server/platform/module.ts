import type { FastifyInstance } from 'fastify';
import { HOUR } from './clock.ts';
import { cleanUpPlatform } from './database/maintenance.ts';
import type { Binding } from './http/mount.ts';
import type { JobHandler } from './jobs/jobs.ts';
import type { Platform } from './platform.ts';
import type { EventBinding } from './realtime/connections.ts';
import { createRefresher } from './refresher.ts';
import { SESSION_CHANGED } from './security/sessions.ts';
import type { Queue } from './work/queue.ts';

/** What a domain adds to the program. `server/modules.ts` lists all of them, in the order of dependence. */
export interface Module {
  name: string;
  /** Calls over HTTP. */
  routes?: readonly Binding[];
  /** Socket events that a browser sends. */
  events?: readonly EventBinding[];
  jobs?: readonly JobHandler[];
  /** Rows of its tables that wait for something to be done with them. */
  queues?: readonly Queue[];
  /** Deletes what need not be kept any longer. Runs every night. */
  cleanUp?(app: Platform): Promise<void>;
  /** Addresses that are no calls of the contract: pages, files, webhooks. */
  addresses?: { role: 'web' | 'payment'; add(app: Platform, server: FastifyInstance): Promise<void> };
  /** Starts what runs as long as the process does. */
  start?(app: Platform): RunningModule;
}

export interface RunningModule {
  /** Handlers of PostgreSQL notifications, by channel. An empty payload means that some may have been missed. */
  channels?: Record<string, (payload: string) => void>;
  /** Caches that rely on notifications: they are paused while none can arrive. */
  caches?: readonly { pause(): void; resume(): void }[];
  stop?(): void | Promise<void>;
}

/** What the platform does by itself: clean-up, sealing keys, the cache of sessions. */
export const core: Module = {
  name: 'core',
  cleanUp: cleanUpPlatform,
  start({ sealingKeys, sessions, log }) {
    const keys = createRefresher(
      () => sealingKeys.refresh(),
      (error) => log.error({ err: error }, 'could not read the sealing keys again'),
    );
    const timer = setInterval(() => keys.request(), HOUR);
    return {
      channels: {
        [SESSION_CHANGED](accountId) {
          if (accountId === '') sessions.resume();
          else sessions.forget(accountId);
        },
      },
      caches: [sessions],
      async stop() {
        clearInterval(timer);
        await keys.stop();
      },
    };
  },
};
