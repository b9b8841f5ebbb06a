import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Failure } from '#contract/kernel/errors.ts';
import { refundCredits } from '#server/credits/ledger.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns, usualOrLong } from '#testing/long-runs.ts';
import { grant, saidBetween } from '#testing/messaging/sending.ts';
import { storeMessage } from '#testing/messaging/write-messages.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Member, World } from '#testing/world.ts';
import { createMessageWriter } from './message-writer.ts';
import type { MessageWriter } from './message-writer.ts';
import type { Outgoing, Stored } from './outgoing.ts';

function outgoing(
  from: Pick<Member, 'app' | 'brandId' | 'profileId'>,
  toId: string,
  text = 'Ciao',
): Outgoing {
  return {
    brandId: from.brandId,
    fromId: from.profileId,
    toId,
    id: randomUUID(),
    text,
    at: from.app.clock.now(),
    readyMade: false,
    photoId: null,
    replyTo: null,
    free: false,
    writtenBy: null,
    inPage: false,
  };
}

type Writer = Pick<MessageWriter, 'stop'> & { write(outgoing: Outgoing): Promise<Stored> };

/** All members may write to each other here. */
function writerOf({ app }: World, db: Database = app.db, mostWaiting?: number): Writer {
  const options = { db, limits: app.config.limits };
  const writer = createMessageWriter({ ...options, ...(mostWaiting !== undefined && { mostWaiting }) });
  return {
    stop: () => writer.stop(),
    write: (message) => storeMessage({ db, messages: writer }, message),
  };
}

/** Two men and two women, who all know one another's names. */
async function makeCouples(world: World): Promise<Member[]> {
  return [
    await world.member(),
    await world.member({ level: 1 }),
    await world.member({ gender: 'female' }),
    await world.member({ gender: 'female' }),
  ];
}

type Act =
  | { kind: 'send'; from: number; to: number; node: number; message: number }
  | { kind: 'buy'; who: number; amount: number; key: number }
  | { kind: 'give back'; message: number };

const anyMember = fc.nat({ max: 3 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      from: anyMember,
      to: anyMember,
      node: fc.nat({ max: 1 }),
      // Few ids, so that many are sent again.
      message: fc.nat({ max: 14 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      who: anyMember,
      amount: fc.integer({ min: 1, max: 12 }),
      key: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('give back' as const), message: fc.nat({ max: 14 }) }),
  },
);

interface Acknowledged {
  outgoing: Outgoing;
  stored: Stored;
}

/** Every balance is what its ledger says, and none is below zero. */
async function expectSoundBalances(db: Database): Promise<void> {
  const { rows } = await sql`
    with sums as (
      select account_id, coalesce(sum(amount) filter (where credit = 'message'), 0)::int as message,
        coalesce(sum(amount) filter (where credit = 'icebreaker'), 0)::int as icebreaker
      from ledger_entry group by account_id
    )
    select * from balance b full join sums s on s.account_id = b.account_id
    where (b.message_credits, b.icebreaker_credits) is distinct from (s.message, s.icebreaker)
      or b.message_credits < 0 or b.icebreaker_credits < 0`.execute(db);
  expect(rows).toEqual([]);
}

/** Numbers have no gaps, and all that counts messages agrees with them. */
async function expectSoundConversations(db: Database): Promise<void> {
  const { rows } = await sql`
    select c.id from conversation c
    join inbox low on low.owner_id = c.low_id and low.other_id = c.high_id
    join inbox high on high.owner_id = c.high_id and high.other_id = c.low_id
    left join lateral (select count(*)::int as total, coalesce(max(m.number), 0) as last,
        count(*) filter (where m.from_id = c.high_id)::int as from_high,
        count(*) filter (where m.from_id = c.low_id)::int as from_low,
        (array_agg(m.from_id order by m.number))[1] as began
      from message m where m.conversation_id = c.id) as said on true
    where said.total <> said.last or low.last_number <> said.total
      or high.last_number <> said.total or low.unread <> said.from_high or high.unread <> said.from_low
      or (said.total > 0 and (low.pays is distinct from (said.began = c.low_id)
        or high.pays is distinct from (said.began = c.high_id)))`.execute(db);
  expect(rows).toEqual([]);
}

test(
  'any interleaving of messages, purchases, retries and refunds, from two nodes, leaves everything in order',
  async ({ world, db }) => {
    const writers = [writerOf(world), writerOf(world)];
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 60 }), async (acts) => {
        const people = await makeCouples(world);
        for (const person of people) await grant(person, 'icebreaker', 1);
        const keys = Array.from({ length: 10 }, () => randomUUID());
        const ids = Array.from({ length: 15 }, () => randomUUID());
        const acknowledged: Acknowledged[] = [];
        const run = async (one: Act): Promise<void> => {
          if (one.kind === 'buy') {
            const buyer = people[one.who];
            if (buyer) await grant(buyer, 'message', one.amount, keys[one.key]);
            return;
          }
          const id = ids[one.message] ?? '';
          if (one.kind === 'give back') {
            const paid = acknowledged.find(({ outgoing: { id: sent } }) => sent === id);
            const payer = people.find(({ profileId }) => profileId === paid?.outgoing.fromId);
            if (!paid || !payer) return;
            const { brandId, accountId } = payer;
            const idempotencyKey = `${paid.stored.conversationId} ${id}`;
            const spending = {
              brandId,
              accountId,
              credit: 'message',
              reason: 'refund',
              idempotencyKey,
            } as const;
            await transact(db, (tx) => refundCredits(tx, spending));
            return;
          }
          const [from, to] = [people[one.from], people[one.to]];
          const writer = writers[one.node];
          if (!from || !to || !writer || from === to) return;
          const message = { ...outgoing(from, to.profileId, `${id} ${one.from}`), id };
          try {
            acknowledged.push({ outgoing: message, stored: await writer.write(message) });
          } catch (error) {
            // Too poor, or the id is the other one's.
            expect(error).toBeInstanceOf(Failure);
            expect(['chat.credits_short', 'session.not_yours']).toContain((error as Failure).code);
          }
        };
        await Promise.all(acts.map(run));
        await expectSoundBalances(db);
        await expectSoundConversations(db);
        for (const { outgoing: message, stored } of acknowledged) {
          const said = await saidBetween(db, message.fromId, message.toId);
          const found = said.filter(({ id }) => id === message.id);
          expect(found).toMatchObject([
            { number: stored.number, from_id: message.fromId, body: message.text },
          ]);
        }
      }),
      propertyRuns(12, 80),
    );
  },
  usualOrLong(120_000, 900_000),
);

test('two who write to each other for the first time at the same moment have one conversation', async ({
  world,
  db,
}) => {
  for (let round = 0; round < 10; round += 1) {
    const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
    await grant(marco, 'message', 5);
    await grant(anna, 'message', 5);
    const [one, two] = [writerOf(world), writerOf(world)];
    const written = await Promise.all([
      one.write(outgoing(marco, anna.profileId)),
      two.write(outgoing(anna, marco.profileId)),
      two.write(outgoing(marco, anna.profileId)),
    ]);
    expect(new Set(written.map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(written.map(({ number }) => number).toSorted()).toEqual([1, 2, 3]);
  }
  await expectSoundConversations(db);
  await expectSoundBalances(db);
});

test('what one person sends in a row stays in that order, from the very first', async ({ world, db }) => {
  const marco = await world.member({ level: 2 });
  const anna = await world.member({ gender: 'female' });
  const writer = writerOf(world);
  const texts = Array.from({ length: 30 }, (_, index) => `n. ${index}`);
  await Promise.all(texts.map((text) => writer.write(outgoing(marco, anna.profileId, text))));
  expect((await saidBetween(db, marco.profileId, anna.profileId)).map(({ body }) => body)).toEqual(texts);
});

test('what comes together is written together', async ({ world }) => {
  const lia = await world.profile();
  const people = await Promise.all(Array.from({ length: 20 }, () => world.member({ level: 2 })));
  const writer = writerOf(world);
  const say = () => Promise.all(people.map((person) => writer.write(outgoing(person, lia))));
  await say();
  const statements = await recordStatements(say);
  expect(statements.map(({ text }) => /insert into message\b/.test(text))).toEqual([true]);
});

test('one message that cannot be stored does not take the others with it', async ({ world, db }) => {
  const lia = await world.profile();
  const people = await Promise.all(Array.from({ length: 4 }, () => world.member({ level: 2 })));
  const writer = writerOf(world);
  await Promise.all(people.map((person) => writer.write(outgoing(person, lia))));
  const [poisonous] = people;
  const settled = await Promise.allSettled(
    people.map((person) =>
      writer.write(outgoing(person, lia, person === poisonous ? 'x'.repeat(2_001) : 'Ciao')),
    ),
  );
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  for (const [index, { profileId }] of people.entries())
    expect(await saidBetween(db, profileId, lia)).toHaveLength(index === 0 ? 1 : 2);
});

test('a balance that shrinks while it is being charged is never overdrawn', async ({ world, db }) => {
  const marco = await world.member();
  const women = await Promise.all(Array.from({ length: 6 }, () => world.member({ gender: 'female' })));
  const writers = women.map(() => writerOf(world));
  for (const [index, woman] of women.entries()) {
    await grant(marco, 'message', 1);
    await writers[index]?.write(outgoing(marco, woman.profileId));
  }
  await grant(marco, 'message', 3);
  const settled = await Promise.allSettled(
    women.map((woman, index) => writers[index]!.write(outgoing(marco, woman.profileId))),
  );
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const outcome of settled)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'chat.credits_short' });
  await expectSoundBalances(db);
});

test('a writer that stops finishes what it has, and takes nothing more', async ({ world, db }) => {
  const marco = await world.member({ level: 2 });
  const lia = await world.profile();
  const writer = writerOf(world);
  const written = Promise.all(Array.from({ length: 5 }, () => writer.write(outgoing(marco, lia))));
  await writer.stop();
  expect(await saidBetween(db, marco.profileId, lia)).toHaveLength(5);
  await written;
  await expect(writer.write(outgoing(marco, lia))).rejects.toMatchObject({ code: 'server.unavailable' });
  await writer.stop();
});

test('a queue that has grown too long takes no more for a moment', async ({ world }) => {
  const lia = await world.profile();
  const people = await Promise.all(Array.from({ length: 12 }, () => world.member({ level: 2 })));
  const writer = writerOf(world, world.app.db, 10);
  const say = () => Promise.allSettled(people.map((person) => writer.write(outgoing(person, lia))));
  const statuses = (await say()).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'rejected')).toHaveLength(2);
  expect(await writer.write(outgoing(people[11] as Member, lia))).toMatchObject({ number: 1 });
});
