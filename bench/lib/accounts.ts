import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './processes.ts';

export const HOST = 'it.localhost';

/** What the server says of itself when it is ready. */
export interface AccountsReady {
  /** The port of the two calls that differ in the check of a token. */
  pings: number;
  member: {
    email: string;
    password: string;
    token: string;
    trackerId: string;
    /** The profile whom they talk with. */
    partner: string;
  };
  /** A session of a person in support. */
  staffToken: string;
  /** CPU milliseconds of one check of a token that the node knows. */
  warmCheck: number;
}

export interface AccountsServer extends Omit<AccountsReady, 'pings'> {
  pid: number;
  port: number;
  pings: { pid: number; port: number };
  stop(): Promise<void>;
}

/** The demo on a folder of its own, with nothing limited. */
export async function startAccounts(): Promise<AccountsServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  const limits = ['REQUESTS_ADDRESS', 'LOGIN_ACCOUNT', 'LOGIN_ADDRESS', 'SIGNUP_DEVICE', 'SIGNUP_ADDRESS'];
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    ROLES: 'web,payment',
    ...Object.fromEntries(limits.map((name) => [`LIMIT_${name}`, '1000000'])),
  };
  const child = await startChild('bench/lib/accounts-server.ts', env, /^accounts (\d+) (.*)$/);
  const { pings, ...ready } = JSON.parse(child.said[2] ?? '') as AccountsReady;
  return {
    ...ready,
    pid: child.pid,
    port: child.port,
    pings: { pid: child.pid, port: pings },
    async stop() {
      await child.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
