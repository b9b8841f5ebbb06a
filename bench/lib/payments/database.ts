import pg from 'pg';
import { saveBrandFiles } from '#server/brands/brand-files.ts';
import { seedPlaces } from '#server/countries/seed-places.ts';
import { migrateToLatest } from '#server/platform/database/connect-database.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../../embedded-postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../embedded-postgres/embedded-postgres.ts';
import type { Home } from '../people-statements.ts';
import { readHome } from '../scale-folder.ts';

export interface PaymentsDatabase {
  url: string;
  postgres: EmbeddedPostgres;
  /** For looking at what became of it all. */
  pool: pg.Pool;
  stop(): Promise<void>;
}

/** A database of its own with our schema and brands, and whatever the statements put in. */
export async function startPaymentsDatabase(
  folder: string,
  statementsFor: (home: Home) => string[],
): Promise<PaymentsDatabase> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  try {
    const { url } = postgres;
    await fill(url, statementsFor);
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    // The database may stop before the last connection has ended.
    pool.on('error', () => {});
    return {
      url,
      postgres,
      pool,
      async stop() {
        await pool.end();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function fill(url: string, statementsFor: (home: Home) => string[]): Promise<void> {
  const handle = openDatabase({ url, poolSize: 1, onIdleError: () => {} });
  try {
    await migrateToLatest(handle.db);
    await saveBrandFiles(handle.db);
    await seedPlaces(handle.db);
    const home = await readHome(handle, new Date());
    for (const statement of ['set statement_timeout = 0', ...statementsFor(home), 'vacuum (freeze, analyze)'])
      await handle.pool.query(statement);
  } finally {
    await handle.close();
  }
}

/** Another one in the same place, for what is compared. */
export async function addDatabase({ url, pool }: PaymentsDatabase, name: string): Promise<string> {
  await pool.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
