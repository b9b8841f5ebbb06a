import { REGION_WIDENS_BELOW } from '#contract/kernel/constants.ts';
import { buildLists, emptyTown, makeProfile } from '#testing/discovery/search-people.ts';
import { expect, test as base } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import { readDeck } from '../deck/read-deck.ts';
import { searchPeople } from './search-people.ts';

/** Enough people in Lazio, a few of them in Latina; a few in Sicily; no one else anywhere. */
const test = base.extend('town', async ({ world }) => {
  await emptyTown(world);
  for (let count = 0; count < REGION_WIDENS_BELOW - 2; count += 1)
    await makeProfile(world, { region: 'Lazio', city: 'Roma', active: count });
  for (let count = 0; count < 2; count += 1)
    await makeProfile(world, { region: 'Lazio', city: 'Latina', active: 30 });
  for (let count = 0; count < 5; count += 1)
    await makeProfile(world, { region: 'Sicilia', city: 'Palermo', active: 0 });
  await buildLists(world);
  return world;
});

type Place = { region?: string | null; city?: string | null };
type Ask = (member: Member, place?: Place) => Promise<{ region: string | null; city: string | null }>;

const search: Ask = async (member, place = {}) => (await searchPeople(member, place)).result;
const deck: Ask = async (member, place = {}) => (await readDeck(member, place)).result;
const both = test.for<[string, Ask]>([
  ['search', search],
  ['deck', deck],
]);

const marcoOf = (world: World, options: Parameters<World['member']>[0] = {}) =>
  world.member({ region: 'Lazio', city: null, ...options });
const WHOLE_COUNTRY = REGION_WIDENS_BELOW + 5;

both('%s: an empty region is one’s own, and another one is for the top level', async ([, ask], { town }) => {
  for (const level of [0, 1] as const) {
    const marco = await marcoOf(town, { level });
    for (const place of [{}, { region: null }, { region: '', city: '' }, { region: 'Lazio' }])
      expect(await ask(marco, place)).toMatchObject({ region: 'Lazio', city: null, widened: false });
    for (const place of [
      { region: 'Sicilia' },
      { region: 'Sicilia', city: 'Palermo' },
      { region: 'Atlantide' },
      { city: 'Palermo' },
      { region: '', city: 'Palermo' },
    ])
      await expect(ask(marco, place)).rejects.toMatchObject({ code: 'search.region_locked' });
  }
  const paolo = await marcoOf(town, { level: 2 });
  expect(await ask(paolo)).toMatchObject({ region: null, widened: false });
  expect(await ask(paolo, { region: 'Sicilia' })).toMatchObject({ region: 'Sicilia', widened: false });
});

both('%s: where few people are the whole country is used, and it is said', async ([, ask], { town }) => {
  const salvo = await marcoOf(town, { region: 'Sicilia', city: 'Palermo' });
  for (const place of [{}, { region: 'Sicilia' }])
    expect(await ask(salvo, place)).toMatchObject({ region: null, city: null, widened: true });
  await expect(ask(salvo, { region: 'Lazio' })).rejects.toMatchObject({ code: 'search.region_locked' });
  // A viewer who may look anywhere gets what they ask for.
  const top = await marcoOf(town, { region: 'Sicilia', level: 2 });
  expect(await ask(top, { region: 'Sicilia' })).toMatchObject({ region: 'Sicilia', widened: false });
});

both('%s: a town without its region is in its own', async ([, ask], { town }) => {
  const marco = await marcoOf(town, { level: 2 });
  expect(await ask(marco, { city: 'Palermo' })).toMatchObject({ region: 'Sicilia', city: 'Palermo' });
  const free = await marcoOf(town);
  expect(await ask(free, { city: 'Roma' })).toMatchObject({ region: 'Lazio', city: 'Roma' });
  // A town that does not exist is not simply left out.
  expect(await ask(free, { city: 'Atlantide' })).toMatchObject({
    region: 'Lazio',
    city: null,
    widened: true,
  });
  expect(await ask(marco, { city: 'Atlantide' })).toMatchObject({ region: null, city: null, widened: true });
});

test('of two towns of one name one’s own is meant, and else the largest', async ({ town, db }) => {
  const rows = await db
    .selectFrom('place')
    .select(['name', 'region', 'population'])
    .where('country', '=', 'it')
    .orderBy('population', 'desc')
    .orderBy('id')
    .execute();
  const byName = Map.groupBy(rows, ({ name }) => name);
  const [large, small] =
    [...byName.values()].find(([one, other]) => other !== undefined && one?.region !== other.region) ?? [];
  if (!large || !small) throw new Error('no two towns have one name');
  const stranger = await marcoOf(town, { level: 2, region: "Valle d'Aosta" });
  expect(await deck(stranger, { city: large.name })).toMatchObject({ region: large.region });
  const local = await marcoOf(town, { level: 2, region: small.region });
  expect(await deck(local, { city: large.name })).toMatchObject({ region: small.region });
});

test('those nearby come first when the country is open, and filters do not open it', async ({ town }) => {
  const salvo = await marcoOf(town, { region: 'Sicilia' });
  const { result } = await searchPeople(salvo, {});
  expect(result.total).toBe(WHOLE_COUNTRY);
  expect(result.people.map(({ region }) => region)).toEqual(Array<string>(5).fill('Sicilia'));
  const marco = await marcoOf(town);
  const filtered = await searchPeople(marco, { filters: { isNew: true } });
  expect(filtered.result).toMatchObject({ total: 0, region: 'Lazio', widened: false });
});

test('a person who is blocked is not there for the viewer', async ({ town, db }) => {
  const marco = await marcoOf(town);
  const { result } = await searchPeople(marco, {});
  expect(result).toMatchObject({ total: REGION_WIDENS_BELOW, region: 'Lazio' });
  const { brandId: brand_id, profileId: from_id } = marco;
  await db.insertInto('block').values({ brand_id, from_id, to_id: result.people[0]!.id }).execute();
  const after = await searchPeople(marco, {});
  expect(after.result).toMatchObject({ total: WHOLE_COUNTRY - 1, region: null, widened: true });
  expect(await deck(marco)).toMatchObject({ region: null, widened: true });
});

test('a flow may let those who have not paid turn only so many pages', async ({ town }) => {
  const flow = town.brand().flows.get('7');
  if (!flow) throw new Error('no flow 7');
  const limited = (member: Member): Member => ({
    ...member,
    brand: { ...member.brand, flows: new Map([['7', { ...flow, freePages: 1 }]]) },
  });
  const free = await marcoOf(town);
  expect((await searchPeople(free, { page: 2 })).result.people).toHaveLength(5);
  const marco = limited(await marcoOf(town));
  expect((await searchPeople(marco, { page: 1 })).result.people).toHaveLength(5);
  await expect(searchPeople(marco, { page: 2 })).rejects.toMatchObject({ code: 'search.page_locked' });
  for (const level of [1, 2] as const) {
    const paying = limited(await marcoOf(town, { level }));
    expect((await searchPeople(paying, { page: 2 })).result.people).toHaveLength(5);
  }
  // A viewer who pays meanwhile is not held to what they were.
  await town.app.db.updateTable('account').set({ level: 1 }).where('id', '=', marco.accountId).execute();
  expect((await searchPeople(marco, { page: 2 })).result.people).toHaveLength(5);
});
