import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../embedded-postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../embedded-postgres/embedded-postgres.ts';
import { freePort } from './database.ts';
import { IDLE } from './shape.ts';
import { XMPP_DOMAIN, XMPP_PASSWORD, xmppUserOf } from './xmpp-link.ts';

export interface Ejabberd {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

const SCHEMA = '/usr/share/ejabberd/sql/pg.sql';
/** Where Debian puts Erlang's libraries. */
const LIBRARIES = '/usr/lib/x86_64-linux-gnu';
const PATIENCE_MS = 60_000;

export const hasEjabberd = () => existsSync(SCHEMA) && existsSync('/usr/bin/erl');

/**
 * A PostgreSQL of its own, since ejabberd knows no socket in the file system: under a name that is too long for a
 * socket PostgreSQL listens on a port.
 */
export async function startEjabberdDatabase(folder: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'x'.repeat(100)), log: () => {} });
  try {
    const client = new pg.Client(postgres.url);
    await client.connect();
    try {
      await client.query(await readFile(SCHEMA, 'utf8'));
      const users = Array.from({ length: IDLE }, (_, index) => xmppUserOf(index + 1));
      await client.query(
        'insert into users (username, password) select name, $2 from unnest($1::text[]) as name',
        [users, XMPP_PASSWORD],
      );
      await client.query('vacuum analyze');
    } finally {
      await client.end();
    }
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return postgres;
}

/** ejabberd that archives every message of both sides in PostgreSQL, and does as little else as it can. */
export async function startEjabberd(url: string, folder: string): Promise<Ejabberd> {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'ejabberd.yml');
  await writeFile(config, configOf(url, port));
  const child = spawn(
    'erl',
    ['-noinput', '+K', 'true', '+P', '250000', '-mnesia', 'dir', `"${folder}"`, '-s', 'ejabberd'],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        ERL_LIBS: LIBRARIES,
        ERL_CRASH_DUMP_BYTES: '0',
        ERL_MAX_PORTS: '32000',
        EJABBERD_CONFIG_PATH: config,
        EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
      },
      stdio: 'ignore',
    },
  );
  const ended = once(child, 'exit');
  let running = true;
  void ended.then(() => (running = false));
  const stop = async () => {
    // Nothing of it is needed again.
    child.kill('SIGKILL');
    await ended;
  };
  const begun = performance.now();
  while (!(await listens(port))) {
    if (running && performance.now() - begun < PATIENCE_MS) {
      await pause(100);
      continue;
    }
    await stop();
    const log = await readFile(join(folder, 'ejabberd.log'), 'utf8').catch(() => 'it has logged nothing');
    throw new Error(`ejabberd does not start: ${log.slice(-2_000)}`);
  }
  return { pid: child.pid ?? 0, port, stop };
}

function configOf(url: string, port: number): string {
  const { username, password, pathname, hostname, port: databasePort } = new URL(url);
  return `
hosts: ["${XMPP_DOMAIN}"]
loglevel: warning
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    max_stanza_size: 65536
    access: all
auth_method: sql
auth_password_format: plain
sql_type: pgsql
sql_server: "${hostname}"
sql_port: ${databasePort}
sql_database: "${pathname.slice(1)}"
sql_username: "${username}"
sql_password: "${decodeURIComponent(password)}"
sql_prepared_statements: true
default_db: sql
modules:
  mod_mam:
    default: always
    assume_mam_usage: true
  mod_offline: {}
`;
}

function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
