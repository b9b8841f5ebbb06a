import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import type { Environment } from '#server/platform/config/config.ts';
import { TEST_SECRET, cheapPasswords } from './app.ts';
import { makeFolder } from './database-fixtures.ts';
import { PREPARED } from './template.ts';

const root = join(import.meta.dirname, '..');
const parts = [
  'brands',
  'console',
  'contract',
  'dist',
  'embedded-postgres',
  'node_modules',
  'packages',
  'package.json',
  'sandbox',
  'scripts',
  'server',
  'site',
];
let repository: Promise<string> | undefined;

/** The whole repository by links, but without the developer's own `.env`. */
function linkRepository(): Promise<string> {
  repository ??= link(join(inject('scratchFolder'), 'repository'));
  return repository;
}

/** Several files share it, and with it the code that was compiled there. */
async function link(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const part of parts)
    await symlink(join(root, part), join(folder, part)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  return folder;
}

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RealProcess {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ending>;
  /** Waits until it has written something that matches. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Runs a program of ours as a process of its own, which does not outlive the test. */
export async function runProgram(
  program: string,
  environment: Environment,
  { args = [] }: { args?: string[] } = {},
): Promise<RealProcess> {
  const folder = await linkRepository();
  const links = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const child = spawn(process.execPath, [...links, join(folder, program), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (written[name] += text));
  }
  const ended = once(child, 'close').then(([code, signal]): Ending => {
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...written };
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => void child.kill(signal),
    ended,
    async says(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const look = () => {
        const match = pattern.exec(written.stdout) ?? pattern.exec(written.stderr);
        if (match) resolve(match);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      void ended.then(({ code, stderr }) =>
        reject(new Error(`ended with ${code} without saying ${pattern}: ${stderr}`)),
      );
      look();
      return promise;
    },
  };
}

export interface RealServer extends RealProcess {
  port: number;
}

/** How long a client waits before it asks a server again that could not answer. */
export const BACK_OFF_MS = 20;

/** Runs `server/main.ts` and waits until it can be used. */
export async function runServer(environment: Environment): Promise<RealServer> {
  const server = await runProgram('server/main.ts', serverEnvironment(environment));
  const [, port] = await server.says(/Serenata is running on port (\d+)\./);
  return { ...server, port: Number(port) };
}

/** What keeps a test's server apart from all others. */
export function serverEnvironment(environment: Environment): Environment {
  return {
    PORT: '0',
    SECRET_KEY: TEST_SECRET,
    PAYMENT_SECRET_KEY: TEST_SECRET,
    ...cheapPasswords,
    SEED_DEMO: 'false',
    LOG_LEVEL: 'warn',
    LIMIT_REQUESTS_ADDRESS: '1000000',
    ...environment,
  };
}

/** Every process of the PostgreSQL in a data folder. */
export async function postgresProcesses(dataDir: string): Promise<number[]> {
  const cluster = join(dataDir, 'postgres');
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index] === cluster);
}

/** The postmaster of a data folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

export async function ownDatabaseUrl(dataDir: string): Promise<string> {
  const cluster = join(dataDir, 'postgres');
  const password = await readFile(join(cluster, 'serenata.password'), 'utf8');
  return `postgres://serenata:${password}@localhost:5432/serenata?host=${encodeURIComponent(cluster)}`;
}

/** A data folder whose PostgreSQL is gone before the folder is. */
export async function makeDataFolder(): Promise<string> {
  const folder = await makeFolder();
  onTestFinished(() => expect.poll(() => postgresProcesses(folder), { timeout: 20_000 }).toEqual([]));
  return folder;
}

/** One whose database is there already, as after a first start, which takes longer than all others. */
export async function makeUsedDataFolder(): Promise<string> {
  const folder = await makeDataFolder();
  await cp(join(inject('scratchFolder'), PREPARED), join(folder, 'postgres'), { recursive: true });
  return folder;
}
