import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A reason not to start that a person can act on: printed as it is, without a stack. */
export class StartupFault extends Error {
  override readonly name = 'StartupFault';
}

/** A database has tables that were made by other statements than those of this code. */
export class ForeignSchema extends Error {
  override readonly name = 'ForeignSchema';
}

const oldestServer = 15;

/** `version` is what PostgreSQL calls server_version_num: 180004 is 18.4. */
export function checkServerVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < oldestServer) {
    throw new StartupFault(
      `The database server is PostgreSQL ${major}, but Serenata needs ${oldestServer} or newer.`,
    );
  }
}

/** Turns what `pg` throws while connecting into one sentence that never holds the password. */
export function explainDatabaseError(error: unknown, url: string, variable = 'DATABASE_URL'): StartupFault {
  const reason = explain(readText(error, 'code'), readText(error, 'message'), readTarget(url));
  return new StartupFault(`${variable}: ${reason}`);
}

/** Where the tables are: a database that is named, or our own in its folder. */
type Place = { url: string } | { dataDir: string };

/** The rights and the sort of server a schema needs are known only once it is made. What is a bug stays one. */
export function explainMigrationError(error: unknown, place: Place): unknown {
  const isOwn = 'dataDir' in place;
  const { server, user, database } = readTarget(isOwn ? '' : place.url);
  switch (isOwn ? '' : readText(error, 'code')) {
    case '42501':
      return new StartupFault(
        `DATABASE_URL: ${user} may not create tables in the database ${database} on ${server}.`,
      );
    case '25006':
      return new StartupFault(`DATABASE_URL: ${server} is a read-only replica; name the primary server.`);
  }
  const what = isOwn
    ? `The database in the data folder ${place.dataDir}`
    : `DATABASE_URL: the database ${database} on ${server}`;
  if (/previously executed migration \S* is missing/.test(readText(error, 'message')))
    return new StartupFault(`${what} was brought up to date by a newer Serenata.`);
  if (error instanceof ForeignSchema) {
    const remedy = isOwn
      ? `move the folder aside (mv ${place.dataDir} ${place.dataDir}.old), and this one begins anew`
      : 'name an empty database';
    return new StartupFault(
      `${what} has the tables of another version of Serenata, and none leads from those to these: start the version that made it, or ${remedy}.`,
    );
  }
  return error;
}

type Target = { server: string; host: string; database: string; user: string };

function explain(code: string, message: string, { server, host, database, user }: Target): string {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing answers at ${server}; is PostgreSQL running there?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${host} is unknown.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${server} cannot be reached; check the address and the firewall.`;
    case 'ECONNRESET':
      return `${server} closed the connection; is it a PostgreSQL server?`;
    case '28P01':
      return `${server} refuses the password of ${user}.`;
    case '3D000':
      return `the database ${database} does not exist on ${server}; create it first.`;
    case '42501':
      return `${user} may not use the database ${database} on ${server}.`;
    case '53300':
      return `${server} has no free connection left.`;
    case '57P03':
      return `${server} is still starting or stopping; try again in a moment.`;
    case '28000':
      return message.includes('no encryption')
        ? `${server} accepts encrypted connections only; add ?sslmode=verify-full.`
        : `${server} does not let ${user} in.`;
  }
  if (message.includes('does not support SSL')) {
    return `${server} refuses encrypted connections; remove sslmode from the address.`;
  }
  if (/certificate|self-signed|altname/i.test(message) || /CERT|TLS|SSL/.test(code)) {
    return `the certificate of ${server} is not trusted (${code || message}).`;
  }
  if (/timeout/i.test(message)) return `${server} did not answer in time.`;
  if (/password must be a string/.test(message)) return `${server} asks ${user} for a password; add it.`;
  return `${server} cannot be used (${code || 'unknown reason'}).`;
}

function readTarget(url: string): Target {
  const parsed = URL.parse(url);
  const host = parsed?.searchParams.get('host') ?? decode(parsed?.hostname);
  const user = parsed?.searchParams.get('user') ?? decode(parsed?.username);
  return {
    server: host.startsWith('/') ? host : `${host || 'localhost'}:${parsed?.port || '5432'}`,
    host: host || 'localhost',
    database: `“${decode(parsed?.pathname.slice(1))}”`,
    user: user === '' ? 'this user' : `the user “${user}”`,
  };
}

function decode(text = ''): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readText(error: unknown, key: 'code' | 'message'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? value : '';
}

/** Later starts are quick, and may have to wait for a predecessor that still holds the port. */
export function isFirstStart({
  dataDir,
  database,
}: {
  dataDir: string;
  database: { url?: string | undefined };
}): boolean {
  return database.url === undefined && !existsSync(join(dataDir, 'postgres'));
}

/** Where the server is to listen. */
interface Address {
  port: number;
  host: string;
}

/** Finds out before the long work of a first start whether the server could be reached after it. */
export async function checkPort(address: Address): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(address.port, address.host);
    await once(probe, 'listening');
  } catch (error) {
    throw explainListenError(error, address);
  }
  probe.close();
  await once(probe, 'close');
}

/** Says in one sentence why the server cannot listen; what it does not know it gives back. */
export function explainListenError(error: unknown, { port, host }: Address): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new StartupFault(
        `Port ${port} is taken by another program; stop it or set PORT to another one.`,
      );
    case 'EACCES':
      return new StartupFault(`This user may not listen on port ${port}; set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
      return new StartupFault(`This machine has no address ${host}; see HOST.`);
    default:
      return error;
  }
}
