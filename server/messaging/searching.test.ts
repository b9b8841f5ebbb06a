import { expect, test } from '#testing/harness.ts';
import { grant } from '#testing/messaging/sending.ts';
import { talk } from '#testing/messaging/write-messages.ts';
import type { Member } from '#testing/world.ts';
import { deleteMessage } from './deleting.ts';
import { readMessages } from './reading.ts';
import { searchConversation } from './searching.ts';

const search = async (by: Member, { profileId }: Member, words: string) =>
  (await searchConversation(by, { profileId, words })).found.map(({ number, text }) => [number, text]);

test('words are found whatever their case and accents, newest first, with a few words before them', async ({
  app,
  world,
}) => {
  const [marco, anna] = [
    await world.member({ level: 2 }),
    await world.member({ gender: 'female', level: 2 }),
  ];
  await talk(app, marco, anna, [
    ['one', 'Un CAFFÈ al volo?'],
    ['other', 'Domenica vado al mercato presto, poi dal fornaio, poi un caffè lungo in piazza 100%'],
    ['other', 'Di niente'],
  ]);
  expect(await search(marco, anna, 'caffe')).toEqual([
    [2, 'poi dal fornaio, poi un caffè lungo in piazza 100%'],
    [1, 'Un CAFFÈ al volo?'],
  ]);
  expect(await search(anna, marco, 'Caffè lungo')).toHaveLength(1);
  // Nothing of it is a pattern.
  expect(await search(marco, anna, '0%')).toHaveLength(1);
  expect(await search(marco, anna, '__')).toEqual([]);
  const [first] = (await readMessages(marco, { profileId: anna.profileId })).messages;
  await deleteMessage(marco, { profileId: anna.profileId, id: first!.id });
  expect(await search(marco, anna, 'caffe')).toHaveLength(1);
  expect(await search(marco, await world.member(), 'caffe')).toEqual([]);
});

test('neither withheld words nor a covered number can be found', async ({ app, world }) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  await grant(marco, 'message', 5);
  await talk(app, marco, anna, [
    ['one', 'Chiamami, il mio numero è 347 1234567'],
    ['other', 'Il mio segreto'],
  ]);
  expect(await search(marco, anna, 'segreto')).toEqual([]);
  expect(await search(marco, anna, '347 123')).toHaveLength(1);
  expect(await search(anna, marco, '347 123')).toEqual([]);
  expect(await search(anna, marco, 'numero')).toHaveLength(1);
  expect(JSON.stringify(await search(anna, marco, 'numero'))).not.toContain('347 12');
  await app.db.updateTable('account').set({ level: 2 }).where('id', '=', marco.accountId).execute();
  expect(await search(marco, anna, 'segreto')).toHaveLength(1);
});
