import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');

interface RunningServer {
  /** What journeys read to find it. */
  environment: Record<'E2E_PORT' | 'E2E_DATA_DIR' | 'E2E_DEMO_PASSWORD', string>;
  /** The first owner, who has no second factor yet. */
  owner: { email: string; password: string };
  /** Ends it without a warning, and starts it again at the same address. */
  restart(): Promise<void>;
  /** Ends it and removes its folder, after a last look at the folder and at what it printed. */
  stop(look?: (folder: string, said: readonly string[]) => Promise<void>): Promise<void>;
}

/** What a server says once, when it makes the demo. */
interface Secrets {
  demoPassword: string;
  staffEmail: string;
  staffPassword: string;
}

/** A folder after a first start with the demo, which takes longer than all others. */
interface Seeded extends Secrets {
  folder: string;
}

/** Makes the demo. The servers of this run begin with a copy of its folder. Answers with what removes it. */
export async function prepareDemo(): Promise<() => Promise<void>> {
  const folder = await makeFolder();
  const first = launch(folder, '0');
  const [secrets] = await whileRunning(first, Promise.all([readSecrets(first.lines), readPort(first.lines)]));
  first.server.kill('SIGTERM');
  await first.ended;
  const seeded: Seeded = { folder, ...secrets };
  process.env['E2E_SEEDED'] = JSON.stringify(seeded);
  return () => rm(folder, { recursive: true, force: true });
}

/** Starts the real server on a folder of its own, with the demo that was prepared, or else with one it makes itself. */
export async function runServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const folder = await makeFolder();
  const prepared = process.env['E2E_SEEDED'];
  const seeded = prepared === undefined ? undefined : (JSON.parse(prepared) as Seeded);
  if (seeded) await cp(seeded.folder, folder, { recursive: true });
  const said: string[] = [];
  const begin = (port: string) => {
    const launched = launch(folder, port, settings);
    launched.lines.on('line', (line) => said.push(line));
    return launched;
  };
  let running = begin('0');
  const secrets = seeded ? Promise.resolve<Secrets>(seeded) : readSecrets(running.lines);
  const ready = Promise.all([readPort(running.lines), secrets]);
  const [port, { demoPassword, staffEmail, staffPassword }] = await whileRunning(running, ready);
  return {
    environment: { E2E_PORT: port, E2E_DATA_DIR: folder, E2E_DEMO_PASSWORD: demoPassword },
    owner: { email: staffEmail, password: staffPassword },
    async restart() {
      running.server.kill('SIGKILL');
      await running.ended;
      running = begin(port);
      await whileRunning(running, readPort(running.lines));
    },
    async stop(look) {
      running.server.kill('SIGTERM');
      await running.ended;
      try {
        await look?.(folder, said);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

const makeFolder = () => mkdtemp(join(tmpdir(), 'serenata-e2e-'));

type Launched = ReturnType<typeof launch>;

function launch(folder: string, port: string, settings: Record<string, string> = {}) {
  const server = spawn(join(root, 'node_modules/node/bin/node'), ['server/main.ts'], {
    cwd: root,
    env: { ...environmentOf(folder, port), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { server, lines: createInterface(server.stdout), ended: once(server, 'exit') };
}

async function whileRunning<T>({ ended }: Launched, answer: Promise<T>): Promise<T> {
  const failed = ended.then(([code]) => {
    throw new Error(`the server ended with ${String(code)} before it was ready`);
  });
  failed.catch(() => {});
  return Promise.race([answer, failed]);
}

function environmentOf(folder: string, port: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // What was compiled for the first one need not be compiled for the others.
    NODE_COMPILE_CACHE: join(root, 'dist/.compiled'),
    DATA_DIR: folder,
    PORT: port,
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'json',
    DEMO_PICTURES: 'few',
    // Journeys sign in all the time, and these hashes need no protection.
    PASSWORD_MEMORY_KIB: '8',
    PASSWORD_PASSES: '1',
    LIMIT_REQUESTS_ADDRESS: '100000',
    // All tests come from one device on one network.
    LIMIT_SIGNUP_DEVICE: '1000',
    LIMIT_SIGNUP_ADDRESS: '1000',
    LIMIT_RESET_ADDRESS: '1000',
    LIMIT_CHAT_PHOTO_ACCOUNT: '1000',
    LIMIT_CHARGE_ACCOUNT: '1000',
    LIMIT_CHARGE_ADDRESS: '10000',
    LIMIT_SEARCH_ACCOUNT: '100000',
    LIMIT_SEARCH_ADDRESS: '100000',
  };
}

/** Waits until it says where it is. */
function readPort(lines: Launched['lines']): Promise<string> {
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const port = /^Serenata is running on port (\d+)\.$/.exec(line)?.[1];
      if (port) resolve(port);
    });
  });
}

/** Reads what the server prints for a person who starts it for the first time. */
function readSecrets(lines: Launched['lines']): Promise<Secrets> {
  const found: Partial<Secrets> = {};
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const demo = /^Demo accounts \(password (.+)\):$/.exec(line)?.[1];
      const staff = /^Console sign-in, shown this once: (\S+) with (\S+)$/.exec(line);
      if (demo) found.demoPassword = demo;
      if (staff?.[1] && staff[2]) Object.assign(found, { staffEmail: staff[1], staffPassword: staff[2] });
      if (found.demoPassword && found.staffPassword) resolve(found as Secrets);
    });
  });
}
