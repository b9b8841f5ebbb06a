import { execFile, spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartupFault } from '#server/platform/config/startup-fault.ts';

const run = promisify(execFile);

export type Binaries = { initdb: string; postgres: string };

export type User = { uid: number; gid: number };

/** How to run PostgreSQL's programs on this machine. */
export type Runner = {
  /** Who must own the cluster, if not the present user. */
  owner: User | undefined;
  /** PostgreSQL's major version. */
  version: number;
  start(program: string, args: string[], stdio?: StdioOptions): ChildProcess;
};

/** How programs are started: behind another one, or as another user. */
type Launch = { prefix: string[]; owner: User | undefined };

/**
 * PostgreSQL refuses to run as root, so root needs another user, and that user must reach both the programs
 * and the cluster even if they lie in a closed folder such as /root. The first way that works is taken.
 */
export async function chooseRunner(binaries: Binaries, cluster: string): Promise<Runner> {
  const owner = process.getuid?.() === 0 ? await chooseOwner(cluster) : undefined;
  let reason = '';
  for (const launch of listLaunches(owner)) {
    try {
      return runnerFor(launch, await readVersion(launch, binaries, dirname(cluster)));
    } catch (error) {
      reason = lastWords(error);
    }
  }
  throw new StartupFault(
    owner
      ? `PostgreSQL does not run as root, and user ${owner.uid} cannot run it from here (${reason}); move the folder out of root's home, start as another user, or set DATABASE_URL.`
      : `The built-in PostgreSQL does not run on this machine (${reason}); set DATABASE_URL to a PostgreSQL server.`,
  );
}

function listLaunches(owner: User | undefined): Launch[] {
  // A server that is killed outright must not leave its database running: the kernel then stops it.
  const tied = ['setpriv', '--pdeathsig=INT'];
  if (!owner) {
    const plain = { prefix: [], owner };
    return process.platform === 'linux' ? [{ prefix: tied, owner }, plain] : [plain];
  }
  const other = [...tied, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  return [
    { prefix: other, owner },
    { prefix: [...other, ...passThrough('dac_read_search')], owner },
    // Containers often lack the narrower one.
    { prefix: [...other, ...passThrough('dac_override')], owner },
    { prefix: [], owner },
  ];
}

/** Lets a user who is not root through closed folders. Without the secure bit, access(2) would ignore it. */
function passThrough(capability: string): string[] {
  return [
    '--securebits=+no_setuid_fixup',
    `--bounding-set=-all,+${capability}`,
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
}

/** A cluster stays with the user it has; a new one goes to `postgres`, or else to the user without rights. */
async function chooseOwner(cluster: string): Promise<User> {
  const present = await stat(cluster).catch(() => undefined);
  if (present && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  return (await findUser('postgres')) ?? (await findUser('nobody')) ?? { uid: 65_534, gid: 65_534 };
}

async function findUser(name: string): Promise<User | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((what) => run('id', [what, name])));
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  } catch {
    return undefined;
  }
}

/** Fails where this way does not lead to the programs and to the cluster. */
async function readVersion(launch: Launch, { postgres }: Binaries, folder: string): Promise<number> {
  const inShell = ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', folder, postgres];
  const [program = '', ...args] = [...launch.prefix, ...(launch.owner ? inShell : [postgres, '--version'])];
  const { stdout } = await run(program, args, spawnOptions(launch));
  return Number.parseInt(/\d+/.exec(stdout)?.[0] ?? '', 10);
}

function runnerFor(launch: Launch, version: number): Runner {
  return {
    owner: launch.owner,
    version,
    start(program, args, stdio = ['ignore', 'ignore', 'pipe']) {
      const [file = program, ...rest] = [...launch.prefix, program, ...args];
      // Its own process group: Ctrl-C in a terminal must reach the server alone, which then stops the database.
      return spawn(file, rest, { ...spawnOptions(launch), stdio, detached: true });
    },
  };
}

/** Messages in English whatever the machine speaks, and no PG* variables that would change the programs. */
function spawnOptions({ prefix, owner }: Launch) {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  return { cwd: '/', env, ...(owner && prefix.length === 0 ? owner : {}) };
}

function lastWords(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return output.split('\n').at(-1) || (error instanceof Error ? error.message : String(error));
}
