import { readConfig, readEnvironment } from '#server/platform/config/config.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { withDatabase } from '../scripts/lib/reach-database.ts';

/** Works on the database of the server under test, for what no page can do. */
export async function inDatabase(work: (db: Database, config: Config) => Promise<void>): Promise<void> {
  const environment = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] };
  const config = readConfig(readEnvironment(undefined, environment));
  await withDatabase(config, (db) => work(db, config));
}
