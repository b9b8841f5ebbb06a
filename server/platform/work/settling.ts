/** What became of a run: in its row, in the log and in the figures. */

import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '../backoff.ts';
import type { Backoff } from '../backoff.ts';
import { SECOND } from '../clock.ts';
import { isUniqueViolation } from '../database/database.ts';
import type { Database, DbOrTx } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { redact } from '../telemetry/log.ts';
import type { Lease, Leases } from './leases.ts';
import { GiveUp, LeaseLost } from './queue.ts';
import type { HeldRow, Outcome, Queue } from './queue.ts';
import { keyOf, settle } from './statements.ts';

const SETTLE_AGAIN: Backoff = { base: 100, cap: 2 * SECOND };
const LONGEST_ERROR = 4000;

/** The worker has stopped. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  constructor() {
    super('The worker stopped before the work was done.');
  }
}

/** What is written into a row. */
type Settled = Exclude<Outcome, 'settled'>;
type Ended = Outcome | 'lost';

const isToWrite = (outcome: Ended): outcome is Settled => outcome !== 'settled' && outcome !== 'lost';

export type Count = (queue: string, outcome: string) => void;

interface SettlerOptions {
  db: Database;
  queue: Queue;
  leases: Leases;
  /** From when nothing more is waited for. */
  over: AbortSignal;
  count: Count;
}

export function createSettler(
  { clock, log, metrics }: Pick<Platform, 'clock' | 'log' | 'metrics'>,
  { db, queue, leases, over, count }: SettlerOptions,
) {
  /** The last try is given up, whether the handler threw or asked for another. */
  function limitTries(row: HeldRow, outcome: Settled): Settled {
    if (typeof outcome === 'string') return outcome;
    if ('giveUp' in outcome) return { ...outcome, giveUp: storableText(outcome.giveUp) };
    if (!('retry' in outcome)) return outcome;
    const reason = storableText(outcome.retry);
    return row.work_tries >= queue.maxTries(row) ? { giveUp: reason } : { ...outcome, retry: reason };
  }

  function logFailure(row: HeldRow, outcome: Ended, error: unknown): void {
    if (typeof outcome === 'string') return;
    const { name, kindOf } = queue;
    const facts = { queue: name, kind: kindOf(row), key: keyOf(queue, row), tries: row.work_tries };
    if ('giveUp' in outcome)
      log.error({ ...facts, err: error ?? outcome.giveUp }, 'Work has failed for good');
    else if ('retry' in outcome)
      log.warn({ ...facts, err: error ?? outcome.retry }, 'Work has failed and will be tried again');
  }

  /** The database may be away for a moment: as long as the lease lasts, no other worker has begun. */
  async function settleSurely(lease: Lease, rows: readonly HeldRow[], outcome: Settled): Promise<HeldRow[]> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await settle(db, queue, { rows, lease: lease.id, outcome, clock });
      } catch (error) {
        if (isUniqueViolation(error) && queue.whenDone === 'delete' && outcome !== 'done') {
          // A newer row that stands for the same thing waits already.
          if (rows.length === 1) return settleSurely(lease, rows, 'done');
          return (await Promise.all(rows.map((row) => settleSurely(lease, [row], outcome)))).flat();
        }
        if (over.aborted || leases.isOver(lease)) {
          log.warn({ err: error, queue: queue.name }, 'What became of a work could not be written down');
          return [];
        }
        await pause(backoff(SETTLE_AGAIN, failures));
      }
    }
  }

  /** Of rows that are alike, what is written down is one statement. */
  async function record(
    lease: Lease,
    rows: readonly HeldRow[],
    answer: Ended,
    error?: unknown,
  ): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const outcome = isToWrite(answer) ? limitTries(first, answer) : answer;
    for (const row of rows) logFailure(row, outcome, error);
    const held = new Set(isToWrite(outcome) ? await settleSurely(lease, rows, outcome) : []);
    for (const row of rows) {
      leases.release(lease, row);
      const label = outcome === 'settled' || held.has(row) ? labelOf(outcome) : 'lost';
      metrics.work.inc({ queue: queue.name, kind: queue.kindOf(row), outcome: label });
      count(queue.name, label);
    }
  }

  return {
    /** As a part of the handler's own transaction. */
    async settleIn(tx: DbOrTx, lease: Lease, row: HeldRow, outcome: Settled): Promise<void> {
      const settling = { rows: [row], lease: lease.id, outcome: limitTries(row, outcome), clock };
      if ((await settle(tx, queue, settling)).length === 0) throw new LeaseLost(queue.name);
    },
    record,
    /** Rows of a batch, each with what became of it. */
    async recordEach(
      lease: Lease,
      rows: readonly HeldRow[],
      outcomeOf: (index: number) => Outcome,
    ): Promise<void> {
      const alike = Map.groupBy(rows.keys(), (index) =>
        JSON.stringify([outcomeOf(index), rows[index]?.work_tries]),
      );
      await Promise.all(
        Array.from(alike.values(), ([first = 0, ...others]) => {
          const own = rows.filter((_, index) => index === first || others.includes(index));
          return record(lease, own, outcomeOf(first));
        }),
      );
    },
    recordFailure: (lease: Lease, row: HeldRow, error: unknown) =>
      record(lease, [row], outcomeOfError(error), error),
  };
}

function outcomeOfError(error: unknown): Ended {
  if (error instanceof LeaseLost) return 'lost';
  if (error instanceof Stopped) return { untriedFor: 0, reason: error.message };
  const message = error instanceof Error ? error.message || error.name : String(error);
  const reason = message || 'unknown error';
  return error instanceof GiveUp ? { giveUp: reason } : { retry: reason };
}

function labelOf(outcome: Ended): string {
  if (typeof outcome === 'string' || 'done' in outcome || 'dueIn' in outcome) return 'done';
  if ('untriedFor' in outcome) return 'untried';
  return 'giveUp' in outcome ? 'failed' : 'retry';
}

/** With nothing secret in it, and without a character that PostgreSQL refuses in a text. */
function storableText(text: string): string {
  return redact(text).replaceAll('\0', '').slice(0, LONGEST_ERROR).toWellFormed();
}
