import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { LeaseLost } from './queue.ts';
import type { HeldRow, Queue } from './queue.ts';
import { extend } from './statements.ts';

/** Rows that were claimed together. */
export interface Lease {
  id: string;
  /** Those that are not settled yet, each with what ends its run. */
  runs: Map<HeldRow, AbortController>;
  /** When it ends unless it is extended, by a monotonic clock. */
  endsAt: number;
}

/** What a node holds of a queue. It is extended for as long as anything of it runs. */
export function createLeases({ clock, log }: Pick<Platform, 'clock' | 'log'>, db: Database, queue: Queue) {
  const held = new Set<Lease>();
  const endFromNow = () => performance.now() + queue.leaseMs;
  const isOver = ({ endsAt }: Pick<Lease, 'endsAt'>) => performance.now() > endsAt;
  let beating: Promise<void> | undefined;
  const timer = setInterval(() => {
    // Those that could not be extended in time belong to no worker by now.
    for (const lease of held) if (isOver(lease)) abort(lease, new LeaseLost(queue.name));
    beating ??= beat().finally(() => (beating = undefined));
  }, queue.leaseMs / 3);
  timer.unref();

  function abort({ runs }: Lease, reason: Error): void {
    for (const run of runs.values()) run.abort(reason);
  }

  async function beat(): Promise<void> {
    for (const lease of held) {
      const rows = [...lease.runs.keys()];
      const endsAt = endFromNow();
      try {
        const kept = new Set(await extend(db, queue, { lease: lease.id, rows, clock }));
        lease.endsAt = endsAt;
        // Of a batch some may be settled by their handler already.
        const going = new Set([...kept].map((row) => lease.runs.get(row)));
        for (const [row, run] of lease.runs)
          if (!kept.has(row) && !going.has(run)) run.abort(new LeaseLost(queue.name));
      } catch (error) {
        log.warn({ err: error, queue: queue.name }, 'A lease could not be extended');
      }
    }
  }

  return {
    /** To be made before the claim, so that it never seems to last longer than it does. */
    create: (): Lease => ({ id: randomUUID(), runs: new Map(), endsAt: endFromNow() }),
    begin(lease: Lease, rows: readonly HeldRow[], run: AbortController): void {
      for (const row of rows) lease.runs.set(row, run);
      held.add(lease);
    },
    release(lease: Lease, row: HeldRow): void {
      lease.runs.delete(row);
      if (lease.runs.size === 0) held.delete(lease);
    },
    isOver,
    abortAll(reason: Error): void {
      for (const lease of held) abort(lease, reason);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await beating;
    },
  };
}

export type Leases = ReturnType<typeof createLeases>;
