import { HOUR } from './clock.ts';
import { cleanUpPlatform } from './database/maintenance.ts';
import { createRefresher } from './refresher.ts';
import type { Module } from './module.ts';
import { SESSION_CHANGED } from './security/sessions.ts';

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
      stop() {
        clearInterval(timer);
        keys.stop();
      },
    };
  },
};
