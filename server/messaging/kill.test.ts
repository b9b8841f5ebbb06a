import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendMessage } from '../../contract/chat/sending.ts';
import { withLiveSession } from '../../testing/accounts/live-session.ts';
import { connectBrowser } from '../../testing/browser-socket.ts';
import { seedBrands } from '../../testing/database-fixtures.ts';
import { usualOrLong } from '../../testing/long-runs.ts';
import { grant } from '../../testing/messaging/sending.ts';
import {
  makeUsedDataFolder,
  ownDatabaseUrl,
  postgresProcesses,
  runServer,
} from '../../testing/real-server.ts';
import type { Member, World } from '../../testing/world.ts';
import type { Database } from '../platform/database/database.ts';

const COUPLES = 6;
const once = ['a process of PostgreSQL', 'server'] as const;
const victims = Array.from({ length: usualOrLong(1, 5) }, () => once).flat();

/** Somebody who writes to somebody, and what the server said of it. */
interface Writer {
  from: Member;
  to: Member;
  acknowledged: Map<string, number>;
  /** Sent, and not answered. */
  doubtful: string[];
}

async function makeWriters(world: World): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (let couple = 0; couple < COUPLES; couple += 1) {
    const [marco, anna] = [
      await withLiveSession(await world.member()),
      await withLiveSession(await world.member({ gender: 'female' })),
    ];
    await grant(marco, 'message', 100_000);
    await grant(anna, 'message', 100_000);
    for (const [from, to] of [[marco, anna] as const, [anna, marco] as const])
      writers.push({ from, to, acknowledged: new Map(), doubtful: [] });
  }
  return writers;
}

/** Sends several at a time, first what is in doubt, until nobody answers or it is told to stop. */
async function writeOn(port: number, writer: Writer, done: AbortSignal): Promise<void> {
  const { from, to, acknowledged } = writer;
  const socket = await connectBrowser(port, from.token);
  const gone = new Promise<'gone'>((resolve) => socket.once('disconnect', () => resolve('gone')));
  const send = async (id: string) => {
    writer.doubtful.push(id);
    const wire = { trackerId: from.trackerId, angelId: to.profileId, id, msg: `Ciao ${id}` };
    const answer = (await Promise.race([socket.emitWithAck(sendMessage.name, wire), gone])) as
      | 'gone'
      | { ok: boolean; numero: number; error?: { code: string } };
    if (answer === 'gone') return;
    if (answer.ok) {
      acknowledged.set(id, answer.numero);
      writer.doubtful = writer.doubtful.filter((each) => each !== id);
    } else if (answer.error?.code !== 'server.unavailable') {
      // While the database is away nobody knows whether it was stored; anything else is a fault.
      throw new Error(`refused: ${answer.error?.code}`);
    }
  };
  for (const id of writer.doubtful.splice(0)) await send(id);
  while (!done.aborted && socket.connected) await Promise.all([send(randomUUID()), send(randomUUID())]);
  socket.disconnect();
}

async function expectAllThere(db: Database, writers: readonly Writer[]): Promise<void> {
  const rows = await db.selectFrom('message').select(['id', 'number', 'body', 'from_id']).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(byId.size).toBe(rows.length);
  for (const { from, acknowledged } of writers)
    for (const [id, number] of acknowledged)
      expect(byId.get(id)).toEqual({ id, number, body: `Ciao ${id}`, from_id: from.profileId });
  const { rows: faults } = await sql`
    select i.owner_id from inbox i left join message m on m.conversation_id = i.conversation_id
    group by i.brand_id, i.owner_id, i.other_id
    having count(m.id) <> i.last_number or max(m.number) <> count(m.id)
    union all
    select b.account_id from balance b left join ledger_entry e on e.account_id = b.account_id and e.credit = 'message'
    group by b.account_id, b.message_credits having coalesce(sum(e.amount), 0) <> b.message_credits`.execute(
    db,
  );
  expect(faults).toEqual([]);
}

test(
  'whatever is killed when, acknowledged messages are there, once and in their place',
  async () => {
    const DATA_DIR = await makeUsedDataFolder();
    const environment = {
      DATA_DIR,
      LOG_LEVEL: 'silent',
      LIMIT_EVENTS_SOCKET: '1000000',
      LIMIT_MESSAGE_ACCOUNT: '1000000',
      LIMIT_MESSAGE_DAY: '1000000',
    };
    let server = await runServer(environment);
    const { db, world } = await seedBrands(await ownDatabaseUrl(DATA_DIR));
    const writers = await makeWriters(world);
    const count = () => writers.reduce((total, { acknowledged }) => total + acknowledged.size, 0);
    const reach = (total: number) =>
      expect.poll(count, { timeout: 20_000, interval: 1 }).toBeGreaterThanOrEqual(total);

    for (const victim of victims) {
      const done = new AbortController();
      const writing = Promise.all(writers.map((writer) => writeOn(server.port, writer, done.signal)));
      await reach(count() + randomInt(50, usualOrLong(150, 400)));
      if (victim === 'server') {
        server.kill('SIGKILL');
        await server.ended;
        await writing;
        server = await runServer(environment);
      } else {
        process.kill((await postgresProcesses(DATA_DIR)).at(-1) ?? 0, 'SIGKILL');
        await reach(count() + 100);
        done.abort();
        await writing;
      }
      await expectAllThere(db, writers);
    }

    // Whatever was in doubt is sent again, and is there once.
    const doubtful = writers.map((writer) => writer.doubtful.length);
    expect(Math.max(...doubtful)).toBeGreaterThan(0);
    const done = new AbortController();
    done.abort();
    await Promise.all(writers.map((writer) => writeOn(server.port, writer, done.signal)));
    expect(writers.flatMap((writer) => writer.doubtful)).toEqual([]);
    await expectAllThere(db, writers);
    const { total } = await db
      .selectFrom('message')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(total).toBe(count());
  },
  usualOrLong(120_000, 600_000),
);
