import * as conversationsContract from '#contract/chat/conversations.ts';
import { CONVERSATIONS_PER_PAGE, PREVIEW_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { likePerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { readNavigation } from '#server/feed/navigation.ts';
import { block } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { answerAs, giveMessageCredits, talk } from '#testing/messaging/write-messages.ts';
import type { Member, World } from '#testing/world.ts';
import { listConversations } from './conversation-list.ts';
import { messaging } from './module.ts';
import { sendMessage } from './sending.ts';
import { saveSystemMessage } from './system-messages.ts';

const couple = async (world: World): Promise<[Member, Member]> => [
  await world.member({ level: 2 }),
  await world.member({ gender: 'female', level: 2 }),
];

test('one row a conversation, newest first, each side with its own words, marks and count', async ({
  app,
  world,
}) => {
  const server = await serve(app, messaging.routes);
  const [marco, anna] = await couple(world);
  const lucia = await world.member({ gender: 'female', level: 2 });
  await talk(app, marco, anna, [
    ['one', 'Buonasera,\ncome   stai?'],
    ['other', 'Bene, e tu?'],
    ['other', 'Ci sei?'],
  ]);
  await talk(app, marco, lucia, [['one', 'x'.repeat(200)]]);
  const { trackerId, token } = marco;
  const { reply } = await callAs(server, conversationsContract.listConversations, { trackerId }, { token });
  expect(reply).toMatchObject({
    unread: 2,
    next: null,
    rows: [
      {
        profileId: lucia.profileId,
        kind: 'member',
        type: 'own',
        number: 1,
        text: 'x'.repeat(PREVIEW_MAX_LETTERS),
        blurred: null,
        at: app.clock.now().getTime(),
        unread: 0,
        read: false,
        delivered: false,
      },
      { profileId: anna.profileId, type: 'theirs', number: 3, text: 'Ci sei?', unread: 2, read: false },
    ],
  });
  expect((await listConversations(anna, {})).rows).toMatchObject([
    { profileId: marco.profileId, type: 'own', text: 'Ci sei?', unread: 1 },
  ]);
});

test('likes of those who have not written stand among the conversations, and give way to their words', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  const [fan, shy] = [
    await world.member({ gender: 'female', level: 2 }),
    await world.member({ gender: 'female', level: 2, profileStatus: 'pending' }),
  ];
  await likePerson(anna, { profileId: marco.profileId });
  app.clock.advance(1_000);
  await likePerson(fan, { profileId: marco.profileId });
  await likePerson(shy, { profileId: marco.profileId });
  app.clock.advance(1_000);
  const rows = async () =>
    (await listConversations(marco, {})).rows.map(({ profileId, type }) => [profileId, type]);
  expect(await rows()).toEqual([
    [fan.profileId, 'like'],
    [anna.profileId, 'like'],
  ]);
  await talk(app, anna, marco, [['one', 'Ciao']]);
  expect(await rows()).toEqual([
    [anna.profileId, 'theirs'],
    [fan.profileId, 'like'],
  ]);
  await block(marco, fan.profileId, marco.profileId);
  expect(await rows()).toEqual([[anna.profileId, 'theirs']]);
  // Likes are no messages.
  expect((await listConversations(marco, {})).unread).toBe(1);
});

test('the system sender stands there with its newest message, as plain text, and counts as unread', async ({
  app,
  world,
}) => {
  const marco = await world.member();
  const { db } = marco.app;
  const { brandId, accountId } = marco;
  const say = (from: '000000' | 'admin', html: string) =>
    saveSystemMessage(db, { brandId, accountId, from, notice: null, html, at: app.clock.now() });
  await say('000000', '<p>First</p>');
  app.clock.advance(1);
  await say('admin', '<p>From <b>us</b> &amp; ours</p>');
  app.clock.advance(1);
  await say('000000', '<p>Second</p>');
  expect(await listConversations(marco, {})).toMatchObject({
    unread: 3,
    rows: [
      { profileId: '000000', kind: null, screenName: 'Lunaria', text: 'Second', number: 2, unread: 2 },
      { profileId: 'admin', text: 'From us & ours', number: 1, unread: 1 },
    ],
  });
  expect((await listConversations(await world.member(), {})).rows).toEqual([]);
});

test('who is blocked, in either direction, is left out of the list and of every count; who is hidden stays', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = await couple(world);
  const lucia = await world.member({ gender: 'female', level: 2 });
  const hidden = await world.member({ gender: 'female', level: 2 });
  for (const other of [anna, lucia, hidden]) {
    await talk(app, marco, other, [
      ['one', 'Ciao'],
      ['other', 'Ciao!'],
    ]);
  }
  await db
    .updateTable('profile')
    .set({ status: 'hidden', hidden_by_owner: true })
    .where('id', '=', hidden.profileId)
    .execute();
  const unread = async () => (await readNavigation(marco)).navigation.unreadMessages;
  expect(await unread()).toBe(3);
  await block(marco, marco.profileId, anna.profileId);
  await block(marco, lucia.profileId, marco.profileId);
  const page = await listConversations(marco, {});
  expect(page.rows.map(({ profileId }) => profileId)).toEqual([hidden.profileId]);
  expect([page.unread, await unread()]).toEqual([1, 1]);
});

test('a reader at level 0 who pays gets the shape of a preview and not its words, until the level changes', async ({
  app,
  db,
  world,
}) => {
  const server = await serve(app, messaging.routes);
  const marco = await world.member();
  const angel = await world.profile();
  await giveMessageCredits(marco, 5);
  await sendMessage(marco, { profileId: angel, text: 'Domanda' });
  app.clock.advance(1_000);
  await answerAs({ from: angel, to: marco }, 'Segretissimo 42!');
  const { trackerId, token } = marco;
  const read = () => callAs(server, conversationsContract.listConversations, { trackerId }, { token });
  const first = await read();
  const [row] = first.reply.rows;
  expect(row).toMatchObject({ type: 'theirs', text: '', unread: 1, kind: 'staff' });
  expect(row!.blurred).toMatch(/^[A-Z][a-z]{11} \d\d!$/);
  expect(JSON.stringify(first.body)).not.toContain('Segretissimo');
  expect((await read()).body).toEqual(first.body);
  await db.updateTable('account').set({ level: 1 }).where('id', '=', marco.accountId).execute();
  expect((await read()).reply.rows).toMatchObject([{ text: 'Segretissimo 42!', blurred: null }]);
});

test('who answers reads everything, at any level', async ({ app, world }) => {
  const marco = await world.member({ level: 2 });
  const anna = await world.member({ gender: 'female' });
  await talk(app, marco, anna, [['one', 'Buonasera']]);
  expect((await listConversations(anna, {})).rows).toMatchObject([{ text: 'Buonasera', blurred: null }]);
});

test('pages follow one another without a gap, also where many rows are of the same moment', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  const { brandId } = marco;
  const at = app.clock.now();
  const people: string[] = [];
  for (let count = 0; count < CONVERSATIONS_PER_PAGE + 20; count += 1) people.push(await world.profile());
  const likes = people.filter((_, index) => index % 3 === 0);
  await db
    .insertInto('reaction')
    .values(
      likes.map((from_id) => ({
        brand_id: brandId,
        from_id,
        to_id: marco.profileId,
        kind: 'like' as const,
        at,
      })),
    )
    .execute();
  for (const from of people.filter((_, index) => index % 3 !== 0 || index % 2 === 0))
    await answerAs({ from, to: marco }, 'Ciao');
  await saveSystemMessage(db, { ...marco, from: '111111', notice: null, html: 'Ciao', at });
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const page = await listConversations(marco, before === undefined ? {} : { before });
    expect(page.rows.length).toBeLessThanOrEqual(CONVERSATIONS_PER_PAGE);
    seen.push(...page.rows.map(({ profileId }) => profileId));
    before = page.next ?? undefined;
  } while (before !== undefined);
  expect(seen.toSorted()).toEqual([...people, '111111'].toSorted());
  await expect(listConversations(marco, { before: 'nonsense' })).rejects.toMatchObject({
    code: 'request.malformed',
  });
});

test('no member reads another’s list', async ({ app, world }) => {
  const server = await serve(app, messaging.routes);
  const [marco, anna] = await couple(world);
  const { trackerId } = anna;
  const { status } = await callAs(
    server,
    conversationsContract.listConversations,
    { trackerId },
    { token: marco.token },
  );
  expect(status).toBe(403);
});
