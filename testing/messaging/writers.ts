import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { sendMessage } from '#contract/chat/sending.ts';
import type { Database } from '#server/platform/database/database.ts';
import { withLiveSession } from '../accounts/live-session.ts';
import { connectBrowser } from '../browser-socket.ts';
import { BACK_OFF_MS } from '../real-server.ts';
import type { Member, World } from '../world.ts';
import { grant } from './sending.ts';

/** A member who writes to another, and what the server said of it. */
export interface Writer {
  from: Member;
  to: Member;
  acknowledged: Map<string, number>;
  /** Sent, and not answered. */
  doubtful: string[];
}

/** Couples who write to each other. */
export async function makeWriters(world: World, couples: number): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (let couple = 0; couple < couples; couple += 1) {
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

/** Sends several at a time, first what is in doubt, until no answer comes or it is stopped. */
export async function writeOn(port: number, writer: Writer, done: AbortSignal): Promise<void> {
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
    } else if (answer.error?.code === 'server.unavailable') {
      // While the database is away it is unknown whether it was stored; anything else is a fault.
      await pause(BACK_OFF_MS);
    } else {
      throw new Error(`refused: ${answer.error?.code}`);
    }
  };
  for (const id of writer.doubtful.splice(0)) await send(id);
  while (!done.aborted && socket.connected) await Promise.all([send(randomUUID()), send(randomUUID())]);
  socket.disconnect();
}

/** What was acknowledged is stored as it was said, and inboxes and balances agree with the messages. */
export async function expectAllStored(db: Database, writers: readonly Writer[]): Promise<void> {
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

/** Whatever was in doubt is sent again, and is there once. */
export async function expectDoubtsSettled(
  db: Database,
  port: number,
  writers: readonly Writer[],
): Promise<void> {
  await Promise.all(writers.map((writer) => writeOn(port, writer, AbortSignal.abort())));
  expect(writers.flatMap((writer) => writer.doubtful)).toEqual([]);
  await expectAllStored(db, writers);
  const { total } = await db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  expect(total).toBe(writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0));
}
