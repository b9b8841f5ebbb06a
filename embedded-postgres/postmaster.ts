import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries, Runner } from './choose-user.ts';
import { explainFailure, isAddressRefused, isStillEnding } from './create-cluster.ts';

/** Where PostgreSQL listens, and how an address says so. */
type Listening = { settings: Record<string, string | number>; address(path: string): string };

const socketPort = 5432;
/** The system cuts longer names off; macOS has the lowest limit. */
const longestSocket = 103;

/** A socket in the cluster's own folder: faster than TCP, closed to other users, and it never collides. */
function listenOnSocket(cluster: string): Listening | undefined {
  const file = join(cluster, `.s.PGSQL.${socketPort}`);
  if (process.platform === 'win32' || Buffer.byteLength(file) > longestSocket) return undefined;
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${cluster.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
      port: socketPort,
    },
    address: (path) => `localhost:${socketPort}${path}?host=${encodeURIComponent(cluster)}`,
  };
}

async function listenOnPort(): Promise<Listening> {
  const port = await findFreePort();
  return {
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port },
    address: (path) => `127.0.0.1:${port}${path}`,
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export type Log = (message: string, level: 'debug' | 'info' | 'warn' | 'error') => void;
export type Settings = Record<string, string | number>;
export type Postmaster = { process: ChildProcess; pid: number; listening: Listening };

type Launch = {
  cluster: string;
  binaries: Binaries;
  runner: Runner;
  log: Log;
  settings: Settings;
  /** Where it listened before, for those who know the old address. */
  listening?: Listening;
};

const retries = 50;

/** Starts PostgreSQL and waits until it takes connections, however long a recovery takes. */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  let listening = launch.listening ?? listenOnSocket(launch.cluster) ?? (await listenOnPort());
  for (let attempt = 1; ; attempt++) {
    const started = await tryLaunch(launch, listening);
    if ('pid' in started) return started;
    const refused = isAddressRefused(started.output);
    if (attempt === retries || !(refused || isStillEnding(started.output))) {
      throw explainFailure(started.output, launch.cluster);
    }
    if (refused && !launch.listening) listening = await listenOnPort();
    else await pause(200);
  }
}

async function tryLaunch(launch: Launch, listening: Listening): Promise<Postmaster | { output: string }> {
  const { cluster, binaries, runner, log } = launch;
  const settings = Object.entries({ ...launch.settings, ...listening.settings });
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = runner.start(binaries.postgres, ['-D', cluster, ...options]);
  const output: string[] = [];
  let ready = false;
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (ready) passOn(line, log);
      else output.push(line);
    });
  }
  const ended = new Promise<'ended'>((resolve) => {
    child.once('error', ({ message }) => {
      output.push(message);
      resolve('ended');
    });
    child.once('close', () => resolve('ended'));
  });
  const begun = Date.now();
  let reported = begun;
  while ((await Promise.race([ended, pause(20)])) !== 'ended') {
    ready = child.pid !== undefined && (await readStatus(cluster, child.pid)) === 'ready';
    if (ready && child.pid !== undefined) return { process: child, pid: child.pid, listening };
    if (Date.now() - reported < 5000) continue;
    reported = Date.now();
    const seconds = Math.round((reported - begun) / 1000);
    log(`PostgreSQL is repairing its files after a hard stop (${seconds} s).`, 'info');
  }
  return { output: output.join('\n') };
}

/** The postmaster writes its state as the eighth line of its pid file; pg_ctl waits for the same. */
async function readStatus(cluster: string, pid: number): Promise<string | undefined> {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = content.split('\n');
  return lines[0] === String(pid) ? lines[7]?.trim() : undefined;
}

function passOn(line: string, log: Log): void {
  if (line.trim() === '') return;
  if (line.startsWith('PANIC:')) log(`PostgreSQL: ${line}`, 'error');
  else if (line.startsWith('FATAL:')) log(`PostgreSQL: ${line}`, 'warn');
  else log(`PostgreSQL: ${line}`, 'debug');
}
