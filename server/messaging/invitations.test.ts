import { listNotifications } from '#server/feed/notifications.ts';
import { giveLikes, likeCreditsOf } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import { goLive } from '#testing/messaging/live-reading.ts';
import { creditsOf, grant, inboxOf, saidBetween } from '#testing/messaging/sending.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { listConversations } from './conversation-list.ts';
import { readMessages } from './reading.ts';
import { decide } from './sending.ts';
import { sendMessage } from './sending.ts';

const invite = (member: Member, profileId: string, invitation: string) =>
  decide(member, { profileId, verdict: 'like', invitation });

async function wordsOfLike({ app: { db }, profileId }: Member, to: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('reaction')
    .select('message')
    .where('from_id', '=', profileId)
    .where('to_id', '=', to)
    .where('kind', '=', 'like')
    .executeTakeFirst();
  return row?.message;
}

test('the words that go with a like are the first message, which the like has paid for', async ({
  app,
  world,
  db,
}) => {
  const { open, realtime } = await goLive(app);
  const marco = withServices(await world.member({ flowId: '13' }), { realtime });
  const anna = await world.member({ gender: 'female' });
  await giveLikes(marco, 2);
  await grant(marco, 'message', 3);
  const [marcosPage, annasPage] = [await open(marco), await open(anna)];
  expect(await invite(marco, anna.profileId, ' Un caffè? ')).toEqual({ likeCredits: 1, matched: false });
  // Liking twice is one like, and one invitation.
  expect(await invite(marco, anna.profileId, 'Allora?')).toEqual({ likeCredits: 1, matched: false });
  expect(await saidBetween(db, marco.profileId, anna.profileId)).toMatchObject([
    { number: 1, body: 'Un caffè?', invitation: true, from_id: marco.profileId },
  ]);
  expect(await wordsOfLike(marco, anna.profileId)).toBe('Un caffè?');
  expect(await creditsOf(marco)).toEqual({ message: 3, icebreaker: 0 });
  expect(await inboxOf(db, anna.profileId, marco.profileId)).toMatchObject({ unread: 1, pays: false });
  const news = { text: 'Un caffè?', invitation: true, number: 1 };
  await expect
    .poll(() => annasPage.received)
    .toMatchObject([{ name: 'chat', payload: { ...news, type: 'theirs' } }]);
  // The like has paid for it, so no message credit is gone and no balance had to be sent.
  expect(await marcosPage.settle()).toMatchObject([{ name: 'chat', payload: { ...news, type: 'own' } }]);
  // The host's answer obliges to nothing, the member goes on at their own cost.
  await sendMessage(anna, { profileId: marco.profileId, text: 'Volentieri' });
  expect(await sendMessage(marco, { profileId: anna.profileId, text: 'Domani?' })).toMatchObject({
    number: 3,
    messageCredits: 2,
  });
});

test('a like that cannot be paid sends no invitation', async ({ world, db }) => {
  const marco = await world.member({ flowId: '13' });
  const anna = await world.member({ gender: 'female' });
  await grant(marco, 'message', 3);
  await expect(invite(marco, anna.profileId, 'Un caffè?')).rejects.toMatchObject({
    code: 'like.credits_short',
  });
  expect(await saidBetween(db, marco.profileId, anna.profileId)).toEqual([]);
  expect(await inboxOf(db, anna.profileId, marco.profileId)).toBeUndefined();
});

test('an invitation cannot be taken back: it would have cost nothing', async ({ world, db }) => {
  const marco = await world.member({ flowId: '13' });
  const anna = await world.member({ gender: 'female' });
  await giveLikes(marco, 1);
  await invite(marco, anna.profileId, 'Un caffè?');
  await expect(decide(marco, { profileId: anna.profileId, verdict: 'undo' })).rejects.toMatchObject({
    code: 'match.no_undo',
  });
  expect(await likeCreditsOf(marco)).toBe(0);
  expect(await saidBetween(db, marco.profileId, anna.profileId)).toHaveLength(1);
});

test('those who talk already are liked without words: they would be read for nothing', async ({
  world,
  db,
}) => {
  const marco = await world.member();
  const anna = await world.member({ gender: 'female', flowId: '13', level: 1 });
  await grant(marco, 'message', 1);
  await sendMessage(marco, { profileId: anna.profileId, text: 'Ciao' });
  await invite(anna, marco.profileId, 'Mi piaci');
  expect(await saidBetween(db, marco.profileId, anna.profileId)).toHaveLength(1);
  expect(await wordsOfLike(anna, marco.profileId)).toBe('');
});

test('a telephone number in an invitation is covered wherever it is read, until its writer buys', async ({
  world,
  db,
}) => {
  const marco = await world.member({ flowId: '13' });
  const anna = await world.member({ gender: 'female' });
  await giveLikes(marco, 1);
  await invite(marco, anna.profileId, 'Sono al 3331234567');
  const seen = async () => [
    (await listNotifications(anna, {})).notifications.map(({ text }) => text),
    (await listConversations(anna, {})).rows.map(({ text }) => text),
    (await readMessages(anna, { profileId: marco.profileId })).messages
      .filter(({ number }) => number > 0)
      .map(({ text }) => text),
  ];
  const covered = ['Sono al ••••••••••'];
  expect(await seen()).toEqual([covered, covered, covered]);
  expect(await saidBetween(db, marco.profileId, anna.profileId)).toMatchObject([{ has_phone: true }]);
  await db.updateTable('account').set({ level: 1 }).where('id', '=', marco.accountId).execute();
  const plain = ['Sono al 3331234567'];
  expect(await seen()).toEqual([plain, plain, plain]);
});

test('profiles of ours owe an answer to an invitation as well', async ({ world, db }) => {
  const marco = await world.member({ flowId: '13', level: 2 });
  const lia = await world.profile();
  await invite(marco, lia, 'Un caffè?');
  const owed = await db.selectFrom('waiting_reply').select('kind').where('profile_id', '=', lia).execute();
  expect(owed).toEqual([{ kind: 'staff' }]);
});
