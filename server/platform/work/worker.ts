import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '../backoff.ts';
import type { Backoff } from '../backoff.ts';
import { SECOND } from '../clock.ts';
import { isUniqueViolation } from '../database/database.ts';
import type { Database, DbOrTx } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { redact } from '../telemetry/log.ts';
import { GiveUp, LeaseLost } from './queue.ts';
import type { HeldRow, Outcome, Queue, Run } from './queue.ts';
import { createRates } from './rates.ts';
import { claim, extend, findDue, keyOf, settle } from './statements.ts';
import type { WakeUps } from './wake.ts';

const LOOK_EVERY = SECOND;
const SETTLE_AGAIN: Backoff = { base: 100, cap: 2 * SECOND };
const LONGEST_ERROR = 4000;

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

/** Rows that were claimed together and are not settled yet. */
interface Lease {
  id: string;
  rows: Set<HeldRow>;
  runs: Map<HeldRow, AbortController>;
  /** When it ends unless it is extended, by a monotonic clock. */
  endsAt: number;
}

/** Outcomes that say more than a word. */
type Measures = Exclude<Outcome, string>;

class Stopped extends Error {
  override readonly name = 'Stopped';
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

type Count = (queue: string, outcome: string) => void;

/** Runs one queue. */
function createRunner(app: Platform, db: Database, queue: Queue, count: Count) {
  const { clock, log } = app;
  const concurrency = queue.concurrency(app);
  const leases = new Set<Lease>();
  const running = new Set<Promise<void>>();
  let claiming: Promise<void> | undefined;
  /** There may be more to claim than was. */
  let requested = false;
  const stopping = new AbortController();
  /** What is not ended by then is given back. */
  const over = new AbortController();
  let beating: Promise<void> | undefined;
  const beats = setInterval(() => {
    abortEnded();
    beating ??= beat().finally(() => (beating = undefined));
  }, queue.leaseMs / 3);
  beats.unref();

  const room = () => Math.floor(queue.room?.(app) ?? Number.POSITIVE_INFINITY);

  function wake(): boolean {
    if (stopping.signal.aborted) return false;
    requested = true;
    const hasRoom = running.size < concurrency && room() > 0;
    if (hasRoom) claiming ??= claimAll().finally(() => (claiming = undefined));
    return hasRoom;
  }

  async function claimAll(): Promise<void> {
    while (requested && !stopping.signal.aborted && running.size < concurrency) {
      const wanted = concurrency - running.size;
      const free = Math.min(wanted, room());
      if (free <= 0) return;
      requested = false;
      const limit = queue.batch ?? free;
      const lease: Lease = { id: randomUUID(), rows: new Set(), runs: new Map(), endsAt: endOfLease() };
      try {
        const rows = await claim(db, queue, { lease: lease.id, limit, clock });
        // Others may have been at the same brands, so that fewer do not mean that there are no more.
        requested ||= queue.fairBy === undefined ? rows.length === limit : rows.length > 0;
        if (rows.length > 0) begin(lease, rows);
        // What begins takes up its room a moment later: the next end of a run asks again, or the next look.
        if (free < wanted) return;
      } catch (error) {
        // Two that must not run at once were claimed by two nodes.
        if (!isUniqueViolation(error))
          log.warn({ err: error, queue: queue.name }, 'Work could not be claimed');
      }
    }
  }

  const endOfLease = () => performance.now() + queue.leaseMs;

  function begin(lease: Lease, rows: readonly HeldRow[]): void {
    lease.rows = new Set(rows);
    leases.add(lease);
    const groups = queue.batch === undefined ? rows.map((row) => [row]) : [rows];
    for (const group of groups) {
      const run = (queue.handleBatch ? runBatch(lease, group) : runAlone(lease, group)).finally(() => {
        running.delete(run);
        for (const row of group) release(lease, row);
        if (requested || group.some(keptOthersBack)) wake();
      });
      running.add(run);
    }
  }

  /** What waited behind it may begin. */
  const keptOthersBack = (row: HeldRow) => queue.serialBy !== undefined && row[queue.serialBy] !== null;

  function release(lease: Lease, row: HeldRow): void {
    lease.rows.delete(row);
    lease.runs.delete(row);
    if (lease.rows.size === 0) leases.delete(lease);
  }

  async function runBatch(lease: Lease, rows: readonly HeldRow[]): Promise<void> {
    const { handleBatch } = queue;
    if (!handleBatch) return;
    const answer = await attempt(lease, rows, (run) => handleBatch(app, rows, run));
    if ('outcome' in answer) {
      const alike = Map.groupBy(rows.keys(), (index) =>
        JSON.stringify([answer.outcome[index], rows[index]?.work_tries]),
      );
      await Promise.all(
        Array.from(alike.values(), (group) => {
          const outcome = answer.outcome[group[0] ?? 0] ?? 'done';
          return record(
            lease,
            rows.filter((_, index) => group.includes(index)),
            outcome,
          );
        }),
      );
    } else if (rows.length === 1 || isEnded(answer.error)) {
      await Promise.all(rows.map((row) => record(lease, [row], outcomeOf(answer.error), answer.error)));
    } else {
      // One of them may be at fault, and must not keep the others back.
      for (const row of rows) await runBatch(lease, [row]);
    }
  }

  async function runAlone(lease: Lease, [row]: readonly HeldRow[]): Promise<void> {
    const { handle } = queue;
    if (!handle || !row) return;
    const tries = row.work_tries;
    const isSettled = { value: false };
    const answer = await attempt(lease, [row], (run) =>
      handle(app, row, {
        ...run,
        tries,
        last: tries >= queue.maxTries(row),
        async settle(tx: DbOrTx, outcome) {
          const settling = { rows: [row], lease: lease.id, outcome: limitTries(row, outcome), clock };
          if ((await settle(tx, queue, settling)).length === 0) throw new LeaseLost(queue.name);
          isSettled.value = true;
        },
      }),
    );
    if ('error' in answer) await record(lease, [row], outcomeOf(answer.error), answer.error);
    else await record(lease, [row], answer.outcome ?? (isSettled.value ? 'settled' : 'done'));
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
    for (const row of rows) lease.runs.set(row, controller);
    const milliseconds = Math.max(...rows.map((row) => queue.timeoutMs(row)));
    const timer = setTimeout(
      () => controller.abort(new Error(`The run took longer than ${milliseconds / SECOND} seconds.`)),
      milliseconds,
    );
    try {
      if (over.signal.aborted) throw new Stopped();
      return {
        outcome: await Promise.race([aborted, work({ lease: lease.id, signal, stopping: stopping.signal })]),
      };
    } catch (error) {
      return { error };
    } finally {
      clearTimeout(timer);
    }
  }

  const isEnded = (error: unknown) => error instanceof Stopped || error instanceof LeaseLost;

  function outcomeOf(error: unknown): Outcome | 'lost' {
    if (error instanceof LeaseLost) return 'lost';
    if (error instanceof Stopped)
      return { untriedFor: 0, reason: 'The worker stopped before the work was done.' };
    const message = error instanceof Error ? error.message || error.name : String(error);
    const reason = message || 'unknown error';
    return error instanceof GiveUp ? { giveUp: reason } : { retry: reason };
  }

  /** The last try is given up, whether the handler threw or asked for another. */
  function limitTries<T extends string>(row: HeldRow, outcome: T | Measures): T | Measures {
    if (typeof outcome === 'string') return outcome;
    if ('giveUp' in outcome) return { ...outcome, giveUp: storableText(outcome.giveUp) };
    if (!('retry' in outcome)) return outcome;
    const reason = storableText(outcome.retry);
    return row.work_tries >= queue.maxTries(row) ? { giveUp: reason } : { ...outcome, retry: reason };
  }

  function logFailure(row: HeldRow, outcome: Outcome | 'lost', error: unknown): void {
    if (typeof outcome === 'string') return;
    const { name, kindOf } = queue;
    const facts = { queue: name, kind: kindOf(row), key: keyOf(queue, row), tries: row.work_tries };
    if ('giveUp' in outcome)
      log.error({ ...facts, err: error ?? outcome.giveUp }, 'Work has failed for good');
    else if ('retry' in outcome)
      log.warn({ ...facts, err: error ?? outcome.retry }, 'Work has failed and will be tried again');
  }

  /** Of rows that are alike, what is written down is one statement. */
  async function record(
    lease: Lease,
    rows: readonly HeldRow[],
    answer: Outcome | 'lost',
    error?: unknown,
  ): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const outcome = limitTries(first, answer);
    for (const row of rows) logFailure(row, outcome, error);
    const isOver = outcome === 'settled' || outcome === 'lost';
    const held = new Set(isOver ? [] : await settleSurely(lease, rows, outcome));
    for (const row of rows) {
      release(lease, row);
      const label = outcome === 'settled' || held.has(row) ? labelOf(outcome) : 'lost';
      app.metrics.work.inc({ queue: queue.name, kind: queue.kindOf(row), outcome: label });
      count(queue.name, label);
    }
  }

  /** The database may be away for a moment: as long as the lease lasts, no other worker has begun. */
  async function settleSurely(
    lease: Lease,
    rows: readonly HeldRow[],
    outcome: Exclude<Outcome, 'settled'>,
  ): Promise<HeldRow[]> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await settle(db, queue, { rows, lease: lease.id, outcome, clock });
      } catch (error) {
        if (isUniqueViolation(error) && queue.whenDone === 'delete' && outcome !== 'done') {
          // A newer row that stands for the same thing waits already.
          if (rows.length === 1) return settleSurely(lease, rows, 'done');
          return (await Promise.all(rows.map((row) => settleSurely(lease, [row], outcome)))).flat();
        }
        if (over.signal.aborted || performance.now() > lease.endsAt) {
          log.warn({ err: error, queue: queue.name }, 'What became of a work could not be written down');
          return [];
        }
        await pause(backoff(SETTLE_AGAIN, failures));
      }
    }
  }

  async function beat(): Promise<void> {
    for (const lease of leases) {
      const rows = [...lease.rows];
      const endsAt = endOfLease();
      try {
        const held = new Set(await extend(db, queue, { lease: lease.id, rows, clock }));
        lease.endsAt = endsAt;
        // Of a batch some may be settled by their handler already.
        const going = new Set([...held].map((row) => lease.runs.get(row)));
        for (const [row, run] of lease.runs)
          if (!held.has(row) && !going.has(run)) run.abort(new LeaseLost(queue.name));
      } catch (error) {
        log.warn({ err: error, queue: queue.name }, 'A lease could not be extended');
      }
    }
  }

  /** Those that could not be extended in time belong to no worker by now. */
  function abortEnded(): void {
    for (const { endsAt, runs } of leases)
      if (performance.now() > endsAt) for (const run of runs.values()) run.abort(new LeaseLost(queue.name));
  }

  return {
    wake,
    /** Until nothing runs and nothing more was found. */
    async ended(): Promise<void> {
      const underWay = () => (claiming ? [claiming, ...running] : [...running]);
      for (let waits = underWay(); waits.length > 0; waits = underWay()) await Promise.all(waits);
    },
    async stop() {
      stopping.abort();
      await claiming;
      const patience = setTimeout(() => {
        over.abort();
        for (const { runs } of leases)
          for (const run of runs.values())
            run.abort(new Stopped('The worker stopped before the work was done.'));
      }, app.config.shutdownSeconds * SECOND);
      await Promise.all(running);
      clearTimeout(patience);
      clearInterval(beats);
      await beating;
    },
  };
}

function labelOf(outcome: Outcome | 'lost'): string {
  if (typeof outcome === 'string' || 'done' in outcome || 'dueIn' in outcome) return 'done';
  if ('untriedFor' in outcome) return 'untried';
  return 'giveUp' in outcome ? 'failed' : 'retry';
}

/** With nothing secret in it, and without a character that PostgreSQL refuses in a text. */
function storableText(text: string): string {
  return redact(text).replaceAll('\0', '').slice(0, LONGEST_ERROR).toWellFormed();
}
