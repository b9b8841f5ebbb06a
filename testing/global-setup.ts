import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Binaries } from '#embedded-postgres/choose-user.ts';
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import type { Settings } from '#embedded-postgres/postmaster.ts';
import { saveBrandFiles } from '#server/brands/brand-files.ts';
import { seedPlaces } from '#server/countries/seed-places.ts';
import { migrateToLatest } from '#server/platform/database/connect-database.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { PREPARED, TEMPLATE, databaseUrlOf } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** How databases are copied; the faster one differs. */
    copyStrategy: 'file_copy' | 'wal_log';
    /** For what several files share; it goes when the run is over. */
    scratchFolder: string;
  }
}

/** Tests lose nothing when the machine crashes, so they need not wait for its disk. */
const tuning = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Its workers belong to the superuser, and a database that one of them is in cannot be dropped.
  autovacuum: 'off',
  // A statement is planned once a connection, as it is on a server that has run for a while, and not the first five times.
  plan_cache_mode: 'force_generic_plan',
  // Helpers of a query are processes of their own, and what tests read is small: making them would be most of the work.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  // There is no replica, so what is filled again needs no log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Many servers and their pools at once.
  max_connections: '300',
};

/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('copyStrategy', 'file_copy');
  return prepareDatabases(project, { tuning: { ...tuning, file_copy_method: 'clone' }, copied: true });
}

export async function prepareDatabases(
  project: TestProject,
  { copied, ...server }: { tuning?: Settings; binaries?: Binaries; copied: boolean },
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'serenata-test-'));
  const scratchFolder = await mkdtemp(join(tmpdir(), 'serenata-scratch-'));
  const start = () => startEmbeddedPostgres({ dataDir, log: () => {}, tuning, ...server });
  const first = await start();
  await fill(first.url, async ({ db }) => {
    await migrateToLatest(db);
    await seedPlaces(db);
  });
  if (copied) {
    // While no test writes there, for servers that have their database in their own folder.
    await first.stop();
    await cp(join(dataDir, 'postgres'), join(scratchFolder, PREPARED), { recursive: true });
  }
  const postgres = copied ? await start() : first;
  const { pathname } = new URL(postgres.url);
  const url = databaseUrlOf(postgres.url, 'postgres');
  await fill(url, ({ pool }) => pool.query(`create database ${TEMPLATE} template ${pathname.slice(1)}`));
  await fill(databaseUrlOf(postgres.url, TEMPLATE), ({ db }) => saveBrandFiles(db));
  project.provide('postgresUrl', postgres.url);
  project.provide('scratchFolder', scratchFolder);
  return async () => {
    await postgres.stop();
    for (const folder of [dataDir, scratchFolder]) await rm(folder, { recursive: true, force: true });
  };
}

async function fill(url: string, work: (handle: DatabaseHandle) => Promise<unknown>): Promise<void> {
  const handle = openDatabase({ url, poolSize: 1, onIdleError: () => {} });
  await work(handle);
  await handle.close();
}
