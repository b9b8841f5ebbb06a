import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { makeFolder, startExternalPostgres } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { startNode } from '#testing/node.ts';
import { runCommand } from '#testing/operator-command.ts';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/config.ts';
import { ForeignSchema, StartupFault } from '../config/startup-fault.ts';
import { createLogger } from '../telemetry/log.ts';
import { connectDatabase } from './connect-database.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { checkFingerprints, recordingFingerprint } from './schema-fingerprint.ts';

const tail =
  'has the tables of another version of Serenata, and none leads from those to these: start the version that made it, or';

const makeForeign = (db: Database) =>
  sql`update schema_fingerprint set fingerprint = repeat('0', 64)`.execute(db);

/** What a start and a command say of a database that they do not work on. */
async function refusalsOf(environment: Environment): Promise<string[]> {
  const fault: unknown = await startNode(environment).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(StartupFault);
  const { code, stdout, stderr } = await runCommand(environment, 'brand', 'list');
  expect([code, stdout]).toEqual([1, '']);
  return [(fault as StartupFault).message, stderr];
}

test('a migration that says something else is another one, whatever its comments say', async ({ db }) => {
  const name = '29990101000000-later.ts';
  const migration = (...statements: string[]) => ({
    async up(target: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(target);
    },
  });
  const first = 'create table later (id integer)';
  const second = 'create index later_by_id on later (id)';
  await recordingFingerprint(name, migration(first, second)).up(db);
  await sql`insert into kysely_migration (name, timestamp) values (${name}, 'now')`.execute(db);
  const check = (...statements: string[]) => checkFingerprints(db, { [name]: migration(...statements) });
  await check(first, second);
  await check(`-- Why it is there.\n    ${first}\n`, second);
  for (const other of [
    [first],
    [second, first],
    [first, second, 'create index later_again on later (id)'],
    ['create table later (id bigint)', second],
  ])
    await expect(check(...other)).rejects.toThrow(ForeignSchema);
});

test('the progress of a migration names its statements and the tables that they are about', async ({
  db,
}) => {
  const statements = [
    'create table nearer (id integer)',
    'create index nearer_by_id on nearer (id)',
    'create table farther (id integer)',
  ];
  const migration = {
    async up(target: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(target);
    },
  };
  const steps: unknown[][] = [];
  await recordingFingerprint('29990102000000-nearer.ts', migration, (...how) => steps.push(how)).up(db);
  expect(steps).toEqual([
    [1, 3, 'nearer'],
    [2, 3, 'nearer'],
    [3, 3, 'farther'],
  ]);
});

test('a developer who changes the schema is warned, and goes on', async ({ db, databaseUrl }) => {
  await makeForeign(db);
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: await makeFolder(),
    DEV_SERVER: 'true',
  });
  const log = createLogger({ logLevel: 'silent', logFormat: 'json' });
  const database = await connectDatabase(config, log, () => {});
  onTestFinished(() => database.close());
  expect((await database.primary.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a database whose tables were made by other code is refused, and stays as it is', async ({
  db,
  databaseUrl,
}) => {
  const name = new URL(databaseUrl).pathname.slice(1);
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: await makeFolder() };
  const sentence = expect.stringMatching(
    new RegExp(`^DATABASE_URL: the database “${name}” on \\S+ ${tail} name an empty database\\.$`),
  );
  await makeForeign(db);
  expect(await refusalsOf(environment)).toEqual([sentence, sentence]);
  // One from before fingerprints were kept.
  await sql`drop table schema_fingerprint`.execute(db);
  expect(await refusalsOf(environment)).toEqual([sentence, sentence]);
  const { rows } = await sql`select to_regclass('schema_fingerprint') as made`.execute(db);
  expect(rows).toEqual([{ made: null }]);
});

test('a data folder of another day is refused, also by a command beside the server that runs there', async () => {
  const folder = await makeFolder();
  const sentence = `The database in the data folder ${folder} ${tail} move the folder aside (mv ${folder} ${folder}.old), and this one begins anew.`;
  const running = await startExternalPostgres(folder);
  const handle = openDatabase({ url: running.url, poolSize: 1, onIdleError: () => {} });
  await makeForeign(handle.db);
  const beside = await runCommand({ DATA_DIR: folder }, 'brand', 'list');
  expect(beside).toEqual({ code: 1, stdout: '', stderr: sentence });
  await handle.close();
  await running.stop();
  expect(await refusalsOf({ DATA_DIR: folder })).toEqual([sentence, sentence]);
});
