import { RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import { readNavigation as navigationEndpoint, recordVisit } from '#contract/profile/people.ts';
import { feed } from '#server/feed/module.ts';
import { readNavigation } from '#server/feed/navigation.ts';
import { listNotifications, markRead } from '#server/feed/notifications.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { block, giveLikes, reactionsOf } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import type { Member } from '#testing/world.ts';
import { discovery } from '../module.ts';
import { likePerson, visitPerson } from './likes-and-visits.ts';

const visit = (member: Member, profileId: string) => visitPerson(member, { profileId });
const visitsTo = async (member: Member) => (await listNotifications(member, { type: 'visit' })).notifications;

test('a visit is news once a day, however often the visitor looks', async ({ app, world }) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  const at = app.clock.now().getTime();
  await Promise.all(Array.from({ length: 4 }, () => visit(marco, anna.profileId)));
  await markRead(anna, {});
  app.clock.advance(DAY - HOUR);
  await visit(marco, anna.profileId);
  expect(await visitsTo(anna)).toMatchObject([{ profileId: marco.profileId, at, unread: false }]);
  app.clock.advance(HOUR);
  await visit(marco, anna.profileId);
  expect(await visitsTo(anna)).toMatchObject([{ profileId: marco.profileId, at: at + DAY, unread: true }]);
});

test('a visit to an unknown id, to oneself or to a hidden person is answered like any other', async ({
  app,
  world,
}) => {
  const server = await serve(app, [...discovery.routes, ...feed.routes]);
  const { token, trackerId, ...marco } = await world.member();
  const blocking = await world.profile();
  await block({ ...marco, token, trackerId }, blocking, marco.profileId);
  const invisible = [
    ...RESERVED_PROFILE_IDS,
    newId(),
    marco.profileId,
    blocking,
    await world.profile({ status: 'pending' }),
    await world.profile({ brand: world.brand('verbena') }),
  ];
  for (const profileId of invisible) {
    const { status, reply } = await callAs(server, recordVisit, { profileId, trackerId }, { token });
    expect([status, reply]).toEqual([200, { result: 'OK' }]);
  }
  expect(await reactionsOf({ ...marco, token, trackerId })).toEqual([]);
});

test('what an invisible member does is kept, and shown once they can be seen', async ({ db, world }) => {
  const shy = await world.member({ level: 2, profileStatus: 'pending' });
  const anna = await world.member({ gender: 'female' });
  await likePerson(shy, { profileId: anna.profileId });
  await visit(shy, anna.profileId);
  const unread = async () => {
    const { navigation } = await readNavigation(anna);
    return [navigation.unreadLikes, navigation.unreadVisits];
  };
  expect((await listNotifications(anna, {})).notifications).toEqual([]);
  expect(await unread()).toEqual([0, 0]);
  // Anna has read all there is, which is not yet this.
  await markRead(anna, {});
  await db
    .updateTable('profile')
    .set({ status: 'visible', moderated_at: new Date() })
    .where('id', '=', shy.profileId)
    .execute();
  expect(await unread()).toEqual([1, 1]);
  expect((await listNotifications(anna, {})).notifications).toHaveLength(2);
});

test('the bars learn whom a member liked and visited, newest first, what they have and what is new', async ({
  app,
  db,
  world,
}) => {
  const server = await serve(app, [...discovery.routes, ...feed.routes]);
  const marco = await world.member();
  await giveLikes(marco, 5);
  const people = [await world.profile(), await world.profile(), await world.profile()];
  for (const profileId of people) {
    await likePerson(marco, { profileId });
    await visit(marco, profileId);
    app.clock.advance(1_000);
  }
  const fan = await world.member({ level: 2, gender: 'female' });
  await likePerson(fan, { profileId: marco.profileId });
  await visit(fan, marco.profileId);
  const gone = await world.member({ level: 2, gender: 'female' });
  await likePerson(gone, { profileId: marco.profileId });
  await block(marco, marco.profileId, gone.profileId);
  const { trackerId, token } = marco;
  const { reply } = await callAs(server, navigationEndpoint, { trackerId }, { token });
  expect(reply.navigation).toEqual({
    visited: people.toReversed(),
    liked: people.toReversed(),
    messageCredits: 0,
    planCredits: 0,
    iceBreakerCredits: 0,
    likeCredits: 2,
    canAffordMessage: false,
    canAffordLike: true,
    unreadMessages: 0,
    unreadLikes: 1,
    unreadVisits: 1,
  });
  const before = await readNavigation(await world.member());
  expect(before.navigation).toMatchObject({ liked: [], visited: [], likeCredits: 0, unreadLikes: 0 });
  expect(await db.selectFrom('reaction').where('kind', '=', 'dislike').execute()).toEqual([]);
});
