import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test as base } from '#testing/harness.ts';
import { startNode } from '#testing/node.ts';
import { startOldPostgres } from '#testing/platform/old-postgres.ts';
import { runProgram, serverEnvironment } from '#testing/real-server.ts';
import type { Environment } from './platform/config/config.ts';
import { StartupFault } from './platform/config/startup-fault.ts';

const test = base.extend('database', async ({ databaseUrl }) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: await makeFolder(),
}));

/** Starts the server where it cannot start. Answers with the sentence that a person reads. */
async function refusal(environment: Environment): Promise<string> {
  const start = async () => startNode({ ...serverEnvironment(environment), LOG_LEVEL: 'silent' });
  const fault: unknown = await start().then(
    () => expect.unreachable('it has started'),
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(StartupFault);
  return (fault as StartupFault).message;
}

/** The same as a process of its own. Answers with what a person reads beside the steps. */
async function printedRefusal(environment: Environment): Promise<string> {
  const server = await runProgram('server/main.ts', serverEnvironment(environment));
  const { code, stdout, stderr } = await server.ended;
  expect(code, stderr).toBe(1);
  expect(stdout).not.toContain('is running');
  expect(stderr).not.toMatch(/^ +at |node:internal|\bError:/m);
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.endsWith('…'));
  return lines.join('\n');
}

/** A port where no program listens, or where one is in the way. */
async function port(use: 'free' | 'taken'): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: chosen } = server.address() as AddressInfo;
  if (use === 'taken') onTestFinished(() => void server.close());
  else await new Promise((resolve) => server.close(resolve));
  return chosen;
}

function changed(url: string, change: (parsed: URL) => void): string {
  const parsed = new URL(url);
  change(parsed);
  return parsed.href;
}

test('a taken port, and how a refusal is printed: the sentence alone, and the exit code', async ({
  database,
}) => {
  const PORT = String(await port('taken'));
  const sentence = `Port ${PORT} is taken by another program; stop it or set PORT to another one.`;
  expect(await refusal({ ...database, PORT })).toBe(sentence);
  // A first start looks before it makes a database.
  expect(await printedRefusal({ DATA_DIR: await makeFolder(), PORT })).toBe(sentence);
});

test('an address that this machine does not have', async ({ database }) => {
  expect(await refusal({ ...database, HOST: '192.0.2.1' })).toBe(
    'This machine has no address 192.0.2.1; see HOST.',
  );
});

test('a data folder that is a file', async () => {
  const file = join(await makeFolder(), 'file');
  await writeFile(file, '');
  expect(await refusal({ DATA_DIR: file })).toBe(`The data folder ${file} is not a folder; see DATA_DIR.`);
});

test('a data folder without the right to write', async () => {
  // Not even root makes folders here.
  expect(await refusal({ DATA_DIR: '/sys/serenata' })).toMatch(
    /^The data folder \/sys\/serenata (may not be written by this user|is on a read-only disk); see DATA_DIR\.$/,
  );
});

test('a database server that is not there', async () => {
  const free = await port('free');
  const url = `postgres://serenata:open-sesame@127.0.0.1:${free}/serenata`;
  expect(await refusal({ DATABASE_URL: url, DATA_DIR: await makeFolder() })).toBe(
    `DATABASE_URL: nothing answers at 127.0.0.1:${free}; is PostgreSQL running there?`,
  );
});

test('a wrong password, which is not repeated', async ({ database }) => {
  const url = changed(database.DATABASE_URL, (parsed) => (parsed.password = 'open-sesame'));
  const sentence = await refusal({ ...database, DATABASE_URL: url });
  expect(sentence).toMatch(/^DATABASE_URL: \S+ refuses the password of the user “serenata”\.$/);
  expect(sentence).not.toContain('open-sesame');
});

test('a database that does not exist', async ({ database }) => {
  const url = changed(database.DATABASE_URL, (parsed) => (parsed.pathname = '/nowhere'));
  expect(await refusal({ ...database, DATABASE_URL: url })).toMatch(
    /^DATABASE_URL: the database “nowhere” does not exist on \S+; create it first\.$/,
  );
});

test('a replica in place of the primary', async ({ database }) => {
  const url = changed(database.DATABASE_URL, (parsed) => {
    parsed.pathname = '/postgres';
    parsed.searchParams.set('options', '-c default_transaction_read_only=on');
  });
  expect(await refusal({ ...database, DATABASE_URL: url })).toMatch(
    /^DATABASE_URL: \S+ is a read-only replica; name the primary server\.$/,
  );
});

test('a replica that is not there', async ({ database }) => {
  const free = await port('free');
  const DATABASE_REPLICA_URL = `postgres://serenata:open-sesame@127.0.0.1:${free}/serenata`;
  expect(await refusal({ ...database, DATABASE_REPLICA_URL })).toBe(
    `DATABASE_REPLICA_URL: nothing answers at 127.0.0.1:${free}; is PostgreSQL running there?`,
  );
});

test('a PostgreSQL that is too old', async ({ database }) => {
  expect(await refusal({ ...database, DATABASE_URL: await startOldPostgres('140012') })).toBe(
    'The database server is PostgreSQL 14, but Serenata needs 15 or newer.',
  );
});

test('a Redis that is not there', async ({ database }) => {
  const free = await port('free');
  expect(await refusal({ ...database, REDIS_URL: `redis://:open-sesame@127.0.0.1:${free}` })).toBe(
    `REDIS_URL: nothing useful answers at 127.0.0.1:${free}; is Redis running there?`,
  );
});

test('several variables at once, each named and none repeated', async () => {
  const sentences = await refusal({
    PORT: 'open-sesame',
    ROLES: 'king',
    DATABASE_URL: 'mysql://root:open-sesame@db/x',
    SECRET_KEY: 'open-sesame',
  });
  expect(sentences.split('\n')).toEqual([
    '4 environment variables are wrong:',
    '  PORT must be a whole number from 0 to 65535.',
    '  ROLES must be a list, separated by commas, of web, payment, worker.',
    '  SECRET_KEY must be at least 32 random bytes in base64 or hex: `openssl rand -base64 32` makes them.',
    '  DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
  ]);
});
