import { chat } from '#contract/chat/live.ts';
import { messageChanged } from '#contract/chat/message-actions.ts';
import { blockPerson } from '#server/profiles/blocks.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, listening } from '#testing/messaging/host-queue.ts';
import { grant } from '#testing/messaging/sending.ts';
import { talk } from '#testing/messaging/write-messages.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { readOwnMessages } from './account-handlers.ts';
import { deleteMessage } from './deleting.ts';
import { reactToMessage } from './message-reactions.ts';
import { findPending, noneKnown } from './pending.ts';
import { readMessages } from './reading.ts';
import { sendMessage } from './sending.ts';

const notFound = failing('request.not_found');
/** The first one pays for what they write, and at level 0 reads no answers. */
const couple = async (world: World, level: 0 | 2 = 2): Promise<[Member, Member]> => {
  const marco = await world.member({ level });
  await grant(marco, 'message', 5);
  return [marco, await world.member({ gender: 'female', level: 2 })];
};
const read = async (reader: Member, { profileId }: Member) =>
  (await readMessages(reader, { profileId })).messages;
/** A member whose app records what is emitted, in the place of browsers. */
function recording(member: Member) {
  const { events, context } = listening(member as never);
  return { events, member: withServices(member, { realtime: context.app.realtime }) };
}

test('an answer says which message it answers, on the page, on the other one’s screen and after a retry', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [['one', `Mercato presto, ${'caffè lungo '.repeat(20)}`]]);
  const { events, member } = recording(anna);
  const id = crypto.randomUUID();
  const answer = { profileId: marco.profileId, id, text: 'Guido io', replyTo: 1 };
  await sendMessage(member, answer);
  await sendMessage(member, answer);
  const pending = await findPending(marco, noneKnown());
  expect(pending.quoted).toMatchObject({ number: 1, own: true });
  const [said] = await read(marco, anna);
  const quoted = { number: 1, attachment: null, withheld: false, gone: false };
  const text = said!.text.slice(0, 120).trimEnd();
  expect((await read(marco, anna))[1]?.quoted).toEqual({ ...quoted, own: true, text });
  expect((await read(anna, marco))[1]?.quoted).toEqual({ ...quoted, own: false, text });
  const received = events.filter(({ event, to }) => event === chat.name && to.includes(marco.accountId));
  expect(received.map(({ payload }) => (payload as { quoted: unknown }).quoted)).toEqual([
    { ...quoted, own: true, text },
    { ...quoted, own: true, text },
  ]);
});

test('what answers a message that is not there yet answers none', async ({ app, world }) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [['one', 'Ciao']]);
  await sendMessage(anna, { profileId: marco.profileId, text: 'Ciao', replyTo: 2 });
  expect((await read(marco, anna))[1]).not.toHaveProperty('quoted');
});

test('no quotation tells words that are withheld from its reader', async ({ app, world }) => {
  const [marco, anna] = await couple(world, 0);
  await talk(app, marco, anna, [
    ['one', 'Ciao'],
    ['other', 'Il mio segreto'],
  ]);
  await sendMessage(marco, { profileId: anna.profileId, text: 'Quale?', replyTo: 2 });
  await sendMessage(anna, { profileId: marco.profileId, text: 'Eccolo', replyTo: 1 });
  const [, , own, theirs] = await read(marco, anna);
  const hidden = { text: '', attachment: null, withheld: true, gone: false };
  expect(own?.quoted).toEqual({ number: 2, own: false, ...hidden });
  // Nor is it said what words answer that cannot be read.
  expect(theirs).toMatchObject({ text: '' });
  expect(theirs).not.toHaveProperty('quoted');
  expect(JSON.stringify(await read(marco, anna))).not.toContain('segreto');
});

test('a quotation of what the reader has deleted says that it is gone', async ({ app, world }) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [['one', 'Ciao']]);
  await sendMessage(anna, { profileId: marco.profileId, text: 'Ciao a te', replyTo: 1 });
  const [first] = await read(anna, marco);
  await deleteMessage(anna, { profileId: marco.profileId, id: first!.id });
  expect((await read(anna, marco))[0]?.quoted).toMatchObject({ text: '', gone: true });
  expect((await read(marco, anna))[1]?.quoted).toMatchObject({ text: 'Ciao', gone: false });
});

test('a sign stands on a message for both at once, another takes its place, and it can be taken away', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [['one', 'Ciao']]);
  const [{ id } = { id: '' }] = await read(marco, anna);
  const { events, member } = recording(anna);
  const say = (reaction: 'laugh' | 'heart' | null) =>
    reactToMessage(member, { profileId: marco.profileId, id, reaction });
  await say('laugh');
  await say('laugh');
  await say('heart');
  await reactToMessage(marco, { profileId: anna.profileId, id, reaction: 'thanks' });
  expect(await read(marco, anna)).toMatchObject([{ ownReaction: 'thanks', theirReaction: 'heart' }]);
  expect(await read(anna, marco)).toMatchObject([{ ownReaction: 'heart', theirReaction: 'thanks' }]);
  await say(null);
  expect((await read(anna, marco))[0]).not.toHaveProperty('ownReaction');
  const change = { id, number: 1, unsent: false };
  const toAnna = { ...change, profileId: marco.profileId };
  const toMarco = { ...change, profileId: anna.profileId };
  expect(events.filter(({ event }) => event === messageChanged.name)).toEqual([
    { to: [anna.accountId], event: 'modifica', payload: { ...toAnna, ownReaction: 'laugh' } },
    { to: [marco.accountId], event: 'modifica', payload: { ...toMarco, theirReaction: 'laugh' } },
    { to: [anna.accountId], event: 'modifica', payload: { ...toAnna, ownReaction: 'heart' } },
    { to: [marco.accountId], event: 'modifica', payload: { ...toMarco, theirReaction: 'heart' } },
    { to: [anna.accountId], event: 'modifica', payload: { ...toAnna, theirReaction: 'thanks' } },
    { to: [marco.accountId], event: 'modifica', payload: { ...toMarco, ownReaction: 'thanks' } },
  ]);
  expect(await readOwnMessages(app.db, anna.brandId, anna.accountId)).toHaveLength(1);
});

test('who may not read the words neither puts a sign on them nor learns of one', async ({ app, world }) => {
  const [marco, anna] = await couple(world, 0);
  await talk(app, marco, anna, [
    ['one', 'Ciao'],
    ['other', 'Ciao a te'],
  ]);
  const [marcos, annas] = await read(anna, marco);
  const blind = { profileId: anna.profileId, id: annas!.id, reaction: 'heart' } as const;
  await expect(reactToMessage(marco, blind)).rejects.toEqual(notFound);
  const { events, member } = recording(anna);
  await reactToMessage(member, { profileId: marco.profileId, id: marcos!.id, reaction: 'heart' });
  expect(events.map(({ to }) => to)).toEqual([[anna.accountId]]);
  for (const message of await read(marco, anna)) expect(message).not.toHaveProperty('theirReaction');
});

test('a stranger, a blocked person and a message of another conversation get no sign', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  const eva = await world.member({ gender: 'female', level: 2 });
  await talk(app, marco, anna, [['one', 'Ciao']]);
  const [{ id } = { id: '' }] = await read(marco, anna);
  for (const [by, to] of [
    [eva, marco],
    [marco, eva],
  ] as const)
    await expect(reactToMessage(by, { profileId: to.profileId, id, reaction: 'wow' })).rejects.toEqual(
      notFound,
    );
  await blockPerson(marco, { profileId: anna.profileId });
  await expect(reactToMessage(anna, { profileId: marco.profileId, id, reaction: 'wow' })).rejects.toEqual(
    failing('chat.closed'),
  );
});
