import type { Preferences } from '#contract/discovery/preferences.ts';
import { deckOf, idsOf } from '#testing/discovery/deck.ts';
import { buildLists, emptyTown, setTraits } from '#testing/discovery/search-people.ts';
import { expect, test as base } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import { readPerson } from '../read-person.ts';
import { countPeople } from './count-people.ts';
import { readPreferences, savePreferences } from './preferences.ts';
import { searchPeople } from './search-people.ts';

type Traits = Omit<Parameters<typeof setTraits>[2], 'status'>;

/** People of the region of Rome, so many that it is not widened. */
const test = base.extend('town', async ({ world }) => {
  await emptyTown(world);
  return world;
});

const thisYear = ({ app }: World) => app.clock.now().getUTCFullYear();

async function woman(
  world: World,
  traits: Traits = {},
  ownFilters: Partial<Preferences> = {},
): Promise<Member> {
  const member = await world.member({ gender: 'female', seeks: 'male' });
  const usual = { region: 'Lazio', city: 'Roma', birthYear: thisYear(world) - 35 };
  await setTraits(world, member.profileId, { ...usual, ...traits });
  await savePreferences(member, ownFilters);
  return member;
}

/** Forty years old, of Rome; smokes, and looks for something serious. */
async function makeMarco(world: World, options: Parameters<World['member']>[0] = {}): Promise<Member> {
  const marco = await world.member({ level: 2, ...options });
  const details = { intention: 'serious', smoking: 'yes', interests: ['sea', 'dogs'] } as const;
  const birthYear = thisYear(world) - 40;
  await setTraits(world, marco.profileId, {
    region: 'Lazio',
    city: 'Roma',
    birthYear,
    details: { ...details, interests: [...details.interests] },
  });
  return marco;
}

/** Whom the member meets, which has to be the same in search and deck. */
async function metBy(world: World, member: Member): Promise<string[]> {
  await buildLists(world);
  const { result } = await searchPeople(member, { region: 'Lazio' });
  const { people } = await deckOf(member, { region: 'Lazio' });
  expect(idsOf(people).toSorted()).toEqual(idsOf(result.people).toSorted());
  expect(result.total).toBe(people.length);
  return idsOf(people).toSorted();
}

test('the filters of a member leave out whom they say, in search and deck alike, and who has not said stays', async ({
  town,
}) => {
  const marco = await makeMarco(town);
  const year = thisYear(town);
  const near = await woman(town, { birthYear: year - 35 });
  const older = await woman(town, { birthYear: year - 50 });
  const far = await woman(town, { city: 'Latina' });
  const friend = await woman(town, { details: { intention: 'friendship' } });
  const smoker = await woman(town, { details: { smoking: 'yes' } });
  const all = [near, older, far, friend, smoker];
  const without = (left: Member) =>
    all
      .filter((one) => one !== left)
      .map(({ profileId }) => profileId)
      .toSorted();
  expect(await metBy(town, marco)).toHaveLength(5);
  const cases: [Partial<Preferences>, Member][] = [
    [{ ageFrom: 30, ageTo: 40 }, older],
    [{ distance: 20 }, far],
    [{ intentions: ['serious'] }, friend],
    [{ dealbreakers: ['smokes', 'drinks'] }, smoker],
  ];
  const none = { ageFrom: null, ageTo: null, distance: null, intentions: [], dealbreakers: [] };
  for (const [ownFilters, left] of cases) {
    await savePreferences(marco, { ...none, ...ownFilters });
    expect(await metBy(town, marco), JSON.stringify(ownFilters)).toEqual(without(left));
  }
  // What is named in a search stands before the settings.
  await savePreferences(marco, { ...none, ageFrom: 30, ageTo: 40 });
  const named = await searchPeople(marco, { region: 'Lazio', filters: { ageFrom: 45 } });
  expect(idsOf(named.result.people)).toEqual([older.profileId]);
});

test('the filters of others leave the member out, and their changes hold with the next list', async ({
  town,
}) => {
  const marco = await makeMarco(town);
  const open = await woman(town, {}, { ageFrom: 38, ageTo: 42, distance: 5, intentions: ['serious'] });
  await woman(town, {}, { ageTo: 39 });
  await woman(town, {}, { ageFrom: 41 });
  await woman(town, { city: 'Latina' }, { distance: 20 });
  await woman(town, {}, { intentions: ['friendship', 'talk'] });
  const strict = await woman(town, {}, { dealbreakers: ['hasChildren', 'smokes'] });
  expect(await metBy(town, marco)).toEqual([open.profileId]);
  await savePreferences(strict, { dealbreakers: [] });
  expect(await metBy(town, marco)).toEqual([open.profileId, strict.profileId].toSorted());
  const mute = await town.member({ level: 2 });
  await setTraits(town, mute.profileId, { region: 'Lazio', city: 'Roma', birthYear: null });
  // Of unknown age they are in no range, and nothing that they have not said leaves them out.
  expect(await metBy(town, mute)).toHaveLength(2);
});

test('it is said how many are left, what each filter costs alone, and what a wider one would bring', async ({
  town,
}) => {
  const marco = await makeMarco(town);
  const year = thisYear(town);
  for (let count = 0; count < 3; count += 1) await woman(town);
  await woman(town, { city: 'Latina' });
  await woman(town, { birthYear: year - 48 });
  await woman(town, {}, { ageTo: 30 });
  await woman(town, { city: 'Latina', birthYear: year - 48 });
  await buildLists(town);
  const preferences = { ageFrom: 30, ageTo: 45, distance: 30 };
  const count = await countPeople(marco, { region: 'Lazio', preferences });
  expect(count).toEqual({
    total: 3,
    costs: expect.arrayContaining([
      { filter: 'ages', people: 1 },
      { filter: 'distance', people: 1 },
      { filter: 'theirs', people: 1 },
    ]),
    wider: [
      { filter: 'distance', distance: 80, ageFrom: 30, ageTo: 45, total: 4 },
      { filter: 'ages', distance: 30, ageFrom: 25, ageTo: 50, total: 4 },
    ],
  });
  // Asking changes nothing.
  expect(await readPreferences(marco)).toMatchObject({ ageFrom: null, distance: null });
});

test('what level a member has, or the people they see, moves no one; who likes them is named to payers alone', async ({
  town,
}) => {
  const [free, paying] = [await makeMarco(town, { level: 0 }), await makeMarco(town, { level: 2 })];
  const women: Member[] = [];
  for (let count = 0; count < 12; count += 1)
    women.push(
      await woman(town, {
        active: count,
        created: 2 * count,
        details: { interests: count % 3 ? ['sea', 'dogs'] : [] },
      }),
    );
  const [liker] = women.slice(-1) as [Member];
  const { db } = town.app;
  for (const { profileId } of [free, paying])
    await db
      .insertInto('reaction')
      .values({ brand_id: liker.brandId, from_id: liker.profileId, to_id: profileId, kind: 'like' })
      .execute();
  const orderOf = async (member: Member) => idsOf((await deckOf(member, { region: 'Lazio' })).people);
  const before = await orderOf(free);
  expect(before).toHaveLength(12);
  expect(before[0]).toBe(liker.profileId);
  expect(await orderOf(paying)).toEqual(before);
  // Half of the women pay from now on.
  for (const { accountId } of women.slice(0, 6))
    await db.updateTable('account').set({ level: 2 }).where('id', '=', accountId).execute();
  expect(await orderOf(free)).toEqual(before);

  const reasonsFor = async (member: Member) =>
    (await deckOf(member, { region: 'Lazio' })).people[0]?.reasons.map(({ why }) => why);
  expect(await reasonsFor(paying)).toContain('likesYou');
  expect(await reasonsFor(free)).not.toContain('likesYou');
  const [page] = await readPerson(paying, { id: women[1]!.profileId });
  expect(page?.reasons).toHaveLength(2);
  const byInterest = (await deckOf(paying, { region: 'Lazio' })).people.find(({ reasons }) =>
    reasons.some(({ why }) => why === 'interests'),
  );
  expect(byInterest?.reasons.find(({ why }) => why === 'interests')?.shared).toEqual(['sea', 'dogs']);
});

test('without profiling the nearest come first, then those who were here last, and no reason is given', async ({
  town,
}) => {
  const marco = await makeMarco(town);
  const latina = await woman(town, { city: 'Latina', active: 0, details: { interests: ['sea', 'dogs'] } });
  const old = await woman(town, { active: 9 });
  const late = await woman(town, { active: 1 });
  await savePreferences(marco, { profiling: false });
  const { people } = await deckOf(marco, { region: 'Lazio' });
  expect(idsOf(people)).toEqual([late.profileId, old.profileId, latina.profileId]);
  expect(people.flatMap(({ reasons }) => reasons)).toEqual([]);
  const found = await searchPeople(marco, { region: 'Lazio' });
  expect(idsOf(found.result.people)).toEqual(idsOf(people));
});

test('two who save at once change what each has named, and an age range that is none is refused', async ({
  town,
}) => {
  const marco = await makeMarco(town);
  await Promise.all([savePreferences(marco, { distance: 30 }), savePreferences(marco, { profiling: false })]);
  expect(await readPreferences(marco)).toMatchObject({ distance: 30, profiling: false, ageFrom: null });
  await expect(savePreferences(marco, { ageFrom: 50, ageTo: 40 })).rejects.toMatchObject({
    code: 'field.age',
  });
});
