import { RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import * as contract from '#contract/profile/blocks.ts';
import { photoKey } from '#server/brands/photo-address.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import type { Member, World } from '#testing/world.ts';
import { MOST_BLOCKED, blockPerson, listBlocks, unblockPerson } from './blocks.ts';
import { profiles } from './module.ts';
import { readPeople } from './people.ts';
import { readViewer } from './viewer.ts';

const test = base.extend('server', { scope: 'file' }, ({ app }) => serve(app, profiles.routes));

const blockedBy = async (member: Member) =>
  (await listBlocks(member)).blocked.map(({ profileId }) => profileId);

async function addPhoto(
  { app: { db }, brandId }: Member,
  profileId: string,
  { status = 'approved', position = 0 }: { status?: 'approved' | 'pending'; position?: number } = {},
) {
  const id = newId();
  await db
    .insertInto('photo')
    .values({
      brand_id: brandId,
      id,
      profile_id: profileId,
      position,
      status,
      width: 480,
      height: 640,
      widths: [160, 480],
    })
    .execute();
  return id;
}

/** People for a member to block, many at once. */
async function crowd(world: World, size: number): Promise<string[]> {
  const { id: brand_id } = world.brand();
  const ids = Array.from({ length: size }, () => newId());
  await world.app.db
    .insertInto('profile')
    .values(
      ids.map((id) => ({
        brand_id,
        id,
        kind: 'staff' as const,
        status: 'hidden' as const,
        gender: 'female' as const,
        screen_name: 'One of many',
        country: 'it',
      })),
    )
    .execute();
  return ids;
}

test('over HTTP: a member blocks another, finds them in the list, and takes it back', async ({
  server,
  world,
}) => {
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  const { trackerId, token } = marco;
  const photoId = await addPhoto(marco, anna.profileId);
  const input = { trackerId, profileId: anna.profileId };
  const blocked = await callAs(server, contract.blockPerson, input, { token });
  expect([blocked.status, blocked.reply]).toEqual([200, { result: 'OK' }]);
  const list = await callAs(server, contract.listBlocks, { trackerId }, { token });
  expect(list.reply.blocked).toEqual([
    {
      profileId: anna.profileId,
      screenName: expect.stringMatching(/^Test/),
      age: 41,
      kind: 'member',
      photo: `${marco.origin}/media/${photoKey(marco.brandId, photoId, 160)}`,
      at: marco.app.clock.now().getTime(),
    },
  ]);
  expect((await callAs(server, contract.unblockPerson, input, { token })).status).toBe(200);
  expect((await callAs(server, contract.listBlocks, { trackerId }, { token })).reply.blocked).toEqual([]);
});

test('neither sees the other, both count as blocked, and what was liked is kept', async ({ db, world }) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  await db
    .insertInto('reaction')
    .values([
      { brand_id: marco.brandId, from_id: marco.profileId, to_id: anna.profileId, kind: 'like' },
      { brand_id: marco.brandId, from_id: anna.profileId, to_id: marco.profileId, kind: 'like' },
    ])
    .execute();
  await blockPerson(marco, { profileId: anna.profileId });
  expect(await readPeople(marco, marco.profileId, [anna.profileId])).toEqual([]);
  expect(await readPeople(anna, anna.profileId, [marco.profileId])).toEqual([]);
  expect((await readViewer(marco)).blocked).toEqual([anna.profileId]);
  expect((await readViewer(anna)).blocked).toEqual([marco.profileId]);
  // This member has not blocked the other one, and no event says that the other one has blocked them.
  expect(await blockedBy(anna)).toEqual([]);
  await unblockPerson(anna, { profileId: marco.profileId });
  expect(await readPeople(anna, anna.profileId, [marco.profileId])).toEqual([]);

  await unblockPerson(marco, { profileId: anna.profileId });
  expect(await readPeople(marco, marco.profileId, [anna.profileId])).toMatchObject([{ matched: true }]);
});

test('the newest comes first; only a photo that others may see is shown', async ({ app, db, world }) => {
  const marco = await world.member();
  const [pending, hidden, plain] = [await world.profile(), await world.profile(), await world.profile()];
  await addPhoto(marco, pending, { status: 'pending' });
  await addPhoto(marco, hidden);
  for (const profileId of [pending, hidden, plain]) {
    await blockPerson(marco, { profileId });
    app.clock.advance(MINUTE);
  }
  await db.updateTable('profile').set({ status: 'hidden' }).where('id', '=', hidden).execute();
  const { blocked } = await listBlocks(marco);
  expect(blocked.map(({ profileId, photo }) => [profileId, photo])).toEqual([
    [plain, null],
    [hidden, null],
    [pending, null],
  ]);
});

test('an unknown profile, a reserved id and oneself cannot be blocked; a hidden profile can', async ({
  world,
}) => {
  const marco = await world.member();
  const elsewhere = await world.profile({ brand: world.brand('verbena') });
  for (const profileId of [...RESERVED_PROFILE_IDS, 'x', newId(), elsewhere, marco.profileId]) {
    await expect(blockPerson(marco, { profileId })).rejects.toMatchObject({ code: 'request.not_found' });
    expect(await unblockPerson(marco, { profileId })).toEqual({ result: 'OK' });
  }
  const hidden = await world.profile({ status: 'hidden' });
  await blockPerson(marco, { profileId: hidden.toUpperCase() });
  expect(await blockedBy(marco)).toEqual([hidden]);
});

test('twice is once, also at the same moment', async ({ world }) => {
  const [marco, profileId] = [await world.member(), await world.profile()];
  await Promise.all(Array.from({ length: 4 }, () => blockPerson(marco, { profileId })));
  expect(await blockedBy(marco)).toEqual([profileId]);
});

test('five hundred are enough, however many come at once', async ({ world }) => {
  const marco = await world.member();
  const { db } = marco.app;
  const { brandId, profileId: from_id } = marco;
  const [first, ...others] = await crowd(world, MOST_BLOCKED + 4);
  await db
    .insertInto('block')
    .values(others.slice(5).map((to_id) => ({ brand_id: brandId, from_id, to_id })))
    .execute();
  const attempts = others.slice(0, 5).map((profileId) => blockPerson(marco, { profileId }));
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  for (const outcome of outcomes.filter(({ status }) => status === 'rejected'))
    expect(outcome).toMatchObject({ reason: { code: 'block.too_many' } });
  const full = await blockedBy(marco);
  expect(full).toHaveLength(MOST_BLOCKED);

  // A member who is blocked already may be blocked again, and for one who is unblocked there is room for another.
  await blockPerson(marco, { profileId: full[0]! });
  await unblockPerson(marco, { profileId: full[0]! });
  await blockPerson(marco, { profileId: first! });
  expect(await blockedBy(marco)).toHaveLength(MOST_BLOCKED);
});

test('no member blocks, unblocks or reads in another’s name', async ({ server, world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const profileId = await world.profile();
  await blockPerson(anna, { profileId });
  const { trackerId } = anna;
  for (const endpoint of [contract.blockPerson, contract.unblockPerson, contract.listBlocks]) {
    const asMarco = await callAs(server, endpoint, { trackerId, profileId }, { token: marco.token });
    expect(asMarco.status).toBe(403);
    expect((await callAs(server, endpoint, { trackerId, profileId })).status).toBe(401);
  }
  expect(await blockedBy(anna)).toEqual([profileId]);
});
