import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { explainDatabaseError, StartupFault } from '#server/platform/config/startup-fault.ts';
import { PREPARED } from '#testing/template.ts';
import { chooseRunner } from './choose-user.ts';
import { explainFailure, findBinaries } from './create-cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { launchPostmaster } from './postmaster.ts';

const log = () => {};

describe('with a cluster', () => {
  let dataDir = '';
  let cluster = '';

  beforeAll(async () => {
    dataDir = await makeFolder();
    cluster = join(dataDir, 'postgres');
    await copyCluster(cluster);
    const server = await start();
    await query(server.url, 'CREATE TABLE kept (name text PRIMARY KEY)');
    await server.stop();
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  const start = () => startEmbeddedPostgres({ dataDir, log });

  async function remember(url: string, name: string) {
    await query(url, 'INSERT INTO kept VALUES ($1)', [name]);
  }
  async function remembers(url: string, name: string) {
    return (await query(url, 'SELECT FROM kept WHERE name = $1', [name])).rowCount === 1;
  }

  test('the first start gives a database that sorts and stores the same everywhere', async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    const { rows } = await query(
      server.url,
      `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider, datlocale, lower('ÀÉ') AS lower,
         current_setting('data_checksums') AS checksums, current_setting('synchronous_commit') AS durable,
         current_setting('fsync') AS fsync, rolsuper
       FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        encoding: 'UTF8',
        datlocprovider: 'b',
        datlocale: 'C.UTF-8',
        lower: 'àé',
        checksums: 'on',
        durable: 'on',
        fsync: 'on',
        rolsuper: false,
      },
    ]);
  });

  test('the second start finds what the first one stored', async () => {
    const first = await start();
    await remember(first.url, 'an orderly stop');
    await first.stop();
    expect(await first.exited).toBe('stopped');
    const second = await start();
    onTestFinished(() => second.stop());
    expect(await remembers(second.url, 'an orderly stop')).toBe(true);
  });

  test('a server killed outright is followed by one that lost nothing', async () => {
    const killed = await startElsewhere(dataDir);
    await remember(killed.url, 'a killed server');
    killed.process.kill('SIGKILL');
    const next = await start();
    onTestFinished(() => next.stop());
    expect(await remembers(next.url, 'a killed server')).toBe(true);
  });

  test('an orphan is stopped, even in the middle of a query, before the next one starts', async () => {
    const orphan = await launchAlone(cluster);
    const url = await addressOf(cluster, orphan.listening);
    await remember(url, 'an orphan');
    const busy = query(url, 'SELECT pg_sleep(600)').catch((error: Error) => error);
    const next = await start();
    onTestFinished(() => next.stop());
    expect(await busy).toBeInstanceOf(Error);
    expect(orphan.process.exitCode).toBe(0);
    expect(await remembers(next.url, 'an orphan')).toBe(true);
  });

  test('children of a killed PostgreSQL cannot disturb the next one', async () => {
    const orphan = await launchAlone(cluster);
    const url = await addressOf(cluster, orphan.listening);
    const busy = query(url, 'SELECT count(*) FROM generate_series(1, 1e12)').catch((error: Error) => error);
    await waitForQuery(url, 'generate_series');
    orphan.process.kill('SIGKILL');
    await once(orphan.process, 'exit');
    const next = await start();
    onTestFinished(() => next.stop());
    expect(await busy).toBeInstanceOf(Error);
    expect(await remembers(next.url, 'nothing')).toBe(false);
  });

  test('PostgreSQL killed outright comes back at the same address and has kept what was committed', async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    await remember(server.url, 'a killed PostgreSQL');
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => remembers(server.url, 'a killed PostgreSQL'), { timeout: 10_000 }).toBe(true);
    expect(server.pid).not.toBe(pid);
  });

  test('a pid file that names a stranger does not stop the start', async () => {
    const { uid, gid } = await stat(cluster);
    const stranger = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {});
    onTestFinished(() => void stranger.kill());
    const lines = [stranger.pid, cluster, 1, 5432, '', '', '  1 1', 'ready'];
    await writeFile(join(cluster, 'postmaster.pid'), lines.join('\n'));
    const server = await start();
    await server.stop();
    expect(stranger.signalCode).toBeNull();
  });

  test('a second server on the same folder is refused', async () => {
    const first = await start();
    onTestFinished(() => first.stop());
    await expect(startEmbeddedPostgres({ dataDir, log, patienceMs: 0 })).rejects.toThrow(
      new StartupFault(
        `The data folder ${dataDir} is in use by another Serenata (process ${process.pid}); stop that one first, or see DATA_DIR.`,
      ),
    );
    expect(await remembers(first.url, 'nothing')).toBe(false);
  });

  test('what can be wrong with an address is said without the password', async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    const explain = async (change: (url: URL) => void) => {
      const url = new URL(server.url);
      change(url);
      const failure: unknown = await query(url.href, 'SELECT 1').catch((error: unknown) => error);
      const { message } = explainDatabaseError(failure, url.href);
      expect(message).not.toContain(new URL(server.url).password);
      return message.replaceAll(cluster, 'SOCKET');
    };
    expect(await explain((url) => (url.password = 'wrong'))).toBe(
      'DATABASE_URL: SOCKET refuses the password of the user “serenata”.',
    );
    expect(await explain((url) => (url.pathname = '/absent'))).toBe(
      'DATABASE_URL: the database “absent” does not exist on SOCKET; create it first.',
    );
    expect(await explain((url) => url.searchParams.set('sslmode', 'verify-full'))).toBe(
      'DATABASE_URL: SOCKET refuses encrypted connections; remove sslmode from the address.',
    );
  });
});

describe('without a cluster', () => {
  test('a creation that was cut off is done again', async () => {
    const dataDir = await makeFolder();
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const draft = join(dataDir, 'postgres.draft-old');
    await mkdir(join(draft, 'cluster'), { recursive: true });
    await writeFile(join(draft, 'cluster/PG_VERSION'), '18');
    const server = await startEmbeddedPostgres({ dataDir, log });
    await server.stop();
    expect(existsSync(draft)).toBe(false);
  });

  test('a folder whose name is too long for a socket gets a port', async () => {
    const dataDir = await makeFolder();
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const long = join(dataDir, 'long'.repeat(25));
    await copyCluster(join(long, 'postgres'));
    const server = await startEmbeddedPostgres({ dataDir: long, log });
    onTestFinished(() => server.stop());
    expect(server.url).toMatch(/@127\.0\.0\.1:\d+\/serenata$/);
    await query(server.url, 'SELECT 1');
  });

  test('a cluster of another version is named', async () => {
    const dataDir = await makeFolder();
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const cluster = join(dataDir, 'postgres');
    await mkdir(cluster);
    await writeFile(join(cluster, 'PG_VERSION'), '16\n');
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
      new StartupFault(
        `The database in ${cluster} was made by PostgreSQL 16, but this is 18; dump and restore it, or see DATA_DIR.`,
      ),
    );
    await writeFile(join(cluster, 'notes.txt'), '');
    await rm(join(cluster, 'PG_VERSION'));
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
      /holds something else than a database/,
    );
  });

  test.each([
    [
      'FATAL:  could not write lock file "postmaster.pid": No space left on device',
      /^The disk of .* is full/,
    ],
    ['initdb: error: could not create directory "x": Read-only file system', /is on a read-only disk/],
    ['FATAL:  data directory "x" has wrong ownership', /is closed to the user that runs PostgreSQL/],
    [
      'LOG:  x\nFATAL:  invalid value for parameter "y"\nHINT: z',
      /does not start: invalid value for parameter "y"$/,
    ],
  ])('PostgreSQL says: %s', (output, sentence) => {
    expect(explainFailure(output, '/data/postgres').message).toMatch(sentence);
  });
});

function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'serenata-pg-'));
}

/** The one that this run's own server was created with: creating takes longer than all tests that need one. */
function copyCluster(to: string): Promise<void> {
  return cp(join(inject('scratchFolder'), PREPARED), to, { recursive: true });
}

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end().catch(() => {});
  }
}

async function waitForQuery(url: string, part: string) {
  const running = `SELECT FROM pg_stat_activity WHERE query LIKE $1 AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await query(url, running, [`%${part}%`])).rowCount).toBeGreaterThan(0);
}

/** PostgreSQL without a supervisor, as after a crash. */
async function launchAlone(cluster: string) {
  const binaries = findBinaries();
  const runner = await chooseRunner(binaries, cluster);
  return launchPostmaster({ cluster, binaries, runner, log, settings: {} });
}

async function addressOf(cluster: string, listening: { address(path: string): string }) {
  const password = await readFile(join(cluster, 'serenata.password'), 'utf8');
  return `postgres://serenata:${password}@${listening.address('/serenata')}`;
}

/** A whole server process, to be killed. */
async function startElsewhere(dataDir: string) {
  const module = new URL('embedded-postgres.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
    console.log(url);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { process: child, url };
}
