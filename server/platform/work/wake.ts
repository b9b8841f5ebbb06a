import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { onceCommitted } from '../database/database.ts';
import type { Database, DbOrTx } from '../database/database.ts';
import { createRefresher } from '../refresher.ts';
import type { Logger } from '../telemetry/log.ts';

/** Nodes tell each other on this channel which queues have work; what a loss keeps from them they find within a second. */
export const WORK_DUE = 'work_due';

/** So often at most the other nodes are notified. */
const PAUSE_MS = 100;

/** Answers whether this node's worker takes care of the queue now, so that no other need be notified. */
type Waken = (queue: string) => boolean;

export interface WakeUps {
  /** The worker of this node, once it runs. */
  worker: Waken | undefined;
  /** Another node says so. */
  receive(payload: string): void;
  stop(): Promise<void>;
}

const wakers = new WeakMap<Database, (queue: string) => void>();

/** Something is due in a queue, if and when the transaction commits. One that is rolled back wakes no worker. */
export function wakeQueue(db: DbOrTx, queue: string): void {
  onceCommitted(db, (root) => wakers.get(root)?.(queue));
}

/** Wakes the workers of this node at once, and those of the others a moment later, never inside a transaction of the work. */
export function createWakeUps(db: Database, log: Pick<Logger, 'warn'>): WakeUps {
  const waiting = new Set<string>();
  const stopped = new AbortController();
  const notifyOthers = createRefresher(
    async () => {
      const names = [...waiting];
      waiting.clear();
      await sql`select pg_notify(${WORK_DUE}, ${names.join(' ')})`.execute(db);
      await pause(PAUSE_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    },
    (error) => log.warn({ err: error }, 'the workers of other nodes could not be woken'),
  );
  const wakeUps: WakeUps = {
    worker: undefined,
    receive(payload) {
      for (const queue of payload.split(' ')) wakeUps.worker?.(queue);
    },
    async stop() {
      wakers.delete(db);
      stopped.abort();
      await notifyOthers.stop();
    },
  };
  wakers.set(db, (queue) => {
    if (wakeUps.worker?.(queue)) return;
    waiting.add(queue);
    notifyOthers.request();
  });
  return wakeUps;
}
