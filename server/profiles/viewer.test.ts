import { noPreferences } from '#contract/discovery/preferences.ts';
import { noDetails } from '#contract/profile/details.ts';
import { expect, test } from '#testing/harness.ts';
import { maySearch, readViewer } from './viewer.ts';
import type { Viewer } from './viewer.ts';

test('the viewer is who their session says, with their own flow, place and level', async ({ world }) => {
  const anna = await world.member({
    gender: 'female',
    seeks: 'male',
    region: 'Toscana',
    city: 'Firenze',
    level: 1,
    flowId: '13',
  });
  expect(await readViewer(anna)).toEqual({
    profileId: anna.profileId,
    gender: 'female',
    seeks: 'male',
    region: 'Toscana',
    city: 'Firenze',
    centre: [expect.closeTo(43.8, 0), expect.closeTo(11.2, 0)],
    birthYear: expect.any(Number),
    details: noDetails,
    preferences: noPreferences,
    level: 1,
    flow: anna.brand.flows.get('13'),
    keptFromReserved: false,
    blocked: [],
  });
  const nowhere = await world.member({ region: null });
  expect(await readViewer(nowhere)).toMatchObject({ region: null, city: null });
});

test('blocked counts both ways, within the brand', async ({ db, world }) => {
  const marco = await world.member();
  const { brandId: brand_id, profileId: own } = marco;
  const [blocked, blocker, stranger] = [await world.profile(), await world.profile(), await world.profile()];
  await db
    .insertInto('block')
    .values([
      { brand_id, from_id: own, to_id: blocked },
      { brand_id, from_id: blocker, to_id: own },
      { brand_id, from_id: stranger, to_id: blocked },
    ])
    .execute();
  expect((await readViewer(marco)).blocked.toSorted()).toEqual([blocked, blocker].toSorted());
});

test('an account that is gone has no session either', async ({ db, world }) => {
  const marco = await world.member();
  await db.deleteFrom('account').where('id', '=', marco.accountId).execute();
  await expect(readViewer(marco)).rejects.toMatchObject({ code: 'session.dead' });
});

test('other regions are for the top level, whatever the flow', async ({ world }) => {
  const viewer = (options: Partial<Viewer>): Viewer => ({
    profileId: 'x',
    centre: null,
    birthYear: null,
    details: noDetails,
    preferences: noPreferences,
    keptFromReserved: false,
    gender: 'male',
    seeks: 'female',
    region: 'Lazio',
    city: null,
    level: 0,
    flow: undefined,
    blocked: [],
    ...options,
  });
  for (const flow of [undefined, ...world.brand().flows.values()]) {
    for (const level of [0, 1]) {
      expect(maySearch(viewer({ flow, level }), 'Toscana')).toBe(false);
      // It is unknown where they live, so every region is another one.
      expect(maySearch(viewer({ flow, level, region: null }), 'Toscana')).toBe(false);
      expect(maySearch(viewer({ flow, level }), 'Lazio')).toBe(true);
      expect(maySearch(viewer({ flow, level }), null)).toBe(true);
    }
    expect(maySearch(viewer({ flow, level: 2 }), 'Toscana')).toBe(true);
  }
});
