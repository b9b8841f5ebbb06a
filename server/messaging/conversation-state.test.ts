import { likePerson, visitPerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { memoryPresence } from '#server/platform/realtime/presence.ts';
import { readWholePerson } from '#server/profiles/people.ts';
import { setCredits } from '#testing/credits/credits.ts';
import { block, giveLikes } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import { answerAs, giveMessageCredits, talk } from '#testing/messaging/write-messages.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { readMessages } from './reading.ts';
import { sendAsProfile, sendMessage } from './sending.ts';

const couple = async (world: World): Promise<[Member, Member]> => [
  await world.member({ level: 2 }),
  await world.member({ gender: 'female', level: 2 }),
];

test('a conversation with a visible member is an empty page before the first word', async ({ world }) => {
  const marco = await world.member();
  const angel = await world.profile();
  await setCredits(marco, 1, 'icebreaker');
  const { messages, next, conversation } = await readMessages(marco, { profileId: angel });
  expect([messages, next]).toEqual([[], null]);
  expect(conversation).toMatchObject({
    kind: 'staff',
    icebreaker: true,
    closed: null,
    cost: 1,
    credit: 'icebreaker',
    available: false,
    activity: null,
    unread: 0,
    invitationPending: false,
  });
});

test('a hidden profile, an unknown id and one’s own profile are not found', async ({ world }) => {
  const marco = await world.member();
  const blocking = await world.profile();
  await block(marco, blocking, marco.profileId);
  const invisible = [
    newId(),
    'nonsense',
    marco.profileId,
    blocking,
    await world.profile({ status: 'pending' }),
    await world.profile({ brand: world.brand('verbena') }),
  ];
  for (const profileId of invisible)
    await expect(readMessages(marco, { profileId })).rejects.toMatchObject({ code: 'request.not_found' });
});

test('what the next message costs follows from who pays, the level and the state', async ({ app, world }) => {
  const { flows, settings } = world.brand();
  const value = flows.get(settings.defaultFlow)!.messageValue;
  const angel = await world.profile();
  const price = async (member: Member, profileId = angel) => {
    const { conversation } = await readMessages(member, { profileId });
    return [conversation.cost, conversation.credit];
  };
  const [free, paying, top] = [
    await world.member(),
    await world.member({ level: 1 }),
    await world.member({ level: 2 }),
  ];
  expect(await price(free)).toEqual([1, 'message']);
  expect(await price(paying)).toEqual([value, 'message']);
  expect(await price(top)).toEqual([0, 'message']);
  const anna = await world.member({ gender: 'female' });
  await talk(app, top, anna, [['one', 'Ciao']]);
  expect(await price(anna, top.profileId)).toEqual([0, 'message']);
  await answerAs({ from: angel, to: free }, 'Ciao');
  expect(await price(free)).toEqual([1, 'message']);
});

test('a closed conversation stays readable, and gives the reason to those who may know it', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [['one', 'Ciao']]);
  const closed = async (reader: Member, other: Member) => {
    const { messages, conversation } = await readMessages(reader, { profileId: other.profileId });
    expect(messages).toHaveLength(1);
    return conversation.closed;
  };
  expect(await closed(marco, anna)).toBeNull();
  await db
    .updateTable('profile')
    .set({ status: 'hidden', hidden_by_owner: true })
    .where('id', '=', anna.profileId)
    .execute();
  expect(await closed(marco, anna)).toBeNull();
  await db.updateTable('account').set({ status: 'disabled' }).where('id', '=', anna.accountId).execute();
  expect(await closed(marco, anna)).toBe('gone');
  await db.updateTable('account').set({ status: 'active' }).where('id', '=', anna.accountId).execute();
  await block(anna, anna.profileId, marco.profileId);
  // The blocked member does not learn of the block; the one who blocked sees it.
  expect(await closed(marco, anna)).toBe('gone');
  expect(await closed(anna, marco)).toBe('blocked');
});

test('a member whose profile waits for moderation is in review, and not gone', async ({ app, db, world }) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [['one', 'Ciao']]);
  const read = async () => (await readMessages(marco, { profileId: anna.profileId })).conversation;
  expect(await read()).toMatchObject({ closed: null, inReview: false });
  await db
    .updateTable('profile')
    .set({ status: 'pending', moderated_at: null })
    .where('id', '=', anna.profileId)
    .execute();
  expect(await read()).toMatchObject({ closed: null, inReview: true });
  // The blocked member learns nothing of it.
  await block(anna, anna.profileId, marco.profileId);
  expect(await read()).toMatchObject({ closed: 'gone', inReview: false });
});

test('acting is presence: a member who writes, likes or visits was online at that moment', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = await couple(world);
  await giveLikes(anna, 1);
  const host = await world.profile();
  await talk(app, marco, anna, [['one', 'Ciao']]);
  const acts: [string, () => Promise<unknown>][] = [
    [anna.profileId, () => sendMessage(anna, { profileId: marco.profileId, text: 'Ciao a te' })],
    [anna.profileId, () => likePerson(anna, { profileId: marco.profileId })],
    [anna.profileId, () => visitPerson(anna, { profileId: marco.profileId })],
    [
      host,
      () =>
        sendAsProfile(app, marco.brand, {
          fromId: host,
          toId: marco.profileId,
          id: newId(),
          text: 'Ciao',
          writtenBy: 'scripted',
        }),
    ],
  ];
  for (const [profileId, act] of acts) {
    app.clock.advance(DAY);
    const before = new Date(app.clock.now().getTime() - 8 * DAY);
    await db.updateTable('profile').set({ last_active_at: before }).where('id', '=', profileId).execute();
    const activity = async () => (await readWholePerson(marco, profileId)).person?.activity;
    expect(await activity()).toBe('earlier');
    await act();
    expect(await activity()).toBe('now');
  }
});

test('read receipts are withheld at level 0 where the flow sells them, and only from who pays', async ({
  app,
  db,
  world,
}) => {
  const { flows } = world.brand();
  const selling = [...flows.values()].find(({ paywalls }) => paywalls.read_receipts);
  const marco = await world.member({ flowId: selling!.id });
  const anna = await world.member({ gender: 'female', flowId: selling!.id });
  await giveMessageCredits(marco, 5);
  await talk(app, marco, anna, [
    ['one', 'Ciao'],
    ['other', 'Ciao!'],
  ]);
  for (const member of [marco, anna])
    await db
      .updateTable('inbox')
      .set({ delivered_to: 2, read_to: 2, unread: 0 })
      .where('owner_id', '=', member.profileId)
      .execute();
  const marcosView = await readMessages(marco, { profileId: anna.profileId });
  expect(marcosView.conversation).toMatchObject({ receiptsHidden: true, deliveredTo: 2, readTo: 0 });
  expect(marcosView.messages[0]).toMatchObject({ type: 'own', delivered: true, read: false });
  const annasView = await readMessages(anna, { profileId: marco.profileId });
  expect(annasView.conversation).toMatchObject({ receiptsHidden: false, readTo: 0 });
  await db.updateTable('account').set({ level: 1 }).where('id', '=', marco.accountId).execute();
  const later = await readMessages(anna, { profileId: marco.profileId });
  expect(later.conversation).toMatchObject({ receiptsHidden: false, readTo: 2 });
  expect(later.messages[1]).toMatchObject({ type: 'own', read: true });
});

test('available are connected members, an AI companion always, and a host while they have claimed the conversation', async ({
  app,
  db,
  world,
}) => {
  const presence = memoryPresence();
  const marco: Member = withServices(await world.member({ level: 2 }), {
    realtime: { ...app.realtime, presence },
  });
  const anna = await world.member({ gender: 'female' });
  const [host, companion] = [await world.profile(), await world.profile({ kind: 'ai' })];
  const isAvailable = async (profileId: string) =>
    (await readMessages(marco, { profileId })).conversation.available;
  expect(await isAvailable(anna.profileId)).toBe(false);
  await presence.came(anna.brandId, anna.accountId, 'socket');
  expect(await isAvailable(anna.profileId)).toBe(true);
  expect(await isAvailable(companion)).toBe(true);
  await sendMessage(marco, { profileId: host, text: 'Ciao' });
  expect(await isAvailable(host)).toBe(false);
  await db
    .updateTable('waiting_reply')
    .set({ claimed_until: new Date(app.clock.now().getTime() + MINUTE) })
    .execute();
  expect(await isAvailable(host)).toBe(true);
  app.clock.advance(MINUTE);
  expect(await isAvailable(host)).toBe(false);
});

test('an invitation is pending until the other one writes', async ({ app, db, world }) => {
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [['one', 'Ti va di parlare?']]);
  await db.updateTable('message').set({ invitation: true }).where('from_id', '=', marco.profileId).execute();
  const isPending = async (reader: Member, other: Member) =>
    (await readMessages(reader, { profileId: other.profileId })).conversation.invitationPending;
  expect([await isPending(marco, anna), await isPending(anna, marco)]).toEqual([true, false]);
  await talk(app, marco, anna, [['other', 'Volentieri']]);
  expect(await isPending(marco, anna)).toBe(false);
});
