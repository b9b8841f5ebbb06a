import { readdir } from 'node:fs/promises';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import type { Config } from '../config/config.ts';
import {
  ForeignSchema,
  StartupFault,
  checkServerVersion,
  explainDatabaseError,
  explainMigrationError,
} from '../config/startup-fault.ts';
import type { Logger } from '../telemetry/log.ts';
import { withTimeout } from '../timeout.ts';
import { openDatabase } from './database.ts';
import type { Database, DatabaseHandle, DatabaseOptions } from './database.ts';
import { applyChangedRules, applyRules, applyRulesBeforeTables, readRules } from './rules.ts';
import { checkFingerprints, recordingFingerprint } from './schema-fingerprint.ts';
import type { StatementProgress } from './schema-fingerprint.ts';

const folder = new URL('../../migrations/', import.meta.url);

async function loadMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{14}-[a-z-]+\.ts$/.test(file));
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(new URL(file, folder).href)) as Migration] as const),
  );
  return Object.fromEntries(modules);
}

/** Fails with `ForeignSchema` where the tables were made by other code than this. */
export async function checkSchema(db: Database): Promise<void> {
  await checkFingerprints(db, await loadMigrations());
}

/**
 * Migrates the tables and applies the rules. Concurrent starts wait for each other. Returns the names of the migrations
 * that were applied. Fails with `ForeignSchema`, before anything is changed, where the tables are those of other code.
 * `tell` gets which of several migrations is at work, or which part of a single one.
 */
export async function migrateToLatest(
  db: Database,
  onStep: (number: number, count: number, what: string) => void = () => {},
): Promise<string[]> {
  const rules = await readRules();
  const migrations = await loadMigrations();
  await checkFingerprints(db, migrations);
  let pending: string[] = [];
  const progressOf =
    (name: string): StatementProgress =>
    (number, count, table) =>
      pending.length > 1
        ? onStep(pending.indexOf(name) + 1, pending.length, name)
        : onStep(number, count, table);
  /** The rules follow the last migration in its transaction: no other node ever works with the new tables and the old rules. */
  const withRules = (name: string, migration: Migration): Migration => ({
    async up(tx) {
      if (name === pending[0]) await applyRulesBeforeTables(tx, rules);
      await recordingFingerprint(name, migration, progressOf(name)).up(tx);
      if (name === pending.at(-1)) await applyRules(tx, rules, { migrated: true });
    },
  });
  const provided = Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, withRules(name, migration)]),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(provided) },
    allowUnorderedMigrations: true,
  });
  pending = (await migrator.getMigrations())
    .filter(({ executedAt }) => executedAt === undefined)
    .map(({ name }) => name);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  // Another node, of other code, may have made the tables in between.
  if (results.length === 0) await checkFingerprints(db, migrations);
  await applyChangedRules(db, rules);
  return results.map(({ migrationName }) => migrationName);
}

interface ConnectedDatabase {
  url: string;
  primary: DatabaseHandle;
  /** The primary once more, for statements that do something for many at once: some are dear to plan. */
  batches: Database;
  replica: Database;
  close(): Promise<void>;
}

/** Two of each sort at most run at once, and few sorts at the same moment. */
const BATCH_CONNECTIONS = 6;

const CLOSE_MS = 3_000;
/** A page that waits longer for a connection is asked to come back. */
const CONNECT_MS = 4_000;

/** Opens the database that the configuration names, or runs our own, and migrates its schema. */
export async function connectDatabase(
  config: Config,
  log: Logger,
  step: (what: string) => void,
): Promise<ConnectedDatabase> {
  const own = config.database.url === undefined ? await startOwn(config, log, step) : undefined;
  const url = own?.url ?? config.database.url ?? '';
  const open = (address: string, how: Partial<DatabaseOptions> = {}) =>
    openDatabase({
      url: address,
      poolSize: config.database.poolSize,
      onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
      patienceMs: CONNECT_MS,
      onSilence: (silent) =>
        silent
          ? log.error('the database has fallen silent: nobody waits for it until it answers')
          : log.info('the database answers again'),
      onEffectError: (error) => log.error({ err: error }, 'something failed that followed a transaction'),
      ...how,
    });
  const opened: DatabaseHandle[] = [];
  const close = async () => {
    // A statement whose caller has gone must not hold up the stop.
    const closed = Promise.all(opened.map((handle) => handle.close()));
    await withTimeout(closed, CLOSE_MS, () => undefined);
    await own?.stop();
  };
  try {
    const primary = open(url);
    opened.push(primary);
    await checkServer(primary, url, 'DATABASE_URL');
    step(SCHEMA_STEP);
    await bringUpToDate(primary, { config, log, step });
    const batches = open(url, { poolSize: BATCH_CONNECTIONS, plansOnce: true, onSilence: () => {} });
    opened.push(batches);
    const { replicaUrl } = config.database;
    const replica = replicaUrl ? open(replicaUrl) : primary;
    if (replicaUrl) {
      opened.push(replica);
      await checkServer(replica, replicaUrl, 'DATABASE_REPLICA_URL');
    }
    return { url, primary, batches: batches.db, replica: replica.db, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startOwn(config: Config, log: Logger, step: (what: string) => void) {
  step('Starting the database');
  const own = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line, level) => log[level === 'info' ? 'debug' : level](line),
  });
  own.exited
    .then((how) => {
      if (how !== 'failed') return;
      log.fatal('the database cannot be kept running; stopping');
      process.exitCode = 1;
      process.kill(process.pid, 'SIGTERM');
    })
    .catch(() => {});
  return own;
}

async function checkServer({ pool }: DatabaseHandle, url: string, variable: string): Promise<void> {
  try {
    const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num');
    checkServerVersion(Number(rows[0]?.server_version_num));
  } catch (error) {
    throw error instanceof StartupFault ? error : explainDatabaseError(error, url, variable);
  }
}

const SCHEMA_STEP = 'Bringing the schema up to date';

interface Start {
  config: Config;
  log: Logger;
  step: (what: string) => void;
}

async function bringUpToDate({ db }: DatabaseHandle, { config, log, step }: Start): Promise<void> {
  try {
    await migrateToLatest(db, (number, count, what) =>
      step(`${SCHEMA_STEP} (${number} of ${count}: ${what})`),
    );
  } catch (error) {
    const explained = explainSchemaError(error, config);
    // Those who change the schema while the server runs know that it has changed.
    if (!(error instanceof ForeignSchema && config.devServer)) throw explained;
    log.warn(`${(explained as Error).message} Going on with the tables as they are.`);
  }
}

/** Says in one sentence why a database cannot be worked on with this code; what it does not know it gives back. */
export function explainSchemaError(error: unknown, { database, dataDir }: Config): unknown {
  return explainMigrationError(error, database.url === undefined ? { dataDir } : { url: database.url });
}
