import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCrowd } from '../lib/chat/crowd.ts';
import { startChatDatabase } from '../lib/chat/database.ts';
import type { ChatDatabase } from '../lib/chat/database.ts';
import { hasEjabberd, startEjabberd, startEjabberdDatabase } from '../lib/chat/ejabberd.ts';
import { measureFlushedInserts } from '../lib/chat/flushed-insert.ts';
import type { Protocol } from '../lib/chat/generator.ts';
import { load } from '../lib/chat/measure.ts';
import type { Memory, Round, Subject } from '../lib/chat/measure.ts';
import { measureMemory } from '../lib/chat/memory.ts';
import { hasPgbench, runPgbench } from '../lib/chat/pgbench.ts';
import { memoryRowsOf, rowsOf } from '../lib/chat/rows.ts';
import { startBare, startProduct } from '../lib/chat/servers.ts';
import {
  CONNECTED,
  HOST,
  ROUNDS,
  SATURATED_SECONDS,
  STEADY_SECONDS,
  WARM_UP_SECONDS,
} from '../lib/chat/shape.ts';
import { startGenerator } from '../lib/chat/start-generator.ts';
import type { Row } from '../lib/report.ts';

/** Some of them alone, as `BENCH_PARTS=messages`. A crowd is measured only where it is asked for. */
const PARTS = process.env['BENCH_PARTS']?.split(',') ?? ['memory', 'messages'];

const report = (what: string) => console.log(`  ${what}`);

/** Messages through the whole product, beside the database alone, Socket.IO alone, and a well-known chat server. */
export async function chat(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  await using undo = new AsyncDisposableStack();
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  report('members who talk');
  const database = await startChatDatabase(join(folder, 'ours'));
  undo.defer(() => database.postgres.stop());
  const startOurs = () => startProduct(database, join(folder, 'files'));
  const startTheirs = await prepareEjabberd(folder, undo);
  if (!hasPgbench())
    report('pgbench is not installed (Debian: postgresql-client, postgresql-contrib): left out');

  const rows: Row[] = [];
  if (PARTS.includes('memory'))
    rows.push(...memoryRowsOf(await measureMemories(startOurs, startTheirs?.start)));
  if (PARTS.includes('crowd')) rows.push(await measureCrowd(startOurs));
  if (!PARTS.includes('messages')) return rows;
  const connect = async (protocol: Protocol, server: Served, databasePid?: number) => {
    undo.defer(() => server.stop());
    const generator = await startGenerator();
    undo.defer(() => generator.stop());
    await generator.open(protocol, { port: server.port, host: HOST }, CONNECTED);
    await generator.saturate(WARM_UP_SECONDS);
    return { pid: server.pid, databasePid, generator };
  };
  report('everybody comes');
  const bare = await connect('socket.io', await startBare());
  const ours = await connect('socket.io', await startOurs(), database.postgres.pid);
  const theirs = startTheirs && (await connect('xmpp', await startTheirs.start(), startTheirs.databasePid));
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    report(`round ${round}: messages`);
    rounds.push(await measureRound({ database, folder, bare, ours, theirs }));
  }
  return [...rowsOf(rounds), ...rows];
}

async function measureMemories(
  startOurs: () => Promise<Served>,
  startTheirs: (() => Promise<Served>) | undefined,
): Promise<Memory[]> {
  const memory: Memory[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    report(`round ${round}: memory of those who are there and silent`);
    memory.push({
      bare: await measureMemory('socket.io', startBare),
      ours: await measureMemory('socket.io', startOurs),
      ejabberd: startTheirs && (await measureMemory('xmpp', startTheirs)),
    });
  }
  return memory;
}

interface Served {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

async function prepareEjabberd(folder: string, undo: AsyncDisposableStack) {
  if (!hasEjabberd()) {
    report('ejabberd is not installed (Debian: ejabberd): left out');
    return undefined;
  }
  const postgres = await startEjabberdDatabase(join(folder, 'theirs'));
  undo.defer(() => postgres.stop());
  let starts = 0;
  const start = () => startEjabberd(postgres.url, join(folder, `ejabberd-${(starts += 1)}`));
  return { databasePid: postgres.pid, start };
}

interface Subjects {
  database: ChatDatabase;
  folder: string;
  bare: Subject;
  ours: Subject;
  theirs: Subject | undefined;
}

async function measureRound({ database, folder, bare, ours, theirs }: Subjects): Promise<Round> {
  const pgbench = hasPgbench() ? await runPgbench(database, folder, SATURATED_SECONDS) : undefined;
  const barely = await load(bare, (generator) => generator.saturate(SATURATED_SECONDS));
  const full = await load(ours, (generator) => generator.saturate(SATURATED_SECONDS));
  const [half, insertP99] = await Promise.all([
    load(ours, (generator) => generator.steady(STEADY_SECONDS, full.perSecond / 2)),
    measureFlushedInserts(database.copyUrl, STEADY_SECONDS),
  ]);
  const ejabberd = theirs && (await load(theirs, (generator) => generator.saturate(SATURATED_SECONDS)));
  return { ours: full, half, insertP99, bare: barely, pgbench, ejabberd };
}
