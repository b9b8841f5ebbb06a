import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { searchPeople } from '#contract/discovery/search.ts';
import { makeReplyKey } from '#contract/kernel/sealing.ts';
import { answerLength } from '../answer-length.ts';
import type { OwnCall } from '../answer-length.ts';
import { startBareSealer } from '../bare-neighbours.ts';
import { startChatDatabase } from '../chat/database.ts';
import type { ChatDatabase } from '../chat/database.ts';
import { load } from '../chat/measure.ts';
import { measureMemory } from '../chat/memory.ts';
import { talker } from '../chat/people.ts';
import { startBare, startProduct } from '../chat/servers.ts';
import { CONNECTED, HOST } from '../chat/shape.ts';
import { startGenerator } from '../chat/start-generator.ts';
import { loadCalls } from '../load.ts';
import { loadShop, openShops } from '../payments/purchases.ts';
import { onWire } from '../people-calls.ts';
import type { Child } from '../processes.ts';
import type { Neighbours } from './slices.ts';

/** Where a part makes its things. They go with the stack. */
interface Site {
  folder: string;
  undo: AsyncDisposableStack;
  /** What several parts stand on. */
  talkers(): Promise<Talkers>;
}

export interface Part {
  what: string;
  /** How long its slices may take; what they stand on comes to it. */
  seconds: number;
  /** So many turns at least. */
  fewest?: number;
  open(site: Site): Promise<Neighbours>;
}

/** Members who talk, verify and search, and a server that they are at. */
export interface Talkers {
  database: ChatDatabase;
  server: Child;
}

const IDLE = 2_000;
const MESSAGE_SECONDS = 2;
const PURCHASE_SECONDS = 2;
/** A number, since the first ones are dearer until they are compiled. */
const CALLS = 800;
const FIRST_CALLS = 3_000;
/** Every fourth of the talkers is a man with a plan. */
const SEARCHERS = Array.from({ length: 100 }, (_, index) => 3 + 4 * index);

export async function startTalkers({ folder, undo }: Omit<Site, 'talkers'>): Promise<Talkers> {
  const database = await startChatDatabase(join(folder, 'talkers'));
  undo.defer(() => database.postgres.stop());
  const server = await startProduct(database, join(folder, 'files'), {
    environment: { LIMIT_SEARCH_ACCOUNT: '1000000', LIMIT_SEARCH_ADDRESS: '1000000' },
  });
  undo.defer(() => server.stop());
  return { database, server };
}

/** A message from its sender to its receiver, by Socket.IO alone beside it, which stores nothing. */
async function openChat({ undo, talkers }: Site): Promise<Neighbours> {
  const { database, server } = await talkers();
  const connect = async ({ pid, port }: Child, databasePid?: number) => {
    const generator = await startGenerator();
    undo.defer(() => generator.stop());
    await generator.open('socket.io', { port, host: HOST }, CONNECTED);
    const subject = { pid, databasePid, generator };
    return async () => {
      const { serverCpu, databaseCpu } = await load(subject, ({ saturate }) => saturate(MESSAGE_SECONDS));
      return serverCpu + databaseCpu;
    };
  };
  const bareServer = await startBare();
  undo.defer(() => bareServer.stop());
  return warmed({
    bare: await connect(bareServer),
    ours: await connect(server, database.postgres.pid),
  });
}

/** Memory of a member who is connected and silent. Each slice starts a server of its own. */
async function openConnection({ folder, talkers }: Site): Promise<Neighbours> {
  const { database } = await talkers();
  return {
    ours: async () =>
      measureMemory(
        'socket.io',
        async () => startProduct(database, await mkdtemp(join(folder, 'files-'))),
        IDLE,
      ),
    bare: () => measureMemory('socket.io', startBare, IDLE),
  };
}

/** The startup check of a member, sealed. */
async function openVerify(site: Site): Promise<Neighbours> {
  const { privateKey, header } = await makeReplyKey();
  const { token, trackerId } = talker(1);
  const call = { path: '/api/users/verify', body: { token, trackerId } };
  return besideSealer(site, [{ ...call, headers: { 'seal-key': header }, privateKey }]);
}

/** The first page of a search, sealed. */
async function openSearch(site: Site): Promise<Neighbours> {
  const search = async (n: number): Promise<OwnCall> => {
    const { privateKey, header } = await makeReplyKey();
    const { token, trackerId } = talker(n);
    const headers = { authorization: `Bearer ${token}`, 'seal-key': header };
    return { ...onWire(searchPeople, { trackerId, region: '', page: 1 }), headers, privateKey };
  };
  return besideSealer(site, await Promise.all(SEARCHERS.map(search)));
}

/** Credits that are bought by card, with all that follows from it. */
async function openPurchase({ folder, undo }: Site): Promise<Neighbours> {
  const shops = await openShops(folder, undo);
  const buyAt = (shop: 'ours' | 'bare') => async () => {
    const { cost, purchases } = await loadShop(shops.buyers, shops[shop], PURCHASE_SECONDS);
    return (cost.server + cost.database) / purchases;
  };
  return warmed({ ours: buyAt('ours'), bare: buyAt('bare') });
}

/** Calls whose answers are sealed, beside a bare route that seals as much. */
async function besideSealer({ undo, talkers }: Site, calls: readonly OwnCall[]): Promise<Neighbours> {
  const { server, database } = await talkers();
  const [first] = calls;
  if (!first) throw new Error('there is nothing to ask');
  const bytes = await answerLength({ port: server.port, host: HOST }, first);
  const sealer = await startBareSealer(bytes);
  undo.defer(() => sealer.stop());
  for (const each of [server, sealer]) await loadCalls(each, calls, { requests: FIRST_CALLS, host: HOST });
  const options = { requests: CALLS, host: HOST };
  const databasePid = database.postgres.pid;
  return {
    ours: async () => (await loadCalls(server, calls, { ...options, databasePid })).cpuPerRequest,
    bare: async () => (await loadCalls(sealer, calls, options)).cpuPerRequest,
  };
}

/** A few turns that do not count, so that both are compiled and their caches are filled. */
async function warmed(neighbours: Neighbours): Promise<Neighbours> {
  for (let turn = 0; turn < 2; turn += 1) {
    await neighbours.bare();
    await neighbours.ours();
  }
  return neighbours;
}

/** With what they stand on they take about three minutes. */
export const parts: readonly Part[] = [
  { what: 'chat, CPU ms a message', seconds: 16, open: openChat },
  { what: 'verify, CPU ms', seconds: 8, open: openVerify },
  { what: 'search, CPU ms', seconds: 10, open: openSearch },
  { what: 'purchase, CPU ms', seconds: 20, open: openPurchase },
  { what: 'connection, KB', seconds: 0, fewest: 1, open: openConnection },
];
