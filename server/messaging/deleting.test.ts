import * as conversationsContract from '#contract/chat/conversations.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { goLive } from '#testing/messaging/live-reading.ts';
import { giveMessageCredits, talk } from '#testing/messaging/write-messages.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { listConversations } from './conversation-list.ts';
import { clearConversation, deleteMessage, restoreMessage } from './deleting.ts';
import { messaging } from './module.ts';
import { readMessages } from './reading.ts';
import { recordReceipt } from './receipts.ts';
import { saveSystemMessage } from './system-messages.ts';

const couple = async (world: World): Promise<[Member, Member]> => [
  await world.member({ level: 2 }),
  await world.member({ gender: 'female', level: 2 }),
];
const textsOf = async (reader: Member, { profileId }: Pick<Member, 'profileId'>) =>
  (await readMessages(reader, { profileId })).messages.map(({ text }) => text);
const rowOf = async (reader: Member) => {
  const { rows, unread } = await listConversations(reader, {});
  return [rows[0]?.text, rows[0]?.type, rows[0]?.at, unread];
};

test('the member who deletes a message no longer sees it, the other one does; the row follows, and undo restores it', async ({
  app,
  world,
}) => {
  const server = await serve(app, messaging.routes);
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [
    ['one', 'uno'],
    ['other', 'due'],
    ['other', 'tre'],
  ]);
  const now = app.clock.now().getTime();
  const { messages } = await readMessages(marco, { profileId: anna.profileId });
  const { trackerId, token } = marco;
  const which = (index: number) => ({ trackerId, profileId: anna.profileId, id: messages[index]!.id });
  const remove = (index: number) =>
    callAs(server, conversationsContract.deleteMessage, which(index), { token });
  expect((await remove(2)).reply).toEqual({ result: 'OK' });
  expect((await remove(2)).status).toBe(200);
  expect(await textsOf(marco, anna)).toEqual(['uno', 'due']);
  expect(await textsOf(anna, marco)).toEqual(['uno', 'due', 'tre']);
  expect(await rowOf(marco)).toEqual(['due', 'theirs', now - 1_000, 1]);
  await remove(1);
  expect(await rowOf(marco)).toEqual(['uno', 'own', now - 2_000, 0]);
  await remove(0);
  expect(await rowOf(marco)).toEqual(['', 'own', now - 2_000, 0]);
  expect(await rowOf(anna)).toEqual(['tre', 'own', now, 1]);
  const restored = await callAs(server, conversationsContract.restoreMessage, which(2), { token });
  expect(restored.reply).toEqual({ result: 'OK' });
  expect(await textsOf(marco, anna)).toEqual(['tre']);
  expect(await rowOf(marco)).toEqual(['tre', 'theirs', now, 1]);
});

test('what was read before stays read when it is deleted, and reading on counts right', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [
    ['one', 'uno'],
    ['one', 'due'],
    ['one', 'tre'],
  ]);
  const { profileId } = marco;
  await recordReceipt(anna, { profileId, deliveredTo: 3, readTo: 1 });
  const { messages } = await readMessages(anna, { profileId });
  await deleteMessage(anna, { profileId, id: messages[0]!.id });
  await deleteMessage(anna, { profileId, id: messages[1]!.id });
  expect((await listConversations(anna, {})).unread).toBe(1);
  expect(await recordReceipt(anna, { profileId, deliveredTo: 3, readTo: 2 })).toEqual({ unread: 1 });
  expect(await recordReceipt(anna, { profileId, deliveredTo: 3, readTo: 3 })).toEqual({ unread: 0 });
});

test('a telephone number that is covered stays so in the row that follows', async ({ app, world }) => {
  const marco = await world.member();
  const anna = await world.member({ gender: 'female', level: 2 });
  await giveMessageCredits(marco, 5);
  await talk(app, marco, anna, [
    ['one', 'Chiama 333 1234567'],
    ['other', 'Non posso'],
  ]);
  const { messages } = await readMessages(anna, { profileId: marco.profileId });
  await deleteMessage(anna, { profileId: marco.profileId, id: messages[1]!.id });
  expect((await listConversations(anna, {})).rows[0]!.text).toBe('Chiama ••• •••••••');
});

test('an emptied conversation leaves the list until a new message comes, and only for the member who emptied it', async ({
  app,
  world,
}) => {
  const live = await goLive(app);
  const [marco, anna] = await couple(world);
  const reader: Member = withServices(marco, { realtime: live.realtime });
  await talk(app, marco, anna, [
    ['one', 'uno'],
    ['other', 'due'],
  ]);
  const [marcosPage, annasPage] = [await live.open(marco), await live.open(anna)];
  expect(await clearConversation(reader, anna)).toEqual({ result: 'OK' });
  expect(await marcosPage.settle()).toEqual([{ name: 'aggiorna', payload: { profileId: anna.profileId } }]);
  expect(await annasPage.settle()).toEqual([]);
  expect(await listConversations(marco, {})).toMatchObject({ rows: [], unread: 0 });
  expect(await textsOf(marco, anna)).toEqual([]);
  expect((await readMessages(marco, anna)).conversation.icebreaker).toBe(false);
  expect(await textsOf(anna, marco)).toEqual(['uno', 'due']);
  const { messages } = await readMessages(anna, marco);
  await expect(
    restoreMessage(marco, { profileId: anna.profileId, id: messages[0]!.id }),
  ).rejects.toMatchObject({ code: 'request.not_found' });
  await talk(app, marco, anna, [['other', 'tre']]);
  expect(await textsOf(marco, anna)).toEqual(['tre']);
  expect(await listConversations(marco, {})).toMatchObject({ rows: [{ text: 'tre', unread: 1 }], unread: 1 });
  expect(await recordReceipt(marco, { profileId: anna.profileId, deliveredTo: 3, readTo: 3 })).toEqual({
    unread: 0,
  });
});

test('system messages are deleted and brought back like others', async ({ app, world }) => {
  const marco = await world.member();
  for (const html of ['uno', 'due']) {
    await saveSystemMessage(app.db, { ...marco, from: 'admin', notice: null, html, at: app.clock.now() });
    app.clock.advance(1);
  }
  const system = { profileId: 'admin' };
  const { messages } = await readMessages(marco, system);
  await deleteMessage(marco, { ...system, id: messages[1]!.id });
  expect(await rowOf(marco)).toMatchObject(['uno', 'theirs', messages[0]!.at, 1]);
  await restoreMessage(marco, { ...system, id: messages[1]!.id });
  expect(await textsOf(marco, system)).toEqual(['uno', 'due']);
  await clearConversation(marco, system);
  expect(await listConversations(marco, {})).toMatchObject({ rows: [], unread: 0 });
});

test('a message that never arrived can neither be deleted nor brought back, and nothing changes', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [
    ['one', 'uno'],
    ['other', 'due'],
  ]);
  const before = await rowOf(marco);
  const lost = { profileId: anna.profileId, id: newId() };
  for (const change of [deleteMessage, restoreMessage]) {
    await expect(change(marco, lost)).rejects.toMatchObject({ code: 'request.not_found' });
    await expect(change(marco, { profileId: 'admin', id: lost.id })).rejects.toMatchObject({
      code: 'request.not_found',
    });
  }
  expect(await rowOf(marco)).toEqual(before);
  expect(await textsOf(marco, anna)).toEqual(['uno', 'due']);
});

test('messages and conversations of others are not found, and stay', async ({ app, world }) => {
  const [marco, anna] = await couple(world);
  const eve = await world.member({ level: 2 });
  await talk(app, marco, anna, [['one', 'uno']]);
  await talk(app, eve, anna, [['one', 'altro']]);
  const [message] = (await readMessages(marco, anna)).messages;
  await saveSystemMessage(app.db, { ...marco, from: 'admin', notice: null, html: 'x', at: app.clock.now() });
  const [notice] = (await readMessages(marco, { profileId: 'admin' })).messages;
  const attempts = [
    { profileId: anna.profileId, id: message!.id },
    { profileId: marco.profileId, id: message!.id },
    { profileId: eve.profileId, id: message!.id },
    { profileId: 'admin', id: notice!.id },
    { profileId: 'nonsense', id: message!.id },
    { profileId: anna.profileId, id: newId() },
  ];
  const notFound = { code: 'request.not_found' };
  for (const attempt of attempts) {
    await expect(deleteMessage(eve, attempt)).rejects.toMatchObject(notFound);
    await expect(restoreMessage(eve, attempt)).rejects.toMatchObject(notFound);
  }
  for (const profileId of [marco.profileId, newId(), 'nonsense', '111111'])
    await expect(clearConversation(eve, { profileId })).rejects.toMatchObject(notFound);
  expect(await textsOf(marco, anna)).toEqual(['uno']);
});
