import fc from 'fast-check';
import * as conversationsContract from '#contract/chat/conversations.ts';
import type { Message } from '#contract/chat/messages.ts';
import { MESSAGES_PER_PAGE } from '#contract/kernel/constants.ts';
import { likePerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { haveTalked } from '#testing/messaging/conversation.ts';
import { answerAs, giveMessageCredits, talk } from '#testing/messaging/write-messages.ts';
import type { Member, World } from '#testing/world.ts';
import { listConversations } from './conversation-list.ts';
import { messaging } from './module.ts';
import { findPending, noneKnown } from './pending.ts';
import { readMessages } from './reading.ts';
import { sendMessage } from './sending.ts';
import { saveSystemMessage } from './system-messages.ts';

const couple = async (world: World): Promise<[Member, Member]> => [
  await world.member({ level: 2 }),
  await world.member({ gender: 'female', level: 2 }),
];

const saying = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ by: 'first' as const, text: `${index + 1}` }));

test('messages come in the order of time, each participant’s own as their own', async ({ app, world }) => {
  const server = await serve(app, messaging.routes);
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [
    ['one', 'Buonasera'],
    ['other', 'Ciao!'],
  ]);
  const { trackerId, token } = marco;
  const input = { trackerId, profileId: anna.profileId };
  const { reply } = await callAs(server, conversationsContract.readMessages, input, { token });
  const now = app.clock.now().getTime();
  expect(reply.messages).toMatchObject([
    { type: 'own', number: 1, text: 'Buonasera', at: now - 1_000, icebreaker: true, delivered: false },
    { type: 'theirs', number: 2, text: 'Ciao!', at: now, blurred: null, icebreaker: false, read: false },
  ]);
  expect(reply.next).toBeNull();
  const annasView = await readMessages(anna, { profileId: marco.profileId });
  expect(annasView.messages.map(({ type }) => type)).toEqual(['theirs', 'own']);
  expect(annasView.messages[1]).toMatchObject({ delivered: true, read: false });
  expect(annasView.conversation).toMatchObject({ deliveredTo: 2, readTo: 0, unread: 1 });
});

test('fetching is receiving, and not reading', async ({ app, world }) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [['one', 'Buonasera']]);
  await readMessages(anna, { profileId: marco.profileId });
  const { conversation } = await readMessages(marco, { profileId: anna.profileId });
  expect(conversation).toMatchObject({ deliveredTo: 1, readTo: 0 });
  expect((await readMessages(anna, { profileId: marco.profileId })).conversation.unread).toBe(1);
});

test('pages go back by number and forth again, and no message is missed or doubled while others write', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  await haveTalked(app.db, {
    brandId: marco.brandId,
    first: marco.profileId,
    second: anna.profileId,
    said: saying(2 * MESSAGES_PER_PAGE + 20),
    at: app.clock.now(),
  });
  const read = (place: { before?: string; after?: string } = {}) =>
    readMessages(anna, { profileId: marco.profileId, ...place });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 4 }), async (writes) => {
      const known = new Map<string, Message>();
      const take = (messages: readonly Message[]) => {
        for (const message of messages) {
          expect(known.has(message.id)).toBe(false);
          known.set(message.id, message);
        }
      };
      const first = await read();
      expect(first.messages).toHaveLength(MESSAGES_PER_PAGE);
      take(first.messages);
      const newest = first.messages.at(-1)!.number;
      let next = first.next;
      let sent = 0;
      for (let round = 0; next !== null; round += 1) {
        if (writes[round]) {
          await sendMessage(marco, { profileId: anna.profileId, text: 'more' });
          sent += 1;
        }
        const page: Awaited<ReturnType<typeof read>> = await read({ before: next });
        take(page.messages);
        next = page.next;
      }
      const missed = await read({ after: String(newest) });
      take(missed.messages);
      expect(missed).toMatchObject({ next: null });
      expect(missed.messages).toHaveLength(sent);
      const numbers = [...known.values()].map(({ number }) => number).toSorted((one, two) => one - two);
      expect(numbers).toEqual(Array.from({ length: newest + sent }, (_, index) => index + 1));
    }),
    { numRuns: 8 },
  );
  const forth = await read({ after: '3' });
  expect([forth.messages[0]!.number, forth.next]).toEqual([4, String(3 + MESSAGES_PER_PAGE)]);
  for (const place of [{ before: 'x' }, { after: '-1' }, { before: '1', after: '1' }])
    await expect(read(place)).rejects.toMatchObject({ code: 'request.malformed' });
});

test('at level 0 the words of the other one never leave the server; with the level they are all there', async ({
  app,
  db,
  world,
}) => {
  const server = await serve(app, messaging.routes);
  const marco = await world.member();
  const angel = await world.profile();
  await giveMessageCredits(marco, 5);
  await sendMessage(marco, { profileId: angel, text: 'La mia domanda' });
  await answerAs({ from: angel, to: marco }, 'La risposta segreta');
  const { trackerId, token } = marco;
  const input = { trackerId, profileId: angel };
  const { reply, body } = await callAs(server, conversationsContract.readMessages, input, { token });
  expect(JSON.stringify(body)).not.toContain('segreta');
  expect(reply.messages).toMatchObject([
    { text: 'La mia domanda', blurred: null },
    { text: '', blurred: expect.stringMatching(/^[A-Z][a-z] [a-z]{8} [a-z]{7}$/) },
  ]);
  await db.updateTable('account').set({ level: 1 }).where('id', '=', marco.accountId).execute();
  const paid = await readMessages(marco, { profileId: angel });
  expect(paid.messages[1]).toMatchObject({ text: 'La risposta segreta', blurred: null });
});

test('a like of the other one stands among the messages, always as the same entry', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  await likePerson(anna, { profileId: marco.profileId });
  const alone = await readMessages(marco, { profileId: anna.profileId });
  expect(alone.messages).toMatchObject([{ type: 'like', number: 0, text: '', name: expect.any(String) }]);
  expect(alone.conversation.icebreaker).toBe(true);
  await talk(app, marco, anna, [['one', 'Ciao']]);
  const both = await readMessages(marco, { profileId: anna.profileId });
  expect(both.messages.map(({ type }) => type)).toEqual(['like', 'own']);
  expect(both.messages[0]!.id).toBe(alone.messages[0]!.id);
  expect((await readMessages(anna, { profileId: marco.profileId })).messages).toHaveLength(1);
  for (let count = 0; count < MESSAGES_PER_PAGE; count += 2) {
    await sendMessage(marco, { profileId: anna.profileId, text: 'Ancora' });
    await sendMessage(anna, { profileId: marco.profileId, text: 'Anche io' });
  }
  const newest = await readMessages(marco, { profileId: anna.profileId });
  expect(newest.messages.length).toBeLessThanOrEqual(MESSAGES_PER_PAGE);
  const oldest = await readMessages(marco, { profileId: anna.profileId, before: newest.next! });
  const all = [...oldest.messages, ...newest.messages];
  expect(all.filter(({ type }) => type === 'like')).toHaveLength(1);
  expect(all).toHaveLength(MESSAGES_PER_PAGE + 2);
});

test('a clock that is set back hides nothing, and puts nothing before what it follows', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  const say = async (text: string) => {
    await sendMessage(marco, { profileId: anna.profileId, text });
    return app.clock.now().getTime();
  };
  const first = await say('uno');
  const second = await say('due');
  app.clock.advance(-HOUR);
  // Both are there, on a node whose clock is an hour behind, and so is what is said now.
  await say('tre');
  app.clock.advance(HOUR + MINUTE);
  const last = await say('quattro');
  app.clock.advance(-2 * HOUR);
  expect(await findPending(anna, noneKnown())).toMatchObject({ text: 'quattro', number: 4 });
  const { messages, conversation } = await readMessages(anna, { profileId: marco.profileId });
  expect(messages.map(({ text }) => text)).toEqual(['uno', 'due', 'tre', 'quattro']);
  expect(messages.map(({ at }) => at)).toEqual([first, second, second, last]);
  expect(conversation.unread).toBe(4);
  expect((await readMessages(anna, { profileId: marco.profileId, after: '2' })).messages).toHaveLength(2);
  const { rows } = await listConversations(anna, {});
  expect(rows).toMatchObject([{ profileId: marco.profileId, text: 'quattro', unread: 4 }]);
});

test('system messages are read like others, and cannot be answered', async ({ app, world }) => {
  const server = await serve(app, messaging.routes);
  const marco = await world.member();
  const { db } = marco.app;
  const { brandId, accountId, trackerId, token } = marco;
  const say = (notice: string | null) =>
    saveSystemMessage(db, {
      brandId,
      accountId,
      from: '000000',
      notice,
      html: '<p>Ciao <b>tu</b></p><script>alert(1)</script>',
      at: app.clock.now(),
    });
  await say('benvenuto');
  await say('benvenuto');
  app.clock.advance(1);
  await say(null);
  const input = { trackerId, profileId: '000000' };
  const { reply } = await callAs(server, conversationsContract.readMessages, input, { token });
  expect(reply.messages).toMatchObject([
    { type: 'theirs', number: 1, notice: 'benvenuto', text: '<p>Ciao <b>tu</b></p>', name: 'Lunaria' },
    { number: 2, notice: null, text: 'Ciao tu' },
  ]);
  expect(reply.conversation).toMatchObject({ closed: 'system', kind: null, unread: 2, cost: 0 });
  expect((await readMessages(marco, { profileId: '000000', after: '1' })).messages).toHaveLength(1);
  expect((await readMessages(marco, { profileId: 'admin' })).messages).toEqual([]);
});
