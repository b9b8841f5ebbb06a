import { liked } from '#contract/discovery/deck.ts';
import type { App } from '#server/app.ts';
import { grantCredits } from '#server/credits/ledger.ts';
import { listNotifications } from '#server/feed/notifications.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { decide } from '#server/messaging/sending.ts';
import { notifyTyping } from '#server/messaging/typing.ts';
import { decide as decideCase } from '#server/moderation/decide.ts';
import { moderation } from '#server/moderation/module.ts';
import { newId } from '#server/platform/ids.ts';
import { blockPerson } from '#server/profiles/blocks.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { saveOwnSettings } from '#server/profiles/own-settings.ts';
import { expect, test } from '#testing/harness.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { reactionJobs } from './held-reactions.ts';
import { likePerson, visitPerson } from './likes-and-visits.ts';

const failing = (code: string) => expect.objectContaining({ code });

/** A member who is not approved yet, with likes to give. */
async function newcomer(world: World, credits = 5): Promise<Member> {
  const marco = await world.member({ profileStatus: 'pending' });
  const { brandId, accountId } = marco;
  const grant = { brandId, accountId, amount: credits, reason: 'test', idempotencyKey: newId() };
  await marco.app.db.transaction().execute((tx) => grantCredits(tx, { ...grant, credit: 'like' }));
  await marco.app.db.transaction().execute((tx) => grantCredits(tx, { ...grant, credit: 'message' }));
  return marco;
}

const woman = (world: World) => world.member({ gender: 'female' });

async function creditsOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('balance')
    .select(['like_credits', 'message_credits'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

async function newsOf(member: Member) {
  const { notifications, unread } = await listNotifications(member, {});
  return { unread, news: notifications.map(({ type, profileId, at }) => ({ type, profileId, at })) };
}

/** Decides on a member and does what follows. Answers with who was notified of a like or a visit. */
async function judge(member: Member, reason: 'minor' | null) {
  const { brandId, profileId } = member;
  await decideCase(
    member.app,
    { brandId, kind: 'profile', id: profileId, verdict: reason === null ? 'approve' : 'refuse', reason },
    { actor: { kind: 'system' } },
  );
  return doJobs(member);
}

async function doJobs(member: Member) {
  const events: { to: readonly string[]; payload: unknown }[] = [];
  const realtime: App['realtime'] = {
    ...member.app.realtime,
    emit: (to, event, payload) => {
      if (event.name === liked.name) events.push({ to: to.accountIds, payload });
    },
  };
  await runWaitingJobs({ ...member.app, realtime }, [...reactionJobs, ...moderation.jobs]);
  return events;
}

test('likes and visits of a member who waits reach the others when they are approved, as if they came just then', async ({
  app,
  world,
}) => {
  const [marco, anna, bea] = [await newcomer(world), await woman(world), await woman(world)];
  await likePerson(marco, { profileId: anna.profileId });
  await likePerson(marco, { profileId: anna.profileId });
  await visitPerson(marco, { profileId: anna.profileId });
  await visitPerson(marco, { profileId: bea.profileId });
  expect((await creditsOf(marco)).like_credits).toBe(4);
  expect(await newsOf(anna)).toMatchObject({ news: [], unread: { likes: 0, visits: 0 } });

  app.clock.advance(60_000);
  const events = await judge(marco, null);
  const at = app.clock.now().getTime();
  expect(events.map(({ to, payload }) => [to, (payload as { news: { type: string } }).news.type])).toEqual(
    expect.arrayContaining([
      [[anna.accountId], 'like'],
      [[anna.accountId], 'visit'],
      [[bea.accountId], 'visit'],
    ]),
  );
  expect(events).toHaveLength(3);
  expect(await newsOf(anna)).toEqual({
    unread: { likes: 1, visits: 1 },
    news: [
      { type: 'like', profileId: marco.profileId, at },
      { type: 'visit', profileId: marco.profileId, at },
    ],
  });
  expect((await creditsOf(marco)).like_credits).toBe(4);

  // Once: neither hiding nor another approval tells of them again.
  await saveOwnSettings(marco, { hidden: true });
  await saveOwnSettings(marco, { hidden: false });
  expect(await doJobs(marco)).toEqual([]);
});

test('where a member is refused no one is notified of them, the credits come back, and the same may be liked later', async ({
  world,
}) => {
  const [marco, anna] = [await newcomer(world), await woman(world)];
  await likePerson(marco, { profileId: anna.profileId });
  await visitPerson(marco, { profileId: anna.profileId });
  await decide(marco, { profileId: (await woman(world)).profileId, verdict: 'like' });
  expect((await creditsOf(marco)).like_credits).toBe(3);
  expect(await judge(marco, 'minor')).toEqual([]);
  expect((await creditsOf(marco)).like_credits).toBe(5);
  expect(
    await marco.app.db.selectFrom('reaction').selectAll().where('from_id', '=', marco.profileId).execute(),
  ).toEqual([]);
  // Refused again, nothing comes back twice.
  await judge(marco, 'minor');
  expect((await creditsOf(marco)).like_credits).toBe(5);

  await saveOwnProfile(marco, { description: 'Un altro testo.' });
  await likePerson(marco, { profileId: anna.profileId });
  expect(await judge(marco, null)).toHaveLength(1);
  expect(await newsOf(anna)).toMatchObject({ unread: { likes: 1, visits: 0 } });
  expect((await creditsOf(marco)).like_credits).toBe(4);
});

test('a refused member can neither like nor write, and pays for nothing; a waiting one can write', async ({
  world,
}) => {
  const [marco, anna] = [await newcomer(world), await woman(world)];
  await sendMessage(marco, { profileId: anna.profileId, text: 'Ciao' });
  expect((await creditsOf(marco)).message_credits).toBe(4);
  await sendMessage(anna, { profileId: marco.profileId, text: 'Ciao a te' });
  const isSeenWriting = async () => {
    let events = 0;
    const realtime = { ...marco.app.realtime, emit: () => void (events += 1) };
    await notifyTyping(withServices(marco, { realtime }), { profileId: anna.profileId });
    return events === 1;
  };
  expect(await isSeenWriting()).toBe(true);

  await judge(marco, 'minor');
  expect(await isSeenWriting()).toBe(false);
  const refused = failing('profile.refused');
  await expect(likePerson(marco, { profileId: anna.profileId })).rejects.toEqual(refused);
  await expect(decide(marco, { profileId: anna.profileId, verdict: 'like' })).rejects.toEqual(refused);
  await expect(sendMessage(marco, { profileId: anna.profileId, text: 'Sei là?' })).rejects.toEqual(refused);
  const stranger = (await woman(world)).profileId;
  await expect(sendMessage(marco, { profileId: stranger, text: 'Ciao' })).rejects.toEqual(refused);
  await visitPerson(marco, { profileId: anna.profileId });
  expect(await newsOf(anna)).toMatchObject({ news: [] });
  expect(await creditsOf(marco)).toEqual({ like_credits: 5, message_credits: 4 });
});

test('a like that was taken back, or whose receiver has blocked the member, is not reported', async ({
  world,
}) => {
  const [marco, anna, bea] = [await newcomer(world), await woman(world), await woman(world)];
  await decide(marco, { profileId: anna.profileId, verdict: 'like' });
  await decide(marco, { profileId: anna.profileId, verdict: 'undo' });
  expect((await creditsOf(marco)).like_credits).toBe(5);
  await likePerson(marco, { profileId: bea.profileId });
  await blockPerson(bea, { profileId: marco.profileId });
  expect(await judge(marco, null)).toEqual([]);
});

test('a like given while the member is being approved is reported, whichever comes first', async ({
  world,
}) => {
  for (let round = 0; round < 5; round += 1) {
    const [marco, anna] = [await newcomer(world), await woman(world)];
    const { brandId, profileId } = marco;
    const about = { brandId, kind: 'profile', id: profileId, verdict: 'approve', reason: null } as const;
    await Promise.all([
      likePerson(marco, { profileId: anna.profileId }),
      decideCase(marco.app, about, { actor: { kind: 'system' } }).then(() => doJobs(marco)),
    ]);
    await doJobs(marco);
    expect(await newsOf(anna)).toMatchObject({ unread: { likes: 1 } });
    const held = await marco.app.db
      .selectFrom('held_reaction')
      .selectAll()
      .where('from_id', '=', profileId)
      .execute();
    expect(held).toEqual([]);
  }
});
