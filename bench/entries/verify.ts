import { makeReplyKey } from '#contract/kernel/sealing.ts';
import { HOST, startAccounts } from '../lib/accounts.ts';
import type { AccountsServer } from '../lib/accounts.ts';
import { answerLength } from '../lib/answer-length.ts';
import { startBareSealer } from '../lib/bare-neighbours.ts';
import { loadPath } from '../lib/load.ts';
import type { Load } from '../lib/load.ts';
import { median } from '../lib/processes.ts';
import type { Row } from '../lib/report.ts';

const ROUNDS = 3;
const SECONDS = 2;
/** CPU milliseconds that the check of a token may add to a call. */
const GOAL = { atMost: 0.05 };
const SEALED_GOAL = { atLeast: 0.5 };

const PATH = '/api/users/verify';

/** The startup check with its sealed answer, beside a bare route that seals as much. */
async function measureVerify(server: AccountsServer): Promise<Row> {
  const { privateKey, header } = await makeReplyKey();
  const { token, trackerId } = server.member;
  const options = { host: HOST, body: { token, trackerId }, headers: { 'seal-key': header } };
  const bytes = await answerLength(
    { port: server.port, host: HOST },
    { path: PATH, body: options.body, headers: options.headers, privateKey },
  );
  const bare = await startBareSealer(bytes);
  const pairs: { ours: Load; yardstick: Load }[] = [];
  try {
    await loadPath(server, PATH, { ...options, seconds: 1 });
    await loadPath(bare, '/', { ...options, seconds: 1 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const yardstick = await loadPath(bare, '/', { ...options, seconds: SECONDS });
      pairs.push({ yardstick, ours: await loadPath(server, PATH, { ...options, seconds: SECONDS }) });
    }
  } finally {
    await bare.stop();
  }
  const middle = (read: (pair: { ours: Load; yardstick: Load }) => number) => median(pairs.map(read));
  return {
    what: 'verify, sealed',
    figures: {
      bytes,
      'requests/s': middle(({ ours }) => ours.perSecond),
      'p50 ms': middle(({ ours }) => ours.p50),
      'p99 ms': middle(({ ours }) => ours.p99),
      'CPU ms': middle(({ ours }) => ours.cpuPerRequest),
      'bare requests/s': middle(({ yardstick }) => yardstick.perSecond),
      'bare p99 ms': middle(({ yardstick }) => yardstick.p99),
      'bare CPU ms': middle(({ yardstick }) => yardstick.cpuPerRequest),
    },
    value: middle(({ ours, yardstick }) => ours.perSecond / yardstick.perSecond),
    goal: SEALED_GOAL,
  };
}

/** What a call pays for being a member's: the same call, public and not. */
async function measureCheck({ pings, member }: AccountsServer): Promise<Row> {
  const headers = { authorization: `Bearer ${member.token}` };
  const load = (access: 'visitor' | 'member', seconds: number) =>
    loadPath(pings, `/api/bench/${access}`, { seconds, host: HOST, headers });
  await load('member', 1);
  const pairs: { open: Load; closed: Load }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    pairs.push({ open: await load('visitor', SECONDS), closed: await load('member', SECONDS) });
  }
  const middle = (read: (pair: { open: Load; closed: Load }) => number) => median(pairs.map(read));
  return {
    what: 'token check within a call, CPU ms',
    figures: {
      'requests/s': middle(({ closed }) => closed.perSecond),
      'p99 ms': middle(({ closed }) => closed.p99),
      'open requests/s': middle(({ open }) => open.perSecond),
      'CPU ms': middle(({ closed }) => closed.cpuPerRequest),
      'open CPU ms': middle(({ open }) => open.cpuPerRequest),
    },
    value: middle(({ open, closed }) => closed.cpuPerRequest - open.cpuPerRequest),
    goal: GOAL,
  };
}

export async function verify(): Promise<Row[]> {
  const server = await startAccounts();
  try {
    return [
      await measureVerify(server),
      { what: 'token check alone, CPU ms', figures: {}, value: server.warmCheck, goal: GOAL },
      await measureCheck(server),
    ];
  } finally {
    await server.stop();
  }
}
