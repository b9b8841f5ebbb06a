import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import {
  checkSchema,
  connectDatabase,
  explainSchemaError,
} from '#server/platform/database/connect-database.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/telemetry/log.ts';
import { databaseName, databaseUser, readPassword } from '../../embedded-postgres/create-cluster.ts';

/** Where a command prints what was asked for, and what went wrong. */
export type Terminal = Pick<Console, 'log' | 'error'>;

/** What a command works with. */
export interface CommandContext {
  config: Config;
  db: Database;
  terminal: Terminal;
}

/** Works on the database that the configuration names: the one a running server uses, or our own, started for this. */
export async function withDatabase(config: Config, work: (db: Database) => Promise<void>): Promise<void> {
  const running = config.database.url === undefined ? await findRunningDatabase(config.dataDir) : undefined;
  if (running) {
    const joined = openDatabase({ url: running, poolSize: 2, onIdleError: () => {} });
    return use(
      joined.db,
      () => joined.close(),
      async (db) => {
        // The server that runs there may be of other code than this.
        await checkSchema(db).catch((error: unknown) => Promise.reject(explainSchemaError(error, config)));
        await work(db);
      },
    );
  }
  const log = createLogger({ logLevel: 'error', logFormat: 'json' });
  const database = await connectDatabase(config, log, () => {});
  return use(database.primary.db, () => database.close(), work);
}

async function use(
  db: Database,
  close: () => Promise<void>,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  try {
    await work(db);
  } finally {
    await close();
  }
}

/** The address of the built-in PostgreSQL of a server that runs on the same data folder, if there is one. */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const cluster = join(dataDir, 'postgres');
  const pidFile = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (pidFile === undefined) return undefined;
  const url = runningAddress(pidFile, await readPassword(cluster));
  const handle = openDatabase({ url, poolSize: 1, onIdleError: () => {} });
  try {
    await handle.pool.query('select');
    return url;
  } catch {
    // The file of a server that was killed stays behind.
    return undefined;
  } finally {
    await handle.close();
  }
}

/** The fourth line of `postmaster.pid` is the port, the fifth the folder of the socket, if it has one. */
function runningAddress(pidFile: string, password: string): string {
  const [, , , port = '', socketFolder = ''] = pidFile.split('\n');
  const server = socketFolder === '' ? '127.0.0.1' : 'localhost';
  const socket = socketFolder === '' ? '' : `?host=${encodeURIComponent(socketFolder)}`;
  return `postgres://${databaseUser}:${password}@${server}:${port}/${databaseName}${socket}`;
}
