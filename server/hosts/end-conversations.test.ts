import { z } from 'zod';
import { listConversations } from '#server/messaging/conversation-list.ts';
import { readMessages } from '#server/messaging/reading.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { blockPerson } from '#server/profiles/blocks.ts';
import { endConversationsJob, retireHouseProfile } from '#server/profiles/house/state.ts';
import { messageCreditsOf, setCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { host, write } from '#testing/messaging/host-queue.ts';
import { brandManager, showAlessia } from '#testing/profiles/house.ts';
import type { Member } from '#testing/world.ts';
import { claimConversation } from './claims.ts';
import { endConversations } from './end-conversations.ts';
import { listQueue } from './queue.ts';
import { hostWords } from './real-question.ts';
import { replyAsProfile } from './replying.ts';

const brand = 'lunaria';
const info = { signal: new AbortController().signal };

/** What the queue holds to end the conversations of this profile. */
async function jobsAbout(db: Database, profileId: string) {
  const rows = await db
    .selectFrom('job')
    .select('payload')
    .where('task', '=', endConversationsJob.id)
    .orderBy('id')
    .execute();
  return rows
    .map(({ payload }) => z.decode(endConversationsJob.payload, payload as never))
    .filter((payload) => payload.profileId === profileId);
}

async function wordsTo(member: Member, profileId: string): Promise<string[]> {
  const { messages } = await readMessages(member, { profileId });
  return messages.map(({ text }) => text);
}

test('members read why no answer comes, get back what was not answered, and wait no longer', async ({
  app,
  db,
  world,
}) => {
  const [rita, ines] = [await brandManager(world), await host(world)];
  const id = await showAlessia(rita, 11);
  // Marco was answered and has written twice since; Paolo never was; Anna has nothing open.
  const [marco, paolo, anna] = [
    await world.member({ region: 'Lombardia' }),
    await world.member({ region: 'Lombardia' }),
    await world.member({ level: 2, region: 'Lombardia' }),
  ];
  for (const member of [marco, paolo]) await setCredits(member, 5);
  await db.updateTable('account').set({ language: 'es' }).where('id', '=', paolo.accountId).execute();
  const place = await write(marco, id);
  await claimConversation(ines, place);
  await replyAsProfile(ines, { ...place, messageId: newId(), text: 'Buonasera' });
  for (const text of ['Come va?', 'Ci sei?']) await sendMessage(marco, { profileId: id, text });
  await claimConversation(ines, place);
  await write(paolo, id);
  await write(anna, id);
  expect([await messageCreditsOf(marco), await messageCreditsOf(paolo)]).toEqual([2, 4]);

  expect((await retireHouseProfile(rita, { brand, id })).state).toBe('retired');
  await expect(sendMessage(marco, { profileId: id, text: 'E ora?' })).rejects.toMatchObject({
    code: 'chat.closed',
  });
  const payload = { brandId: rita.brandId, profileId: id, after: null };
  expect(await jobsAbout(db, id)).toEqual([payload]);
  // However often it runs.
  for (let run = 0; run < 2; run += 1) await endConversations(app, payload, info);

  const { ended, returned } = hostWords.it;
  const said = ended.staff.replace('{name}', 'Alessia');
  expect((await wordsTo(marco, id)).at(-1)).toBe(`${said} ${returned}`);
  expect((await wordsTo(anna, id)).at(-1)).toBe(said);
  expect((await wordsTo(paolo, id)).at(-1)).toBe(
    `${hostWords.es.ended.staff.replace('{name}', 'Alessia')} ${hostWords.es.returned}`,
  );
  expect([await messageCreditsOf(marco), await messageCreditsOf(paolo)]).toEqual([4, 5]);
  for (const list of ['new', 'waiting', 'mine'] as const)
    expect(
      (await listQueue(ines, { list })).conversations.filter(({ profile }) => profile.profileId === id),
    ).toEqual([]);
  await expect(claimConversation(ines, place)).rejects.toMatchObject({ code: 'request.not_found' });
});

test('who takes no messages there reads it from the brand, and to those who blocked it nothing is said', async ({
  app,
  db,
  world,
}) => {
  const rita = await brandManager(world);
  const id = await showAlessia(rita, 12);
  const [marco, paolo] = [
    await world.member({ level: 2, region: 'Lombardia' }),
    await world.member({ level: 2, region: 'Lombardia' }),
  ];
  const place = await write(marco, id);
  await write(paolo, id);
  const ines = await host(world);
  await claimConversation(ines, place);
  await replyAsProfile(ines, { ...place, messageId: newId(), text: 'Buonasera' });
  await db.updateTable('account').set({ staff_messages: false }).where('id', '=', marco.accountId).execute();
  await blockPerson(paolo, { profileId: id });
  await retireHouseProfile(rita, { brand, id });
  await endConversations(app, { brandId: rita.brandId, profileId: id, after: null }, info);
  const notices = await db
    .selectFrom('system_message')
    .select(['account_id', 'html'])
    .where('notice', 'like', 'retired %')
    .execute();
  expect(notices).toEqual([
    { account_id: marco.accountId, html: expect.stringContaining('Alessia') as unknown },
  ]);
  expect(await wordsTo(marco, id)).toHaveLength(2);
});

test('many conversations are ended some at a time, and where it broke off it goes on', async ({
  app,
  db,
  world,
}) => {
  const rita = await brandManager(world);
  const id = await showAlessia(rita, 13);
  const members: Member[] = [];
  for (let count = 0; count < 52; count += 1)
    members.push(await world.member({ level: 2, region: 'Lombardia' }));
  for (const member of members) await write(member, id);
  await retireHouseProfile(rita, { brand, id });
  const payload = { brandId: rita.brandId, profileId: id, after: null };
  const stopping = new AbortController();
  const messages = {
    ...app.messages,
    async write(...given: Parameters<typeof app.messages.write>) {
      const stored = await app.messages.write(...given);
      if (stored.number === 2) stopping.abort();
      return stored;
    },
  };
  await expect(endConversations({ ...app, messages }, payload, stopping)).rejects.toThrow('aborted');
  await endConversations(app, payload, info);
  const next = (await jobsAbout(db, id)).filter(({ after }) => after !== null);
  expect(next).toHaveLength(1);
  await endConversations(app, next[0]!, info);
  for (const member of members) {
    expect((await wordsTo(member, id)).filter((text) => text.includes('Alessia'))).toHaveLength(1);
    expect((await listConversations(member, {})).rows[0]?.text).toContain('Il profilo Alessia');
  }
});
