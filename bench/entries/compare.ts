import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeReplyKey } from '#contract/kernel/sealing.ts';
import { startChatDatabase } from '../lib/chat/database.ts';
import type { ChatDatabase } from '../lib/chat/database.ts';
import { load } from '../lib/chat/measure.ts';
import { measureMemory } from '../lib/chat/memory.ts';
import { talker } from '../lib/chat/people.ts';
import { startProduct } from '../lib/chat/servers.ts';
import { CONNECTED, HOST, WARM_UP_SECONDS } from '../lib/chat/shape.ts';
import { startGenerator } from '../lib/chat/start-generator.ts';
import { loadPath } from '../lib/load.ts';
import { median } from '../lib/processes.ts';
import type { Child } from '../lib/processes.ts';
import type { Row } from '../lib/report.ts';

/** Where the other checkout is, with its packages. Nothing is compared without one. */
const OTHER = process.env['BENCH_OTHER'];
const PARTS = (process.env['BENCH_PARTS'] ?? 'chat,calls').split(',');
/** Many short turns: whatever else the machine does then disturbs both alike. */
const TURNS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const TURN_SECONDS = 2;

/** What one of the two was measured to cost. */
type Cost = Record<string, number>;
type Measure = () => Promise<Cost>;
interface Pair<T> {
  ours: T;
  other: T;
}

/**
 * This checkout and another one (`BENCH_OTHER`), turn by turn in one run: what a few lines are worth is seen by writing
 * them the ordinary way in the other one. Ratios are of CPU, which a busy machine disturbs less than time.
 */
export async function compare(): Promise<Row[]> {
  if (OTHER === undefined) {
    console.log('  BENCH_OTHER names no other checkout: left out');
    return [];
  }
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const prepare = async (name: string, make: typeof startChatDatabase) => {
    const database = await make(join(folder, name));
    undo.defer(() => database.postgres.stop());
    return database;
  };
  const databases: Pair<ChatDatabase> = {
    ours: await prepare('ours', startChatDatabase),
    other: await prepare('other', await otherDatabase(OTHER)),
  };
  const start = (checkout?: string) =>
    startProduct(databases[checkout === undefined ? 'ours' : 'other'], join(folder, 'files'), { checkout });
  const rows: Row[] = [];
  if (PARTS.includes('memory')) {
    const measure = (checkout?: string) => async () => ({
      KB: await measureMemory('socket.io', () => start(checkout)),
    });
    rows.push(await alternate('an idle connection', { ours: measure(), other: measure(OTHER) }, 'KB'));
  }
  const servers: Pair<Child> = { ours: await start(), other: await start(OTHER) };
  undo.defer(async () => void (await Promise.all([servers.ours.stop(), servers.other.stop()])));
  if (PARTS.includes('calls')) rows.push(...(await compareCalls(servers)));
  if (PARTS.includes('chat')) rows.push(await compareChat(servers, databases, undo));
  return rows;
}

/** The other checkout fills a database of its own schema. */
async function otherDatabase(checkout: string): Promise<typeof startChatDatabase> {
  const loaded = (await import(join(checkout, 'bench/lib/chat/database.ts'))) as {
    startChatDatabase: typeof startChatDatabase;
  };
  return loaded.startChatDatabase;
}

async function alternate(what: string, measures: Pair<Measure>, key: string): Promise<Row> {
  console.log(`  ${what}`);
  const turns: Pair<Cost>[] = [];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    // Either is first every other time.
    const first = turn % 2 === 1 ? await measures.other() : undefined;
    const ours = await measures.ours();
    turns.push({ ours, other: first ?? (await measures.other()) });
  }
  const middle = (read: (turn: Pair<Cost>) => number) => median(turns.map(read));
  const of = (cost: Cost, name: string) => cost[name] ?? Number.NaN;
  return {
    what: `${what}: ${key} against the other checkout`,
    figures: Object.fromEntries(
      Object.keys(turns[0]?.ours ?? {}).flatMap((name) => [
        [name, middle(({ ours }) => of(ours, name))],
        [`other ${name}`, middle(({ other }) => of(other, name))],
      ]),
    ),
    value: middle(({ ours, other }) => of(ours, key) / of(other, key)),
  };
}

async function compareChat(
  servers: Pair<Child>,
  databases: Pair<ChatDatabase>,
  undo: AsyncDisposableStack,
): Promise<Row> {
  const connect = async (which: keyof Pair<Child>): Promise<Measure> => {
    const { pid, port } = servers[which];
    const generator = await startGenerator();
    undo.defer(() => generator.stop());
    await generator.open('socket.io', { port, host: HOST }, CONNECTED);
    await generator.saturate(WARM_UP_SECONDS);
    const subject = { pid, databasePid: databases[which].postgres.pid, generator };
    return async () => {
      const talk = await load(subject, ({ saturate }) => saturate(TURN_SECONDS));
      return {
        'messages/s': talk.perSecond,
        'CPU ms': talk.serverCpu,
        'database CPU ms': talk.databaseCpu,
      };
    };
  };
  return alternate('a message', { ours: await connect('ours'), other: await connect('other') }, 'CPU ms');
}

async function compareCalls({ ours, other }: Pair<Child>): Promise<Row[]> {
  const { token, trackerId } = talker(1);
  const { header } = await makeReplyKey();
  const sealed = { body: { token, trackerId }, headers: { 'seal-key': header } };
  // Which takes what is packed.
  const browser = { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } };
  const calls = {
    'HTML of /': { path: '/' },
    'HTML of /chats': { path: '/chats' },
    'HTML of /, for a browser': { path: '/', ...browser },
    'HTML of /chats, for a browser': { path: '/chats', ...browser },
    'boot.json': { path: '/boot.json' },
    'verify, sealed': { path: '/api/users/verify', ...sealed },
    'own sessions': {
      path: `/api/users/${trackerId}/sessions`,
      headers: { authorization: `Bearer ${token}` },
    },
  };
  const rows: Row[] = [];
  for (const [what, { path, ...call }] of Object.entries(calls)) {
    const measure =
      (server: Child, seconds = TURN_SECONDS): Measure =>
      async () => {
        const { perSecond, cpuPerRequest } = await loadPath(server, path, { ...call, seconds, host: HOST });
        return { 'requests/s': perSecond, 'CPU ms': cpuPerRequest };
      };
    for (const server of [ours, other]) await measure(server, 1)();
    rows.push(await alternate(what, { ours: measure(ours), other: measure(other) }, 'CPU ms'));
  }
  return rows;
}
