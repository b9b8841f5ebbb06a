import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { KyselyPlugin } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ForeignSchema } from '../config/startup-fault.ts';
import type { Database } from './database.ts';

/**
 * What a migration does to a database, as a short text, and in how many statements. It is made of the statements that the migration runs, wherever they
 * are written, so nothing has to be remembered when one of them changes. Comments between them do not count.
 */
async function readStatements(migration: Migration): Promise<{ fingerprint: string; count: number }> {
  const statements = createHash('sha256');
  let count = 0;
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      count += 1;
      statements.update(`${withoutComments(query.sql)}\n${JSON.stringify(query.parameters)}\n`);
    },
  });
  await migration.up(recorder);
  return { fingerprint: statements.digest('hex'), count };
}

function withoutComments(statement: string): string {
  return statement
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('--'))
    .join('\n');
}

/** Is called before each statement of a migration with its number, how many there are, and its table. */
export type StatementProgress = (number: number, count: number, table: string) => void;

/** The same migration, which leaves its fingerprint in the transaction that it runs in. */
export function recordingFingerprint(
  name: string,
  migration: Migration,
  onStatement: StatementProgress = () => {},
): Migration {
  return {
    ...migration,
    async up(db) {
      const { fingerprint, count } = await readStatements(migration);
      await migration.up(db.withPlugin(reportingStatements(count, onStatement)));
      await sql`insert into schema_fingerprint (migration, fingerprint) values (${name}, ${fingerprint})`.execute(
        db,
      );
    },
  };
}

function reportingStatements(count: number, onStatement: StatementProgress): KyselyPlugin {
  let number = 0;
  let table = '';
  return {
    transformQuery({ node }) {
      number += 1;
      const [statement = ''] = node.kind === 'RawNode' ? node.sqlFragments : [];
      table = /^\s*(?:create|alter) table (\w+)/.exec(statement)?.[1] ?? table;
      onStatement(number, count, table);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

/**
 * Fails with `ForeignSchema` where a migration was applied here in another form than the one that this code knows. An
 * empty database belongs to no code, and migrations that are unknown here are for the migrator to judge.
 */
export async function checkFingerprints(db: Database, migrations: Record<string, Migration>): Promise<void> {
  const recorded = await readFingerprints(db);
  for (const [name, fingerprint] of recorded) {
    const migration = migrations[name];
    if (migration && fingerprint !== (await readStatements(migration)).fingerprint)
      throw new ForeignSchema(name);
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
