import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPool, Transaction } from 'kysely';
import pg from 'pg';
import { AwayError } from '../away.ts';
import { backoff } from '../backoff.ts';
import type { DB } from './database-types.gen.ts';
import { preparingClient } from './prepared-statements.ts';
import { watchPulse } from './pulse.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;
/** What a query needs when it does not care whether it stands in a transaction. */
export type DbOrTx = Database | Tx;

const INT8 = 20;
const NUMERIC = 1700;
const types = new pg.TypeOverrides();
// Counts and sums of ours fit a double; what does not fit is a bug worth an error.
types.setTypeParser(INT8, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error('a number from the database does not fit');
  return number;
});
types.setTypeParser(NUMERIC, Number);

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Called with errors on idle connections, which otherwise end the process. */
  onIdleError: (error: Error) => void;
  /** Called with what failed after a transaction had committed. A warning of the process where missing. */
  onEffectError?: (error: unknown) => void;
  /**
   * Called when the database falls silent and when it answers again. Where it is set, no caller waits for a silent one.
   */
  onSilence?: (silent: boolean) => void;
  /** How long a caller waits for a connection. */
  patienceMs?: number;
  /**
   * Each statement is planned once a connection, whatever its values are. Otherwise PostgreSQL plans it for the values of each
   * of its first five uses, and for ever where it believes the lists of today to be shorter than usual.
   */
  plansOnce?: boolean;
}

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** A database with a handler for effects that fail after one of its transactions. */
class ReportingDatabase extends Kysely<DB> {
  readonly onEffectError: (error: unknown) => void;

  constructor(pool: PostgresPool, onEffectError: (error: unknown) => void) {
    super({ dialect: new PostgresDialect({ pool }) });
    this.onEffectError = onEffectError;
  }
}

export function openDatabase(options: DatabaseOptions): DatabaseHandle {
  const { url, poolSize, onIdleError, onEffectError, onSilence, patienceMs = 10_000, plansOnce } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    Client: preparingClient(),
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'serenata',
    keepAlive: true,
    ...(plansOnce && { options: '-c plan_cache_mode=force_generic_plan' }),
  });
  pool.on('error', onIdleError);
  // A connection that breaks while in use also fails its query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError));
  const pulse = onSilence && watchPulse({ url, pool, onChange: onSilence });
  const connections: PostgresPool = {
    options: pool.options,
    connect: async () => {
      if (pulse?.isSilent()) throw new AwayError('the database has fallen silent');
      return pool.connect();
    },
    end: () => pool.end(),
  };
  const db = new ReportingDatabase(connections, onEffectError ?? warn);
  async function close(): Promise<void> {
    pulse?.stop();
    await db.destroy();
    // Kysely ends only a pool that it has used itself.
    if (!pool.ending) await pool.end();
  }
  return { db, pool, close };
}

export type AfterCommit = (effect: () => void | Promise<void>) => void;

const MOST_TRIES = 8;
const RETRY = { base: 20, cap: 500, jitter: 0.95 };
/** A deadlock, which the database resolved by ending one of the two, and a transaction that could not be serialised. */
const collisions = new Set(['40P01', '40001']);

/**
 * Runs the work in a transaction, and again where it collided with another one: so the work does nothing outside the
 * database. Effects registered with `afterCommit` run once it has committed, only those of the run that did, and cannot
 * fail the call: its change is stored. What must not be lost is a job of the transaction instead.
 */
export async function transact<T>(
  db: Database,
  work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const effects: (() => void | Promise<void>)[] = [];
    try {
      const result = await db.transaction().execute((tx) => {
        const afterCommit: AfterCommit = (effect) => effects.push(effect);
        ownEffects.set(tx, { db, afterCommit });
        return work(tx, afterCommit);
      });
      for (const effect of effects) await carryOut(db, effect);
      return result;
    } catch (error) {
      if (!isCollision(error) || attempt >= MOST_TRIES) throw error;
    }
    await pause(backoff(RETRY, attempt));
  }
}

const ownEffects = new WeakMap<DbOrTx, { db: Database; afterCommit: AfterCommit }>();

/**
 * Runs an effect for those who are not handed `afterCommit`: at once outside of a transaction, after the commit of one by
 * `transact`, and never for any other.
 */
export function onceCommitted(db: DbOrTx, effect: (db: Database) => void): void {
  const own = ownEffects.get(db);
  if (own) own.afterCommit(() => effect(own.db));
  else if (!db.isTransaction) effect(db);
}

/** Two got in each other's way, and the database ended one of them. */
export function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && collisions.has(String(error.code));
}

async function carryOut(db: Database, effect: () => void | Promise<void>): Promise<void> {
  try {
    await effect();
  } catch (error) {
    const report = db instanceof ReportingDatabase ? db.onEffectError : warn;
    report(error);
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/** Bytes as they stand in JSON that the database reads rows from. */
export function byteaOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}

/** SQL states of data that cannot be stored, from any client. */
const BAD_DATA = /^2[23]/;

export function isBadData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BAD_DATA.test(String(error.code));
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
