import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { readBrandFiles, saveBrandFiles } from '#server/brands/brand-files.ts';
import { saveBrand } from '#server/brands/save-brand.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createTestApp } from './app.ts';
import { PREPARED } from './template.ts';
import { World } from './world.ts';

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  return folder;
}

/** Ends as soon as one connection waits for a lock that another holds. */
export async function waitForBlockedSession(db: Database): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
}

export interface ExternalPostgres {
  url: string;
  stop(): Promise<void>;
  /** At the same address. */
  start(): Promise<void>;
}

/** A PostgreSQL of another owner, who stops and starts it as they like. Its database is migrated. */
export async function startExternalPostgres(folder?: string): Promise<ExternalPostgres> {
  const dataDir = folder ?? (await makeFolder());
  await cp(join(inject('scratchFolder'), PREPARED), join(dataDir, 'postgres'), { recursive: true });
  const launch = () => startEmbeddedPostgres({ dataDir, log: () => {}, tuning: { fsync: 'off' } });
  let running: EmbeddedPostgres | undefined = await launch();
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  onTestFinished(stop);
  return {
    url: running.url,
    stop,
    async start() {
      running = await launch();
    },
  };
}

/** Puts the demo brands into a migrated database, and lets the test make people there. */
export async function seedBrands(url: string): Promise<{ db: Database; world: World }> {
  const { db, close } = openDatabase({ url, poolSize: 2, onIdleError: () => {} });
  onTestFinished(close);
  await saveBrandFiles(db);
  return { db, world: new World(await createTestApp(db, url, await makeFolder())) };
}

/** Gives the first demo brand another title. */
export async function renameBrand(db: Database, title: string): Promise<void> {
  const [file] = await readBrandFiles();
  if (!file) throw new Error('no brand file');
  await saveBrand(db, { ...file, settings: { ...file.settings, title } });
}
