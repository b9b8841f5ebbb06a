import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
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

/** Starts the real server on a folder of its own. */
export async function runServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-e2e-'));
  const said: string[] = [];
  const launch = (port: string) => {
    const server = spawn(join(root, 'node_modules/node/bin/node'), ['server/main.ts'], {
      cwd: root,
      env: { ...environmentOf(folder, port), ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(server.stdout);
    lines.on('line', (line) => said.push(line));
    return { server, lines, ended: once(server, 'exit') };
  };
  const whileRunning = async <T>(answer: Promise<T>): Promise<T> => {
    const failed = running.ended.then(([code]) => {
      throw new Error(`the server ended with ${String(code)} before it was ready`);
    });
    failed.catch(() => {});
    return Promise.race([answer, failed]);
  };
  let running = launch('0');
  const { port, demoPassword, staffEmail, staffPassword } = await whileRunning(readFacts(running.lines));
  return {
    environment: { E2E_PORT: port, E2E_DATA_DIR: folder, E2E_DEMO_PASSWORD: demoPassword },
    owner: { email: staffEmail, password: staffPassword },
    async restart() {
      running.server.kill('SIGKILL');
      await running.ended;
      running = launch(port);
      await whileRunning(readPort(running.lines));
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

function environmentOf(folder: string, port: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATA_DIR: folder,
    PORT: port,
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'json',
    DEMO_PICTURES: 'few',
    // Journeys sign in all the time, and nobody guesses.
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

interface Facts {
  port: string;
  demoPassword: string;
  staffEmail: string;
  staffPassword: string;
}

const consoleAddress = /Console\s+http:\/\/localhost:(\d+)/;

/** Waits until it says where it is. */
function readPort(lines: ReturnType<typeof createInterface>): Promise<void> {
  return new Promise((resolve) => {
    lines.on('line', (line) => consoleAddress.test(line) && resolve());
  });
}

/** Reads what the server prints for a person who starts it. */
function readFacts(lines: ReturnType<typeof createInterface>): Promise<Facts> {
  const found: Partial<Facts> = {};
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const port = consoleAddress.exec(line)?.[1];
      const demo = /^Demo accounts \(password (.+)\):$/.exec(line)?.[1];
      const staff = /^Console sign-in, shown this once: (\S+) with (\S+)$/.exec(line);
      if (port) found.port = port;
      if (demo) found.demoPassword = demo;
      if (staff?.[1] && staff[2]) Object.assign(found, { staffEmail: staff[1], staffPassword: staff[2] });
      if (found.port && found.demoPassword && found.staffPassword) resolve(found as Facts);
    });
  });
}
