import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../clock.ts';
import { isUniqueViolation } from '../database/database.ts';
import type { Database, DbOrTx } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { createLeases } from './leases.ts';
import type { Lease } from './leases.ts';
import { LeaseLost } from './queue.ts';
import type { HeldRow, Queue, Run } from './queue.ts';
import { createSettler, Stopped } from './settling.ts';
import type { Count } from './settling.ts';
import { claim } from './statements.ts';

/** Claims and runs what is due in one queue. */
export function createRunner(app: Platform, db: Database, queue: Queue, count: Count) {
  const { clock, log } = app;
  const concurrency = queue.concurrency(app);
  const stopping = new AbortController();
  /** What has not ended by then is given back. */
  const over = new AbortController();
  const leases = createLeases(app, db, queue);
  const settler = createSettler(app, { db, queue, leases, over: over.signal, count });
  const running = new Set<Promise<void>>();
  let claiming: Promise<void> | undefined;
  /** There may be more to claim than was. */
  let requested = false;

  const room = () => Math.floor(queue.room?.(app) ?? Number.POSITIVE_INFINITY);

  function wake(): boolean {
    if (stopping.signal.aborted) return false;
    requested = true;
    const hasRoom = running.size < concurrency && room() > 0;
    if (hasRoom) claiming ??= gathered().finally(() => (claiming = undefined));
    return hasRoom;
  }

  /** What becomes due in the next moment is claimed together. */
  async function gathered(): Promise<void> {
    if (queue.gatherMs > 0)
      await pause(queue.gatherMs, undefined, { signal: stopping.signal }).catch(() => {});
    await claimAll();
  }

  async function claimAll(): Promise<void> {
    while (requested && !stopping.signal.aborted && running.size < concurrency) {
      const wanted = concurrency - running.size;
      const allowed = room();
      const free = Math.min(wanted, allowed);
      if (free <= 0) return;
      requested = false;
      const limit = Math.min(queue.batch ?? free, allowed);
      const lease = leases.create();
      try {
        const rows = await claim(db, queue, { lease: lease.id, limit, clock });
        // Others may have been at the same brands, so that fewer do not mean that there are no more.
        requested ||= queue.fairBy === undefined ? rows.length === limit : rows.length > 0;
        for (const group of groupsOf(rows)) begin(lease, group);
        // What begins takes up its room a moment later: the next end of a run asks again, or the next look.
        if (free < wanted) return;
      } catch (error) {
        // Two that must not run at once were claimed by two nodes.
        if (!isUniqueViolation(error))
          log.warn({ err: error, queue: queue.name }, 'Work could not be claimed');
      }
    }
  }

  function groupsOf(rows: readonly HeldRow[]): (readonly HeldRow[])[] {
    if (queue.batch === undefined) return rows.map((row) => [row]);
    return rows.length > 0 ? [rows] : [];
  }

  function begin(lease: Lease, rows: readonly HeldRow[]): void {
    const work = queue.handleBatch ? runBatch(lease, rows) : runAlone(lease, rows);
    const run = work.finally(() => {
      running.delete(run);
      for (const row of rows) leases.release(lease, row);
      if (requested || rows.some(keptOthersBack)) wake();
    });
    running.add(run);
  }

  /** What waited behind it may begin. */
  const keptOthersBack = (row: HeldRow) => queue.serialBy !== undefined && row[queue.serialBy] !== null;

  async function runBatch(lease: Lease, rows: readonly HeldRow[]): Promise<void> {
    const { handleBatch } = queue;
    if (!handleBatch) return;
    const answer = await attempt(lease, rows, (run) => handleBatch(app, rows, run));
    if ('outcome' in answer) {
      await settler.recordEach(lease, rows, (index) => answer.outcome[index] ?? 'done');
    } else if (rows.length === 1 || answer.error instanceof Stopped || answer.error instanceof LeaseLost) {
      await Promise.all(rows.map((row) => settler.recordFailure(lease, row, answer.error)));
    } else {
      // One of them may be at fault, and must not keep the others back.
      for (const row of rows) await runBatch(lease, [row]);
    }
  }

  async function runAlone(lease: Lease, [row]: readonly HeldRow[]): Promise<void> {
    const { handle } = queue;
    if (!handle || !row) return;
    const tries = row.work_tries;
    const last = tries >= queue.maxTries(row);
    const isSettled = { value: false };
    const answer = await attempt(lease, [row], (run) =>
      handle(app, row, {
        ...run,
        tries,
        last,
        async settle(tx: DbOrTx, outcome) {
          await settler.settleIn(tx, lease, row, outcome);
          isSettled.value = true;
        },
      }),
    );
    if ('error' in answer) await settler.recordFailure(lease, row, answer.error);
    else await settler.record(lease, [row], answer.outcome ?? (isSettled.value ? 'settled' : 'done'));
  }

  /** Runs the handler, and leaves it behind where it does not heed its signal: it can hold up neither the queue nor a stop. */
  async function attempt<T>(
    lease: Lease,
    rows: readonly HeldRow[],
    work: (run: Run) => Promise<T>,
  ): Promise<{ outcome: T } | { error: unknown }> {
    const controller = new AbortController();
    const { signal } = controller;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason));
    leases.begin(lease, rows, controller);
    const milliseconds = Math.max(...rows.map((row) => queue.timeoutMs(row)));
    const timer = setTimeout(
      () => controller.abort(new Error(`The run took longer than ${milliseconds / SECOND} seconds.`)),
      milliseconds,
    );
    try {
      if (over.signal.aborted) throw new Stopped();
      const run = { lease: lease.id, signal, stopping: stopping.signal };
      return { outcome: await Promise.race([aborted, work(run)]) };
    } catch (error) {
      // What is left behind may still be done: its lease runs out, and the next worker learns that.
      const mayBeDone = signal.aborted && queue.abandoned !== undefined;
      return { error: mayBeDone ? new LeaseLost(queue.name) : error };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    wake,
    /** Until nothing runs and nothing more was found. */
    async ended(): Promise<void> {
      const underWay = () => (claiming ? [claiming, ...running] : [...running]);
      for (let waits = underWay(); waits.length > 0; waits = underWay()) await Promise.all(waits);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await claiming;
      const patience = setTimeout(() => {
        over.abort();
        leases.abortAll(new Stopped());
      }, app.config.shutdownSeconds * SECOND);
      await Promise.all(running);
      clearTimeout(patience);
      await leases.stop();
    },
  };
}
