import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import type { Queue } from './queue.ts';
import { createRates } from './rates.ts';
import { createRunner } from './runner.ts';
import { findDue } from './statements.ts';
import type { WakeUps } from './wake.ts';

const LOOK_EVERY = SECOND;

interface WorkerOptions {
  /** Connections of its own, so that pages which wait for theirs never keep a lease from being extended. */
  db: Database;
  queues: readonly Queue[];
  wakeUps?: WakeUps;
}

export interface Worker {
  /** Begins nothing more, lets what runs end within `config.shutdownSeconds` and gives back the rest. */
  stop(): Promise<void>;
}

/** Runs all queues. One look a second finds what is due in any of them; wake-ups only make it sooner. */
export function startWork(app: Platform, { db, queues, wakeUps }: WorkerOptions): Worker {
  const stopping = new AbortController();
  const rates = createRates(db);
  const runners = new Map(queues.map((queue) => [queue.name, createRunner(app, db, queue, rates.count)]));
  let lookFailed = false;

  async function look(): Promise<void> {
    try {
      const names = await findDue(db, queues, app.clock);
      for (const name of names) runners.get(name)?.wake();
      await rates.flush();
      lookFailed = false;
    } catch (error) {
      if (!lookFailed) app.log.warn({ err: error }, 'The worker cannot look for work at the moment');
      lookFailed = true;
    }
  }

  async function repeat(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await pause(LOOK_EVERY, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const looking = repeat();
  if (wakeUps) wakeUps.worker = (name) => runners.get(name)?.wake() ?? false;
  return {
    async stop() {
      stopping.abort();
      if (wakeUps) wakeUps.worker = undefined;
      await looking;
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
      await rates.flush(true).catch(() => {});
    },
  };
}

/** Does all that is due in these queues, and ends. What is due again later waits for the worker. */
export async function workOff(app: Platform, queues: readonly Queue[], signal?: AbortSignal): Promise<void> {
  const { db } = app;
  const rates = createRates(db);
  const due = new Set(await findDue(db, queues, app.clock));
  const runners = queues
    .filter(({ name }) => due.has(name))
    .map((queue) => createRunner(app, db, queue, rates.count));
  const stop = () => Promise.all(runners.map((runner) => runner.stop()));
  signal?.addEventListener('abort', () => void stop(), { once: true });
  if (!signal?.aborted) for (const runner of runners) runner.wake();
  await Promise.all(runners.map((runner) => runner.ended()));
  await stop();
  await rates.flush(true).catch(() => {});
}
