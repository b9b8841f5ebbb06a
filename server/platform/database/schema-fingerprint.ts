import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from './database.ts';

/** A database has tables that were made by other statements than those of this code. */
export class ForeignSchema extends Error {
  override readonly name = 'ForeignSchema';
}

/**
 * What a migration does to a database, as a short text. It is made of the statements that the migration runs, wherever they
 * are written, so nothing has to be remembered when one of them changes. Comments between them do not count.
 */
async function fingerprintOf(migration: Migration): Promise<string> {
  const statements = createHash('sha256');
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      statements.update(`${withoutComments(query.sql)}\n${JSON.stringify(query.parameters)}\n`);
    },
  });
  await migration.up(recorder);
  return statements.digest('hex');
}

function withoutComments(statement: string): string {
  return statement
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('--'))
    .join('\n');
}

/** The same migration, which leaves its fingerprint in the transaction that it runs in. */
export function recordingFingerprint(name: string, migration: Migration): Migration {
  return {
    ...migration,
    async up(db) {
      const fingerprint = await fingerprintOf(migration);
      await migration.up(db);
      await sql`insert into schema_fingerprint (migration, fingerprint) values (${name}, ${fingerprint})`.execute(
        db,
      );
    },
  };
}

/**
 * Fails with `ForeignSchema` where a migration was applied here in another form than the one that this code knows. An empty
 * database is nobody's, and migrations that are unknown here are for the migrator to judge.
 */
export async function checkFingerprints(db: Database, migrations: Record<string, Migration>): Promise<void> {
  const recorded = await readFingerprints(db);
  for (const [name, fingerprint] of recorded) {
    const migration = migrations[name];
    if (migration && fingerprint !== (await fingerprintOf(migration))) throw new ForeignSchema(name);
  }
}

/** By the migration; null where it was applied before fingerprints were kept. */
async function readFingerprints(db: Database): Promise<Map<string, string | null>> {
  const { rows: tables } = await sql<{ applied: boolean; kept: boolean }>`
    select to_regclass('kysely_migration') is not null as applied,
      to_regclass('schema_fingerprint') is not null as kept`.execute(db);
  const [{ applied, kept } = { applied: false, kept: false }] = tables;
  if (!applied) return new Map();
  const { rows } = await sql<{ name: string; fingerprint: string | null }>`
    select m.name, ${kept ? sql`(select f.fingerprint from schema_fingerprint f where f.migration = m.name)` : sql`null`}
      as fingerprint
    from kysely_migration m order by m.name`.execute(db);
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}
