import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './processes.ts';

export const HOST = 'it.localhost';

export interface AccountsServer {
  pid: number;
  port: number;
  /** Where the two calls are that differ in the check of a token. */
  pings: { pid: number; port: number };
  member: { email: string; password: string; token: string; trackerId: string };
  /** CPU milliseconds of one check of a token that the node knows. */
  warmCheck: number;
  stop(): Promise<void>;
}

/** The demo on a folder of its own, with nothing limited. */
export async function startAccounts(): Promise<AccountsServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  const unlimited = ['REQUESTS_ADDRESS', 'LOGIN_ACCOUNT', 'LOGIN_ADDRESS'].map((name) => [
    `LIMIT_${name}`,
    '1000000',
  ]);
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    ROLES: 'web,payment',
    ...(Object.fromEntries(unlimited) as Record<string, string>),
  };
  const child = await startChild(
    'bench/lib/accounts-server.ts',
    env,
    /^accounts (\d+) (\d+) (\S+) (\S+) (\S+) (\S+) (\S+)$/,
  );
  const [, , pings, email = '', password = '', token = '', trackerId = '', microseconds] = child.said;
  return {
    pid: child.pid,
    port: child.port,
    pings: { pid: child.pid, port: Number(pings) },
    member: { email, password, token, trackerId },
    warmCheck: Number(microseconds) / 1_000,
    async stop() {
      await child.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
