import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrateToLatest } from '#server/platform/database/connect-database.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts';

/** It may be lost. */
const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** A migrated database in a folder of its own that is gone afterwards. */
export async function withScratchDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'serenata-scratch-'));
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, tuning });
    try {
      const { db, pool, close } = openDatabase({ url: server.url, poolSize: 2, onIdleError: () => {} });
      try {
        await migrateToLatest(db);
        return await work(pool);
      } finally {
        await close();
      }
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
