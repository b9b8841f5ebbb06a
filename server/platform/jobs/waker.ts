import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { createRefresher } from '../refresher.ts';
import type { Refresher } from '../refresher.ts';
import type { Logger } from '../telemetry/log.ts';
import { enqueue } from './jobs.ts';
import type { JobKind } from './jobs.ts';

/**
 * Wakes jobs that find their work themselves, in tables of their own. Called after the commit of that work. However often
 * one is asked for, a node adds it at once and then not again before its pause is over, and one waits at a time: a job that
 * runs already may have looked before the work was there, so then another is added. What a crash loses here is made up for
 * by the job's own cron.
 */
export interface Waker {
  /** The longer the pause, the more is done by one run. */
  wake<P>(kind: JobKind<P>, payload: P, pauseMs?: number): void;
  stop(): Promise<void>;
}

const PAUSE_MS = 100;

export function createWaker({ db, log }: { db: Database; log: Logger }): Waker {
  const byKey = new Map<string, Refresher>();
  const stopped = new AbortController();
  return {
    wake(kind, payload, pauseMs = PAUSE_MS) {
      const key = JSON.stringify(payload);
      const name = `${kind.id} ${key}`;
      let refresher = byKey.get(name);
      if (!refresher) {
        refresher = createRefresher(
          async () => {
            await enqueue(db, kind, payload, { key });
            await pause(pauseMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
          },
          (error) => log.warn({ err: error, task: kind.id }, 'A job could not be woken yet'),
        );
        byKey.set(name, refresher);
      }
      refresher.request();
    },
    async stop() {
      stopped.abort();
      await Promise.all([...byKey.values()].map((refresher) => refresher.stop()));
    },
  };
}
