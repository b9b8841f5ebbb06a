import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
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
import { scaleOf } from '../people-at-scale.ts';
import { peopleEnvironment, preparePeople } from '../prepare-people.ts';
import type { Child } from '../processes.ts';
import { startServerProcess } from '../product.ts';
import { defaultFolder, openScaleDatabase } from '../scale-folder.ts';
import type { Neighbours } from './slices.ts';

/** Where a part makes its things. They go with the stack. */
interface Site {
  folder: string;
  undo: AsyncDisposableStack;
}

export interface Part {
  what: string;
  /** How long its slices may take; what they stand on comes to it. */
  seconds: number;
  /** So many turns at least. */
  fewest?: number;
  open(site: Site): Promise<Neighbours>;
}

const IDLE = 2_000;
const PEOPLE = 20_000;
const MESSAGE_SECONDS = 2;
const PURCHASE_SECONDS = 2;
/** A number, since the first ones are dearer until they are compiled. */
const CALLS = 800;
const FIRST_CALLS = 3_000;

/** A message from its sender to its receiver, by Socket.IO alone beside it, which stores nothing. */
async function openChat(site: Site): Promise<Neighbours> {
  const database = await startTalkers(site);
  const connect = async (server: Child, databasePid?: number) => {
    site.undo.defer(() => server.stop());
    const generator = await startGenerator();
    site.undo.defer(() => generator.stop());
    await generator.open('socket.io', { port: server.port, host: HOST }, CONNECTED);
    const subject = { pid: server.pid, databasePid, generator };
    return async () => {
      const { serverCpu, databaseCpu } = await load(subject, ({ saturate }) => saturate(MESSAGE_SECONDS));
      return serverCpu + databaseCpu;
    };
  };
  const bare = await connect(await startBare());
  const ours = await connect(await startProduct(database, join(site.folder, 'files')), database.postgres.pid);
  return warmed({ ours, bare });
}

/** Memory of a member who is connected and silent. Each slice starts a server of its own. */
async function openConnection(site: Site): Promise<Neighbours> {
  const database = await startTalkers(site);
  return {
    ours: async () =>
      measureMemory(
        'socket.io',
        async () => startProduct(database, await mkdtemp(join(site.folder, 'files-'))),
        IDLE,
      ),
    bare: () => measureMemory('socket.io', startBare, IDLE),
  };
}

/** The startup check of a member, sealed. */
async function openVerify(site: Site): Promise<Neighbours> {
  const database = await startTalkers(site);
  const server = await startProduct(database, join(site.folder, 'files'));
  site.undo.defer(() => server.stop());
  const { privateKey, header } = await makeReplyKey();
  const { token, trackerId } = talker(1);
  const call = {
    path: '/api/users/verify',
    body: { token, trackerId },
    headers: { 'seal-key': header },
    privateKey,
  };
  return besideSealer(site, { server, databasePid: database.postgres.pid, calls: [call] });
}

/** The first page of a search, sealed. */
async function openSearch(site: Site): Promise<Neighbours> {
  const scale = scaleOf(PEOPLE);
  const database = await openScaleDatabase(`${defaultFolder()}-guard`, scale, () => {});
  site.undo.defer(() => database.stop());
  const environment = peopleEnvironment(database, join(site.folder, 'files'));
  const prepared = await preparePeople(environment, HOST, scale);
  await prepared.stop();
  const server = await startServerProcess(environment);
  site.undo.defer(() => server.stop());
  return besideSealer(site, { server, databasePid: database.pid, calls: prepared.calls.firstPage });
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

async function startTalkers({ folder, undo }: Site): Promise<ChatDatabase> {
  const database = await startChatDatabase(join(folder, 'talkers'));
  undo.defer(() => database.postgres.stop());
  return database;
}

interface Sealed {
  server: Child;
  databasePid: number;
  calls: OwnCall[];
}

/** Calls whose answers are sealed, beside a bare route that seals as much. */
async function besideSealer({ undo }: Site, { server, databasePid, calls }: Sealed): Promise<Neighbours> {
  const [first] = calls;
  if (!first) throw new Error('there is nothing to ask');
  const bytes = await answerLength({ port: server.port, host: HOST }, first);
  const sealer = await startBareSealer(bytes);
  undo.defer(() => sealer.stop());
  for (const each of [server, sealer]) await loadCalls(each, calls, { requests: FIRST_CALLS, host: HOST });
  const options = { requests: CALLS, host: HOST };
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
  { what: 'chat, CPU ms a message', seconds: 24, open: openChat },
  { what: 'verify, CPU ms', seconds: 12, open: openVerify },
  { what: 'search, CPU ms', seconds: 16, open: openSearch },
  { what: 'purchase, CPU ms', seconds: 24, open: openPurchase },
  { what: 'connection, KB', seconds: 0, fewest: 1, open: openConnection },
];
