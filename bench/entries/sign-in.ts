import { HOST, startAccounts } from '../lib/accounts.ts';
import { loadPath } from '../lib/load.ts';
import type { Load } from '../lib/load.ts';
import { median, startChild } from '../lib/processes.ts';
import type { Row } from '../lib/report.ts';

const ROUNDS = 3;
const SECONDS = 4;
const CALLERS = 8;
const GOAL = { atLeast: 0.9 };

interface Alone {
  perSecond: number;
  cpuPerCheck: number;
  /** With no other request under way. */
  milliseconds: number;
}

async function measureAlone(): Promise<Alone> {
  const env = { SECONDS: String(SECONDS), CALLERS: String(CALLERS) };
  const child = await startChild('bench/lib/argon2-alone.ts', env, /^checks (\S+) (\S+) (\S+)$/);
  await child.stop();
  const [, perSecond, cpuPerCheck, milliseconds] = child.said.map(Number);
  return { perSecond: perSecond ?? 0, cpuPerCheck: cpuPerCheck ?? 0, milliseconds: milliseconds ?? 0 };
}

/** Signing in through the whole server, beside the check of a password alone. */
export async function signIn(): Promise<Row[]> {
  const server = await startAccounts();
  const pairs: { ours: Load; alone: Alone }[] = [];
  try {
    const { email, password } = server.member;
    const options = { host: HOST, connections: CALLERS, body: { email, password } };
    await loadPath(server, '/api/users/authenticate', { ...options, seconds: 1 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await measureAlone();
      pairs.push({
        alone,
        ours: await loadPath(server, '/api/users/authenticate', { ...options, seconds: SECONDS }),
      });
    }
  } finally {
    await server.stop();
  }
  const middle = (read: (pair: { ours: Load; alone: Alone }) => number) => median(pairs.map(read));
  return [
    {
      what: 'sign-in',
      figures: {
        'sign-ins/s': middle(({ ours }) => ours.perSecond),
        'p99 ms': middle(({ ours }) => ours.p99),
        'CPU ms': middle(({ ours }) => ours.cpuPerRequest),
        'argon2id/s': middle(({ alone }) => alone.perSecond),
        'argon2id CPU ms': middle(({ alone }) => alone.cpuPerCheck),
        'one argon2id ms': middle(({ alone }) => alone.milliseconds),
      },
      value: middle(({ ours, alone }) => ours.perSecond / alone.perSecond),
      goal: GOAL,
    },
  ];
}
