import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Binaries } from '../embedded-postgres/create-cluster.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import type { Settings } from '../embedded-postgres/postmaster.ts';
import { saveBrandFiles } from '../server/brands/save-brand.ts';
import { seedPlaces } from '../server/countries/seed-places.ts';
import { migrateToLatest } from '../server/platform/database/connect-database.ts';
import { openDatabase } from '../server/platform/database/database.ts';
import { installJobsSchema } from '../server/platform/jobs/heartbeat.ts';
import { TEMPLATE, databaseUrlOf } from './template.ts';

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
  // Helpers of a query are processes of their own, and what tests read is small: making them would be most of the work.
  max_parallel_workers_per_gather: '0',
  // Many servers and their pools at once.
  max_connections: '300',
};

/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('copyStrategy', 'file_copy');
  return prepareDatabases(project, { tuning: { ...tuning, file_copy_method: 'clone' } });
}

export async function prepareDatabases(
  project: TestProject,
  server: { tuning?: Settings; binaries?: Binaries },
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'serenata-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, tuning, ...server });
  const admin = openDatabase({ url: postgres.url, poolSize: 1, onIdleError: () => {} });
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.close();
  const template = openDatabase({
    url: databaseUrlOf(postgres.url, TEMPLATE),
    poolSize: 1,
    onIdleError: () => {},
  });
  await migrateToLatest(template.db);
  await installJobsSchema(template.pool);
  await seedPlaces(template.db);
  await saveBrandFiles(template.db);
  await template.close();
  project.provide('postgresUrl', postgres.url);
  const scratchFolder = await mkdtemp(join(tmpdir(), 'serenata-scratch-'));
  project.provide('scratchFolder', scratchFolder);
  return async () => {
    await postgres.stop();
    for (const folder of [dataDir, scratchFolder]) await rm(folder, { recursive: true, force: true });
  };
}
