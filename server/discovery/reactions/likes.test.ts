import { RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import type { LikedThing } from '#contract/profile/liked-thing.ts';
import { newId } from '#server/platform/ids.ts';
import { readLikedThing } from '#server/profiles/liked-thing.ts';
import { block, giveLikes, likeCreditsOf, likeEntriesOf, reactionsOf } from '#testing/discovery/reactions.ts';
import { approvePhoto } from '#testing/discovery/search-people.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member } from '#testing/world.ts';
import { likePerson } from './likes-and-visits.ts';

const like = (member: Member, profileId: string) => likePerson(member, { profileId });
const SHORT = { code: 'like.credits_short' };

test('a like costs a credit at level 0, down to the last, and what cannot be paid is not stored', async ({
  world,
}) => {
  const marco = await world.member({ level: 0 });
  await giveLikes(marco, 2);
  const [anna, elsa, rita] = [await world.profile(), await world.profile(), await world.profile()];
  expect(await like(marco, anna)).toEqual({ likeCredits: 1, matched: false });
  expect(await like(marco, elsa)).toEqual({ likeCredits: 0, matched: false });
  await expect(like(marco, rita)).rejects.toMatchObject(SHORT);
  expect(await reactionsOf(marco)).toEqual([anna, elsa].toSorted().map((id) => ['like', id]));
  // A member who cannot pay keeps the likes they have given.
  expect(await like(marco, anna)).toEqual({ likeCredits: 0, matched: false });
  expect(await likeEntriesOf(marco)).toEqual([
    ['test', 2],
    ['like', -1],
    ['like', -1],
  ]);
});

test.for([1, 2] as const)(
  'at level %i likes cost nothing, and the balance stays',
  async (level, { world }) => {
    const marco = await world.member({ level });
    await giveLikes(marco, 3);
    for (let count = 0; count < 5; count += 1)
      expect(await like(marco, await world.profile())).toEqual({ likeCredits: 3, matched: false });
    const poor = await world.member({ level });
    expect(await like(poor, await world.profile())).toEqual({ likeCredits: 0, matched: false });
  },
);

test('liking twice is one like and one charge, also at the same moment', async ({ world }) => {
  const marco = await world.member();
  await giveLikes(marco, 5);
  const anna = await world.profile();
  const answers = await Promise.all(Array.from({ length: 8 }, () => like(marco, anna)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ likeCredits: 4, matched: false })]),
  );
  expect(await likeCreditsOf(marco)).toBe(4);
  expect(await reactionsOf(marco)).toEqual([['like', anna]]);
});

test('of twenty likes at once, five credits pay for five', async ({ world }) => {
  const marco = await world.member();
  await giveLikes(marco, 5);
  const people = await Promise.all(Array.from({ length: 20 }, () => world.profile()));
  const outcomes = await Promise.allSettled(people.map((id) => like(marco, id)));
  const paid = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(paid).toHaveLength(5);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(SHORT);
  expect(await reactionsOf(marco)).toHaveLength(5);
  expect(await likeCreditsOf(marco)).toBe(0);
});

test('profiles that are not visible cannot be liked: hidden, blocked, elsewhere, unknown, oneself', async ({
  world,
}) => {
  const marco = await world.member();
  await giveLikes(marco, 9);
  const [blocked, blocking] = [await world.profile(), await world.profile()];
  await block(marco, marco.profileId, blocked);
  await block(marco, blocking, marco.profileId);
  const invisible = [
    ...RESERVED_PROFILE_IDS,
    newId(),
    "'; drop table reaction",
    marco.profileId,
    marco.profileId.toUpperCase(),
    blocked,
    blocking,
    await world.profile({ status: 'hidden' }),
    await world.profile({ status: 'pending' }),
    await world.profile({ status: 'rejected' }),
    await world.profile({ brand: world.brand('verbena') }),
  ];
  for (const id of invisible)
    await expect(like(marco, id), id).rejects.toMatchObject({ code: 'request.not_found' });
  expect(await reactionsOf(marco)).toEqual([]);
  expect(await likeCreditsOf(marco)).toBe(9);
});

test('a like takes the place of an earlier dislike', async ({ db, world }) => {
  const marco = await world.member({ level: 2 });
  const anna = await world.profile();
  await db
    .insertInto('reaction')
    .values({ brand_id: marco.brandId, from_id: marco.profileId, to_id: anna, kind: 'dislike' })
    .execute();
  await like(marco, anna);
  expect(await reactionsOf(marco)).toEqual([['like', anna]]);
});

test('two likes that cross each other make one match, whichever comes first', async ({ world }) => {
  for (let round = 0; round < 10; round += 1) {
    const marco = await world.member({ level: 2 });
    const anna = await world.member({ level: 2, gender: 'female' });
    const answers = await Promise.all([like(marco, anna.profileId), like(anna, marco.profileId)]);
    expect(answers.map(({ matched }) => matched).toSorted()).toEqual([false, true]);
    // From now on both know.
    expect(await like(marco, anna.profileId)).toMatchObject({ matched: true });
    expect(await like(anna, marco.profileId)).toMatchObject({ matched: true });
  }
});

test('a photo or an answer is liked, as far as it is there', async ({ world }) => {
  const marco = await world.member({ level: 1 });
  const { db } = marco.app;
  const likedOf = async (whatOf: (photoId: string) => LikedThing) => {
    const anna = await world.profile();
    await approvePhoto(world, marco.brandId, anna);
    const prompts = JSON.stringify([{ prompt: 'sunday', text: 'Il lago.' }]);
    await db.updateTable('profile').set({ prompts }).where('id', '=', anna).execute();
    const photo = db.selectFrom('photo').select('id').where('profile_id', '=', anna);
    const { id } = await photo.executeTakeFirstOrThrow();
    await likePerson(marco, { profileId: anna, what: whatOf(id) });
    const liked = db.selectFrom('reaction').select(['liked_photo_id', 'liked_prompt']);
    return readLikedThing(await liked.where('to_id', '=', anna).executeTakeFirstOrThrow());
  };
  expect(await likedOf((photoId) => ({ photoId }))).toEqual({ photoId: expect.any(String) as string });
  expect(await likedOf(() => ({ prompt: 'sunday' }))).toEqual({ prompt: 'sunday' });
  expect(await likedOf(() => ({ prompt: 'laugh' }))).toBeNull();
  expect(await likedOf(() => ({ photoId: newId() }))).toBeNull();
});
