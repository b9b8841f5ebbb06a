import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { SECOND } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test } from '#testing/harness.ts';
import { creditsOf, entriesOf, grant, inboxOf, saidBetween } from '#testing/messaging/sending.ts';
import type { Member, World } from '#testing/world.ts';
import { sendAsProfile, sendMessage } from './sending.ts';

interface Case {
  level: 0 | 1 | 2;
  message: number;
  icebreaker: number;
  /** The state of the conversation when the member writes. */
  state: 'first' | 'he began' | 'she began' | 'ours began';
  /** What it takes of which credits, or what it would take. */
  takes: ['message' | 'icebreaker', number] | 'nothing' | { short: number };
}

// The flow of the brand asks 10 credits a message of those who pay.

const cases: Case[] = [
  { level: 0, message: 5, icebreaker: 2, state: 'first', takes: ['icebreaker', 1] },
  { level: 0, message: 0, icebreaker: 1, state: 'first', takes: ['icebreaker', 1] },
  { level: 0, message: 5, icebreaker: 0, state: 'first', takes: ['message', 1] },
  { level: 0, message: 0, icebreaker: 0, state: 'first', takes: { short: 1 } },
  { level: 0, message: 5, icebreaker: 2, state: 'he began', takes: ['message', 1] },
  { level: 0, message: 0, icebreaker: 2, state: 'he began', takes: { short: 1 } },
  { level: 0, message: 0, icebreaker: 0, state: 'she began', takes: 'nothing' },
  { level: 0, message: 5, icebreaker: 2, state: 'ours began', takes: ['message', 1] },
  { level: 0, message: 0, icebreaker: 2, state: 'ours began', takes: { short: 1 } },
  { level: 1, message: 25, icebreaker: 2, state: 'first', takes: ['message', 10] },
  { level: 1, message: 10, icebreaker: 0, state: 'he began', takes: ['message', 10] },
  { level: 1, message: 9, icebreaker: 2, state: 'first', takes: { short: 10 } },
  { level: 1, message: 9, icebreaker: 0, state: 'he began', takes: { short: 10 } },
  { level: 1, message: 0, icebreaker: 0, state: 'she began', takes: 'nothing' },
  { level: 1, message: 25, icebreaker: 0, state: 'ours began', takes: ['message', 10] },
  { level: 2, message: 3, icebreaker: 1, state: 'first', takes: 'nothing' },
  { level: 2, message: 0, icebreaker: 0, state: 'he began', takes: 'nothing' },
  { level: 2, message: 0, icebreaker: 0, state: 'ours began', takes: 'nothing' },
];

async function partnerOf(world: World, marco: Member, state: Case['state']): Promise<string> {
  const { app } = world;
  if (state === 'ours began') {
    const lia = await world.profile();
    const words = { fromId: lia, toId: marco.profileId, id: newId(), text: 'Ciao', writtenBy: 'scripted' };
    await sendAsProfile(app, marco.brand, words);
    return lia;
  }
  const anna = await world.member({ gender: 'female', level: 2 });
  if (state === 'she began') await sendMessage(anna, { profileId: marco.profileId, text: 'Ciao' });
  if (state === 'he began') {
    await grant(marco, 'message', marco.brand.flows.get('7')?.messageValue ?? 0);
    await app.db.updateTable('account').set({ level: 1 }).where('id', '=', marco.accountId).execute();
    await sendMessage(marco, { profileId: anna.profileId, text: 'Ciao' });
  }
  return anna.profileId;
}

test.for(cases)(
  'level $level with $message and $icebreaker credits, $state: $takes',
  async ({ level, message, icebreaker, state, takes }, { world, db }) => {
    const marco = await world.member();
    const other = await partnerOf(world, marco, state);
    await db.updateTable('account').set({ level }).where('id', '=', marco.accountId).execute();
    await grant(marco, 'message', message);
    await grant(marco, 'icebreaker', icebreaker);
    const before = (await saidBetween(db, marco.profileId, other)).length;
    const entries = (await entriesOf(marco)).length;
    const sending = sendMessage(marco, { profileId: other, text: 'Come stai?' });
    if (typeof takes === 'object' && 'short' in takes) {
      const details = { needed: takes.short, balance: message };
      await expect(sending).rejects.toMatchObject({ code: 'chat.credits_short', details });
      expect(await saidBetween(db, marco.profileId, other)).toHaveLength(before);
      expect(await creditsOf(marco)).toEqual({ message, icebreaker });
      return;
    }
    const [credit, amount] = takes === 'nothing' ? ['none', 0] : takes;
    const left = {
      message: message - (credit === 'message' ? amount : 0),
      icebreaker: icebreaker - (credit === 'icebreaker' ? amount : 0),
    };
    const number = before + 1;
    const acknowledged = { number, messageCredits: left.message, iceBreakerCredits: left.icebreaker };
    expect(await sending).toMatchObject(acknowledged);
    expect(await creditsOf(marco)).toEqual(left);
    const charged = takes === 'nothing' ? [] : [['message', credit, -amount]];
    expect((await entriesOf(marco)).slice(entries)).toEqual(charged);
  },
);

test('what is sent again is stored and charged once, and answered the same', async ({ world, db }) => {
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await grant(marco, 'message', 1);
  const message = { id: randomUUID(), profileId: anna.profileId, text: 'Ciao' };
  const replies = await Promise.all([sendMessage(marco, message), sendMessage(marco, message)]);
  expect(replies[0]).toEqual(replies[1]);
  // The balance no longer suffices, and need not: in capitals it is the same id.
  world.app.clock.advance(SECOND);
  const again = { ...message, id: message.id.toUpperCase(), text: 'Altro' };
  expect(await sendMessage(marco, again)).toEqual(replies[0]);
  expect(await saidBetween(db, marco.profileId, anna.profileId)).toMatchObject([{ number: 1, body: 'Ciao' }]);
  expect(await creditsOf(marco)).toEqual({ message: 0, icebreaker: 0 });
  expect(await inboxOf(db, anna.profileId, marco.profileId)).toMatchObject({ unread: 1 });
});

test('an id pays in one conversation only, and cannot be used by another member', async ({ world }) => {
  const marco = await world.member();
  const [anna, elsa] = [
    await world.member({ gender: 'female' }),
    await world.member({ gender: 'female', level: 2 }),
  ];
  await grant(marco, 'message', 5);
  const id = randomUUID();
  await sendMessage(marco, { id, profileId: anna.profileId, text: 'Ciao' });
  await sendMessage(marco, { id, profileId: elsa.profileId, text: 'Ciao' });
  expect(await creditsOf(marco)).toEqual({ message: 3, icebreaker: 0 });
  await expect(sendMessage(anna, { id, profileId: marco.profileId, text: 'Io' })).rejects.toMatchObject({
    code: 'session.not_yours',
  });
});

test('both sides see where they stand', async ({ world, db }) => {
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await grant(marco, 'message', 5);
  const long = `Ciao!\nUna riga\n\n${'lunga '.repeat(20)}`;
  await sendMessage(marco, { profileId: anna.profileId, text: 'Prima' });
  world.app.clock.advance(SECOND);
  await sendMessage(marco, { profileId: anna.profileId, text: long });
  const last = { last_number: 2, last_at: world.app.clock.now(), last_photo: false, covered_preview: null };
  const preview = 'Ciao! Una riga lunga lunga lunga lunga lunga lunga lunga lun';
  expect(await inboxOf(db, marco.profileId, anna.profileId)).toEqual({
    ...last,
    pays: true,
    last_mine: true,
    preview,
    unread: 0,
  });
  expect(await inboxOf(db, anna.profileId, marco.profileId)).toEqual({
    ...last,
    pays: false,
    last_mine: false,
    preview,
    unread: 2,
  });
});

test('who writes first pays, also where the other one could not', async ({ world, db }) => {
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await expect(sendMessage(marco, { profileId: anna.profileId, text: 'Ciao' })).rejects.toMatchObject({
    code: 'chat.credits_short',
  });
  await grant(anna, 'icebreaker', 1);
  expect(await sendMessage(anna, { profileId: marco.profileId, text: 'Ciao' })).toMatchObject({
    iceBreakerCredits: 0,
  });
  expect(await sendMessage(marco, { profileId: anna.profileId, text: 'Ciao' })).toMatchObject({ number: 2 });
  expect(await inboxOf(db, anna.profileId, marco.profileId)).toMatchObject({ pays: true });
  expect(await inboxOf(db, marco.profileId, anna.profileId)).toMatchObject({ pays: false });
});

test('a telephone number is covered for readers of a member who has not bought anything', async ({
  world,
  db,
}) => {
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await grant(marco, 'message', 30);
  const text = 'Chiamami al +39 333 123 45 67';
  expect(await sendMessage(marco, { profileId: anna.profileId, text })).toMatchObject({ phoneCovered: true });
  expect(await inboxOf(db, anna.profileId, marco.profileId)).toMatchObject({
    preview: text,
    covered_preview: 'Chiamami al +•• ••• ••• •• ••',
  });
  expect(await inboxOf(db, marco.profileId, anna.profileId)).toMatchObject({
    preview: text,
    covered_preview: null,
  });
  // Who answers has bought nothing either.
  expect(await sendMessage(anna, { profileId: marco.profileId, text })).toMatchObject({
    phoneCovered: true,
  });
  await db.updateTable('account').set({ level: 1 }).where('id', '=', marco.accountId).execute();
  expect(await sendMessage(marco, { profileId: anna.profileId, text })).toMatchObject({
    phoneCovered: false,
  });
});

test('who waits for an answer of ours is noted once, until it comes; an AI companion is asked for it', async ({
  world,
  db,
}) => {
  const marco = await world.member({ level: 2 });
  const staff = await world.profile();
  const companion = await world.profile({ kind: 'ai' });
  const waiting = () =>
    db
      .selectFrom('waiting_reply')
      .select(['profile_id', 'kind', 'since', 'conversation_id'])
      .where('profile_id', 'in', [staff, companion])
      .execute();
  const since = world.app.clock.now();
  for (const profileId of [staff, companion, staff, companion]) {
    await sendMessage(marco, { profileId, text: 'Ciao' });
    world.app.clock.advance(SECOND);
  }
  const owed = await waiting();
  expect(owed).toEqual(
    expect.arrayContaining([
      { profile_id: staff, kind: 'staff', since, conversation_id: expect.any(String) },
      { profile_id: companion, kind: 'ai', since: expect.any(Date), conversation_id: expect.any(String) },
    ]),
  );
  expect(owed).toHaveLength(2);
  const id = owed.find(({ kind }) => kind === 'ai')?.conversation_id;
  const { rows } = await sql`select task, pool, key, payload, max_tries from job
    where payload ->> 'conversationId' = ${id}`.execute(db);
  const payload = { brandId: marco.brandId, conversationId: id };
  const key = `companion.answerAsCompanion:${id}`;
  expect(rows).toEqual([
    { task: 'companion.answerAsCompanion', pool: 'outside', key, payload, max_tries: 6 },
  ]);
  for (const fromId of [staff, companion])
    await sendAsProfile(world.app, marco.brand, {
      fromId,
      toId: marco.profileId,
      id: newId(),
      text: 'Eccomi',
      writtenBy: 'scripted',
    });
  expect(await waiting()).toEqual([]);
  expect(await saidBetween(db, marco.profileId, staff)).toMatchObject([
    { written_by: null },
    { written_by: null },
    { written_by: 'scripted', body: 'Eccomi' },
  ]);
});
