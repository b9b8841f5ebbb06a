import { randomUUID } from 'node:crypto';
import { messageChanged } from '#contract/chat/message-actions.ts';
import { readMessages } from '#server/messaging/reading.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, host, listening, write } from '#testing/messaging/host-queue.ts';
import { claimConversation } from './claims.ts';
import { readStaffConversation } from './conversation.ts';
import { reactAsProfile, unsendAsProfile } from './message-actions.ts';
import { replyAsProfile } from './replying.ts';

test('a host answers a message, puts a sign on it and unsends their own words', async ({ world }) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna, 'Mare o montagna?');
  const { events, context: ines } = listening(await host(world));
  const said = async () => (await readStaffConversation(ines, where)).messages;
  const [{ id: asked } = { id: '' }] = await said();
  const sign = { ...where, messageId: asked, reaction: 'laugh' } as const;
  await expect(reactAsProfile(ines, sign)).rejects.toEqual(failing('queue.not_taken'));
  await claimConversation(ines, where);
  await reactAsProfile(ines, sign);
  const messageId = randomUUID();
  await replyAsProfile(ines, { ...where, messageId, text: 'Mare!', replyTo: 1 });
  expect(await said()).toMatchObject([
    { quoted: null, reactions: { member: null, profile: 'laugh' } },
    { quoted: { number: 1, from: 'member', text: 'Mare o montagna?', gone: false } },
  ]);
  expect((await readMessages(marco, { profileId: luna })).messages).toMatchObject([
    { theirReaction: 'laugh' },
    { text: 'Mare!', quoted: { number: 1, own: true } },
  ]);

  // Another host’s words are not theirs to take back.
  const other = await host(world, 'Ada');
  const gone = { ...where, messageId };
  await expect(unsendAsProfile(other, gone)).rejects.toEqual(failing('request.not_found'));
  await unsendAsProfile(ines, gone);
  expect((await readMessages(marco, { profileId: luna })).messages.map(({ text }) => text)).toEqual([
    'Mare o montagna?',
  ]);
  expect(events.findLast(({ event }) => event === messageChanged.name)).toMatchObject({
    to: [marco.accountId],
    payload: { id: messageId, unsent: true, profileId: luna },
  });
});
