import { randomUUID } from 'node:crypto';
import { chat, receiptChanged, typing } from '#contract/chat/live.ts';
import type { MessageWriter } from '#server/messaging/message-writer.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { SECOND } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { haveTalked } from '#testing/messaging/conversation.ts';
import { claimTime, failing, host, listening, waitingRows, write } from '#testing/messaging/host-queue.ts';
import { giveMessageCredits } from '#testing/messaging/write-messages.ts';
import { withServices } from '#testing/world.ts';
import { claimConversation } from './claims.ts';
import { readStaffConversation } from './conversation.ts';
import { countQueue, listQueue } from './queue.ts';
import { replyAsProfile, typeAsProfile } from './replying.ts';

// Every test finds the queue empty.
test.beforeEach(async ({ db }) => {
  await db.deleteFrom('waiting_reply').execute();
});

test('writing keeps the conversation with the host, and the member sees it', async ({ app, world }) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna);
  const { events, context: ines } = listening(await host(world));
  await claimConversation(ines, where);
  for (let count = 0; count < 5; count += 1) {
    app.clock.advance(claimTime - 1);
    const { until } = await typeAsProfile(ines, where);
    expect(until).toBe(app.clock.now().getTime() + claimTime);
  }
  expect(events).toEqual(
    Array.from({ length: 5 }, () => ({
      to: [marco.accountId],
      event: typing.name,
      payload: { profileId: luna },
    })),
  );
});

test('an answer reaches the member, ends the waiting and leaves a trace without its words', async ({
  db,
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna);
  const { events, context: ines } = listening(await host(world));
  await expect(replyAsProfile(ines, { ...where, messageId: randomUUID(), text: 'Ciao' })).rejects.toEqual(
    failing('queue.not_taken'),
  );
  await claimConversation(ines, where);
  await expect(replyAsProfile(ines, { ...where, messageId: randomUUID(), text: ' \n ' })).rejects.toEqual(
    failing('chat.empty'),
  );

  const reply = { ...where, messageId: randomUUID(), text: 'Bene, e tu?' };
  const answered = await replyAsProfile(ines, reply);
  expect(answered.number).toBe(2);
  expect(await waitingRows(db)).toEqual([]);
  expect(events.map(({ event, to }) => [event, to])).toEqual([
    [chat.name, [marco.accountId]],
    [receiptChanged.name, [marco.accountId]],
  ]);
  expect(events[0]?.payload).toMatchObject({
    profileId: luna,
    text: 'Bene, e tu?',
    type: 'theirs',
    kind: 'staff',
  });
  const stored = await db
    .selectFrom('message')
    .selectAll()
    .where('id', '=', reply.messageId)
    .executeTakeFirst();
  expect(stored).toMatchObject({ from_id: luna, written_by: `staff:${ines.staffId}` });
  const entries = await db.selectFrom('audit').selectAll().where('subject', '=', where.id).execute();
  expect(entries).toMatchObject([{ action: 'conversation.answered', actor_id: ines.staffId }]);
  expect(JSON.stringify(entries)).not.toContain('Bene');
  // No member waits any more.
  await expect(claimConversation(ines, where)).rejects.toEqual(failing('request.not_found'));

  // What is sent again is one message, though the conversation is no longer the host's. Browsers drop what they know.
  const [first] = events.splice(0);
  expect(await replyAsProfile(ines, { ...reply, text: 'Altre parole' })).toEqual(answered);
  expect(events).toEqual([first]);
  const ugo = await host(world, 'Ugo');
  await expect(replyAsProfile(ugo, reply)).rejects.toEqual(failing('queue.not_taken'));
  await expect(replyAsProfile(ines, { ...reply, messageId: randomUUID() })).rejects.toEqual(
    failing('queue.not_taken'),
  );
});

test('an answer that was stored by a try that failed is written down when it is found, once', async ({
  app,
  db,
  world,
}) => {
  const where = await write(await world.member({ level: 2 }), await world.profile());
  const ines = await host(world);
  await claimConversation(ines, where);
  app.clock.advance(40 * SECOND);
  // The node stores it and gets no further.
  const messages: MessageWriter = {
    ...app.messages,
    async write(...message) {
      await app.messages.write(...message);
      throw new Error('cut off');
    },
  };
  const reply = { ...where, messageId: randomUUID(), text: 'Eccomi' };
  await expect(replyAsProfile(withServices(ines, { messages }), reply)).rejects.toThrow('cut off');
  const written = () =>
    db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'details'])
      .where('subject', '=', where.id)
      .where('action', '=', 'conversation.answered')
      .execute();
  expect(await written()).toEqual([]);
  await Promise.all([replyAsProfile(ines, reply), replyAsProfile(ines, reply)]);
  await replyAsProfile(ines, reply);
  expect(await written()).toMatchObject([
    { actor_id: ines.staffId, details: { message: reply.messageId, confirmed: [] } },
  ]);
  const counted = db
    .selectFrom('host_reply')
    .select('waited_seconds')
    .where('message_id', '=', reply.messageId);
  expect(await counted.execute()).toEqual([{ waited_seconds: 40 }]);
});

test('the same answer sent many times at once is one message', async ({ db, world }) => {
  const where = await write(await world.member({ level: 2 }), await world.profile());
  const ines = await host(world);
  await claimConversation(ines, where);
  const reply = { ...where, messageId: randomUUID(), text: 'Eccomi' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => replyAsProfile(ines, reply)));
  expect(new Set(answers.map(({ number }) => number))).toEqual(new Set([2]));
  const entries = await db.selectFrom('audit').select('id').where('subject', '=', where.id).execute();
  expect(entries).toHaveLength(1);
});

test('of five different answers sent at once one goes out, and a refused one blocks no host', async ({
  db,
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna);
  const ines = await host(world);
  await claimConversation(ines, where);
  const reply = (text: string) => replyAsProfile(ines, { ...where, messageId: randomUUID(), text });
  await expect(reply(' ')).rejects.toEqual(failing('chat.empty'));
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => reply(`Risposta ${number}`)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(['reply.under_way', 'queue.not_taken']).toContain((outcome.reason as { code: string }).code);
  const sent = await db.selectFrom('message').select('id').where('from_id', '=', luna).execute();
  expect(sent).toHaveLength(1);
});

test('a member who writes again while a host is at it changes neither the place nor the holder', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna);
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  await claimConversation(ines, where);
  const [before] = await waitingRows(db);
  app.clock.advance(5_000);
  await Promise.all([
    sendMessage(marco, { profileId: luna, text: 'E poi…' }),
    sendMessage(marco, { profileId: luna, text: 'Ci sei?' }),
    claimConversation(ugo, where).catch(() => {}),
  ]);
  expect(await waitingRows(db)).toEqual([before]);
  await replyAsProfile(ines, { ...where, messageId: randomUUID(), text: 'Eccomi' });
  expect(await waitingRows(db)).toEqual([]);
  // A message after the answer waits again, for any host.
  app.clock.advance(1_000);
  await write(marco, luna, 'Che bello');
  expect(await waitingRows(db)).toMatchObject([{ claimed_by: null, since: app.clock.now() }]);
});

test('a host reads what was said with the staff’s profiles, and nothing of what members tell each other', async ({
  db,
  world,
}) => {
  const [marco, anna] = [await world.member({ level: 2 }), await world.member({ level: 2 })];
  const [luna, machine] = [await world.profile(), await world.profile({ kind: 'ai' })];
  const ines = await host(world);
  for (const other of [anna.profileId, machine]) {
    const where = await write(marco, other);
    await expect(readStaffConversation(ines, where)).rejects.toEqual(failing('request.not_found'));
    await expect(claimConversation(ines, where)).rejects.toEqual(failing('request.not_found'));
  }
  expect(await countQueue(ines, {})).toMatchObject({ new: 0, waiting: 0 });

  const { clock } = marco.app;
  const { brandId, profileId: first } = marco;
  const said = Array.from({ length: 120 }, (_, index) => ({
    by: index % 3 === 2 ? ('second' as const) : ('first' as const),
    text: `Frase ${index + 1}`,
  }));
  const id = await haveTalked(db, { brandId, first, second: luna, said, at: clock.now() });
  const where = { brand: marco.brand.key, id };
  const pages = [await readStaffConversation(ines, where)];
  while (pages[0]?.next)
    pages.unshift(await readStaffConversation(ines, { ...where, before: pages[0].next }));
  const all = pages.flatMap(({ messages }) => messages);
  expect(all.map(({ text }) => text)).toEqual(said.map(({ text }) => text));
  expect(all.slice(0, 3).map(({ from }) => from)).toEqual(['member', 'member', 'profile']);
  expect(pages[0]).toMatchObject({ list: null, claim: null, member: { profileId: marco.profileId } });
  await expect(readStaffConversation(ines, { ...where, brand: 'verbena' })).rejects.toEqual(
    failing('request.not_found'),
  );
  await expect(readStaffConversation(ines, { ...where, before: '-1' })).rejects.toEqual(
    failing('request.malformed'),
  );
});

test('telephone numbers are covered for the host as for any receiver', async ({ world }) => {
  const marco = await world.member({ level: 0 });
  await giveMessageCredits(marco, 1);
  const where = await write(marco, await world.profile(), 'Chiamami al 333 123 4567');
  const ines = await host(world);
  const { messages } = await readStaffConversation(ines, where);
  expect(messages[0]?.text).toBe('Chiamami al ••• ••• ••••');
  expect((await listQueue(ines, { list: 'new' })).conversations[0]?.preview).toBe('Chiamami al ••• ••• ••••');
});

test('who holds the conversation reads it for the profile; who only looks does not', async ({
  db,
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna);
  await write(marco, luna, 'Ehi');
  const { events, context: ines } = listening(await host(world));
  const inbox = () =>
    db
      .selectFrom('inbox')
      .select(['read_to', 'delivered_to', 'unread'])
      .where('owner_id', '=', luna)
      .executeTakeFirst();
  await readStaffConversation(ines, where);
  expect(await inbox()).toEqual({ read_to: 0, delivered_to: 0, unread: 2 });
  await claimConversation(ines, where);
  await readStaffConversation(ines, where);
  await readStaffConversation(ines, where);
  expect(await inbox()).toEqual({ read_to: 2, delivered_to: 2, unread: 0 });
  expect(events).toEqual([
    {
      to: [marco.accountId],
      event: receiptChanged.name,
      payload: { profileId: luna, deliveredTo: 2, readTo: 2 },
    },
  ]);
  expect((await readStaffConversation(ines, where)).messages.map(({ read }) => read)).toEqual([true, true]);
});
