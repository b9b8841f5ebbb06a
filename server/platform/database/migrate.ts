import { readdir } from 'node:fs/promises';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import type { Database } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);

async function loadMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{14}-[a-z-]+\.ts$/.test(file));
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(new URL(file, folder).href)) as Migration] as const),
  );
  return Object.fromEntries(modules);
}

/** Brings the schema up to date. Concurrent starts wait for each other. Returns the names of what was applied. */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: loadMigrations },
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}
