import type { SearchFilters } from '#contract/discovery/search.ts';
import type { VisitorContext } from '#server/app.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import {
  approvePhoto,
  buildLists,
  emptyTown,
  setTraits,
  makeProfile,
  profileOf,
} from '#testing/discovery/search-people.ts';
import { expect, test as base } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import { buildList } from './jobs.ts';
import { searchPeople } from './search-people.ts';

type Search = Parameters<typeof searchPeople>[1];

/** Only people whom the test makes are here. */
const test = base.extend('town', async ({ world }) => {
  await emptyTown(world);
  return world;
});

async function find(context: VisitorContext | Member, search: Search = {}) {
  const { result } = await searchPeople(context, search);
  return { ...result, ids: result.people.map(({ id }) => id) };
}

const marcoOf = (world: World, options: Parameters<World['member']>[0] = {}) =>
  world.member({ region: 'Lazio', city: 'Roma', level: 2, ...options });

test('those who are near and were online lately come first, and the own region before all others', async ({
  town,
}) => {
  const marco = await marcoOf(town);
  const palermo = await makeProfile(town, { region: 'Sicilia', city: 'Palermo', active: 0 });
  const latinaLate = await makeProfile(town, { region: 'Lazio', city: 'Latina', active: 1 });
  const romaOld = await makeProfile(town, { region: 'Lazio', city: 'Roma', active: 50 });
  const latinaOld = await makeProfile(town, { region: 'Lazio', city: 'Latina', active: 60 });
  const romaLate = await makeProfile(town, { region: 'Lazio', city: 'Roma', active: 2 });
  await buildLists(town);
  const everywhere = [romaLate, romaOld, latinaLate, latinaOld, palermo];
  expect(await find(marco)).toMatchObject({ ids: everywhere, total: 5, region: null, city: null });
  expect(await find(marco, { region: '', city: '' })).toMatchObject({ ids: everywhere, region: null });
  const inLazio = [romaLate, romaOld, latinaLate, latinaOld];
  expect(await find(marco, { region: 'Lazio' })).toMatchObject({ ids: inLazio, total: 4, widened: false });
  // A member from elsewhere sees the same people by their activity alone.
  const paolo = await marcoOf(town, { region: 'Sicilia', city: 'Palermo' });
  expect((await find(paolo, { region: 'Lazio' })).ids).toEqual([latinaLate, romaLate, romaOld, latinaOld]);
  expect((await find(paolo)).ids[0]).toBe(palermo);
  const nowhere = await marcoOf(town, { region: null });
  expect((await find(nowhere)).ids).toEqual([palermo, latinaLate, romaLate, romaOld, latinaOld]);
});

test('a town with few people is widened to its region and says so, its own people first', async ({
  town,
}) => {
  const marco = await marcoOf(town);
  const latina = await makeProfile(town, { region: 'Lazio', city: 'Latina', active: 9 });
  for (let count = 0; count < 6; count += 1) await makeProfile(town, { city: 'Roma', active: 1 });
  await makeProfile(town, { region: 'Sicilia', city: 'Latina' });
  await buildLists(town);
  const widened = await find(marco, { region: 'Lazio', city: 'Latina' });
  expect(widened).toMatchObject({ total: 7, widened: true, region: 'Lazio', city: null });
  expect(widened.ids[0]).toBe(latina);
  const enough = await find(marco, { region: 'Lazio', city: 'Roma' });
  expect(enough).toMatchObject({ total: 6, widened: false, city: 'Roma' });
  expect(await find(marco, { region: 'Lazio', city: 'Atlantide' })).toMatchObject({
    total: 7,
    widened: true,
  });
  expect(await find(marco, { region: 'Atlantide', city: 'Roma' })).toMatchObject({ total: 0, ids: [] });
  expect(await find(marco, { region: 'lazio' })).toMatchObject({ total: 0, ids: [] });
  // Filters and blocks count before a town does.
  await makeBlock(marco, enough.ids[0]!);
  await makeBlock(marco, enough.ids[1]!);
  const blocked = await find(marco, { region: 'Lazio', city: 'Roma' });
  expect(blocked).toMatchObject({ total: 5, widened: true, city: null });
  expect(await find(marco, { region: 'Lazio', city: 'Roma', filters: { isNew: true } })).toMatchObject({
    total: 0,
    widened: true,
  });
});

async function makeBlock(member: Member, other: string, by: 'viewer' | 'other' = 'viewer'): Promise<void> {
  const own = await profileOf(member);
  const [from_id, to_id] = by === 'viewer' ? [own, other] : [other, own];
  await member.app.db.insertInto('block').values({ brand_id: member.brandId, from_id, to_id }).execute();
}

test('a member does not find people who are blocked, block, are hidden, unmoderated or elsewhere, nor themselves', async ({
  town,
}) => {
  const marta = await town.member({ gender: 'female', seeks: 'female', level: 2 });
  const shown = await makeProfile(town, { active: 3 });
  const blocked = await makeProfile(town);
  const blocker = await makeProfile(town);
  for (const status of ['hidden', 'pending', 'rejected'] as const) await makeProfile(town, { status });
  await makeProfile(town, { gender: 'male' });
  await town.profile({ brand: town.brand('verbena') });
  await buildLists(town);
  expect((await find(marta)).total).toBe(3);
  await makeBlock(marta, blocked);
  await makeBlock(marta, blocker, 'other');
  expect(await find(marta)).toMatchObject({ ids: [shown], total: 1 });
  // Others see this person.
  const sara = await town.member({ gender: 'female', seeks: 'female', level: 2 });
  expect((await find(sara)).ids).toContain(await profileOf(marta));
  await setTraits(town, shown, { status: 'hidden' });
  expect((await find(marta)).ids, 'hidden since the list was built').toEqual([]);
  expect((await find(marta, { seeks: 'male' })).total).toBe(1);
});

test('members are shown to the gender they seek, profiles without an owner to all', async ({ town }) => {
  const marco = await marcoOf(town);
  const marta = await town.member({ gender: 'female', seeks: 'female', level: 2 });
  const seeksMen = await profileOf(await town.member({ gender: 'female', seeks: 'male' }));
  const seeksWomen = await profileOf(await town.member({ gender: 'female', seeks: 'female' }));
  const staff = await makeProfile(town);
  await buildLists(town);
  const ofMarco = await find(marco);
  expect(ofMarco.ids.toSorted()).toEqual([seeksMen, staff].toSorted());
  expect((await find(marta)).ids.toSorted()).toEqual([seeksWomen, staff].toSorted());
});

test('companions of the AI are there where the flow has them', async ({ town }) => {
  await makeProfile(town, { kind: 'ai' });
  await makeProfile(town);
  await buildLists(town);
  const kindsFor = async (context: VisitorContext) => (await find(context)).people.map(({ kind }) => kind);
  expect(await kindsFor(await marcoOf(town))).toEqual(['staff']);
  expect((await kindsFor(await marcoOf(town, { flowId: '14' }))).toSorted()).toEqual(['ai', 'staff']);
  expect(await kindsFor(town.visitor())).toEqual(['staff']);
  expect((await find(town.visitor(), { flowId: '14' })).people).toHaveLength(2);
  // A member's flow is their own, whatever they say.
  expect((await find(await marcoOf(town), { flowId: '14' })).people).toHaveLength(1);
  const brand = town.brand();
  const other = { ...brand, settings: { ...brand.settings, defaultFlow: '14' } };
  expect(await kindsFor({ ...town.visitor(), brand: other })).toHaveLength(2);
});

test('filters leave out whom they say', async ({ town }) => {
  const marco = await marcoOf(town, { flowId: '14' });
  const thisYear = town.app.clock.now().getUTCFullYear();
  const member = await town.member({ gender: 'female' });
  const named = {
    verified: await setTraits(town, await profileOf(member), { birthYear: thisYear - 30, active: 10 }),
    newcomer: await makeProfile(town, { birthYear: thisYear - 18, active: 20, created: 14 }),
    lately: await makeProfile(town, { birthYear: thisYear - 50, active: 3, created: 15 }),
    ai: await makeProfile(town, { kind: 'ai', birthYear: thisYear - 98, active: 30 }),
    ageless: await makeProfile(town, { birthYear: null, active: 40 }),
  };
  await approvePhoto(town, member.brandId, named.verified);
  await buildLists(town);
  const nameOf = (id: string) => Object.entries(named).find(([, one]) => one === id)?.[0];
  const found = async (filters: SearchFilters) => (await find(marco, { filters })).ids.map(nameOf).toSorted();
  const all = Object.keys(named).toSorted();
  expect(await found({})).toEqual(all);
  expect(await found({ verified: true })).toEqual(['verified']);
  expect(await found({ isNew: true })).toEqual(['newcomer']);
  expect(await found({ activeLately: true })).toEqual(['lately']);
  expect(await found({ kinds: ['member'] })).toEqual(['verified']);
  expect(await found({ kinds: ['ai', 'member'] })).toEqual(['ai', 'verified']);
  expect(await found({ kinds: [] })).toEqual(all);
  expect(await found({ ageFrom: 30, ageTo: 50 })).toEqual(['lately', 'verified']);
  expect(await found({ ageFrom: 51 })).toEqual(['ai']);
  expect(await found({ ageTo: 29 })).toEqual(['newcomer']);
  expect(await found({ ageFrom: 50, ageTo: 30 })).toEqual([]);
  expect(await found({ ageFrom: 18, verified: true, isNew: true })).toEqual([]);
  expect(await found({ verified: false, isNew: false })).toEqual(all);
});

test('filters leave out those who say something else of themselves, or nothing', async ({ town }) => {
  const marco = await marcoOf(town);
  const named = {
    red: await makeProfile(town, { details: { hairColour: 'red', height: 150 } }),
    black: await makeProfile(town, { details: { hairColour: 'black', height: 190 } }),
    tall: await makeProfile(town, { details: { height: 230 } }),
    silent: await makeProfile(town),
  };
  // As it would stand there after options were taken from the table, or its numbers were narrowed.
  await setTraits(town, named.silent, { details: { hairColour: 'green' as 'red', height: 400 } });
  await buildLists(town);
  const nameOf = (id: string) => Object.entries(named).find(([, one]) => one === id)?.[0];
  const found = async (filters: SearchFilters) => (await find(marco, { filters })).ids.map(nameOf).toSorted();
  expect(await found({ hairColour: ['red'] })).toEqual(['red']);
  expect(await found({ hairColour: ['black', 'red', 'dyed'] })).toEqual(['black', 'red']);
  expect(await found({ hairColour: [] })).toHaveLength(4);
  expect(await found({ height: [150, 190] })).toEqual(['black', 'red']);
  expect(await found({ height: [191, 230] })).toEqual(['tall']);
  expect(await found({ height: [230, 120] })).toEqual([]);
  expect(await found({ hairColour: ['red'], height: [151, 230] })).toEqual([]);
});

test('who says something else of themselves is found by it', async ({ app, town }) => {
  const marco = await marcoOf(town);
  const anna = await town.member({ gender: 'female' });
  const redHaired = async () => {
    await buildList(app, { brandId: anna.brandId, gender: 'female' });
    return (await find(marco, { filters: { hairColour: ['red'] } })).ids;
  };
  expect(await redHaired()).toEqual([]);
  await saveOwnProfile(anna, { hairColour: 'red' });
  expect(await redHaired()).toEqual([anna.profileId]);
  await saveOwnProfile(anna, { hairColour: null });
  expect(await redHaired()).toEqual([]);
});

test('a filter and a person’s card say the same', async ({ town }) => {
  const marco = await marcoOf(town);
  for (const confirmed of [true, false]) {
    for (const hasPhoto of [true, false]) {
      const member = await town.member({ gender: 'female', emailConfirmed: confirmed });
      if (hasPhoto) await approvePhoto(town, member.brandId, await profileOf(member));
    }
  }
  for (const created of [13.99, 14.01]) await makeProfile(town, { created });
  await buildLists(town);
  const firstPage = await find(marco, { filters: {} });
  const more = await find(marco, { page: 2 });
  const people = [...firstPage.people, ...more.people];
  expect(people).toHaveLength(6);
  for (const trait of ['verified', 'isNew'] as const) {
    const cards = people.filter((person) => person[trait]).map(({ id }) => id);
    const found = await find(marco, { filters: { [trait]: true } });
    expect(found.ids).toEqual(cards);
    expect(cards.length).toBeGreaterThan(0);
  }
});

test('pages follow each other, and beyond the last there are no people', async ({ town }) => {
  const marco = await marcoOf(town);
  const ids: string[] = [];
  for (let active = 1; active <= 12; active += 1) ids.push(await makeProfile(town, { active }));
  await buildLists(town);
  const pages = [];
  for (const page of [1, 2, 3, 4, 1_000_000]) pages.push(await find(marco, { page }));
  expect(pages.map((page) => page.ids)).toEqual([ids.slice(0, 5), ids.slice(5, 10), ids.slice(10), [], []]);
  expect(pages.map(({ page, total }) => [page, total])).toEqual(
    [1, 2, 3, 4, 1_000_000].map((page) => [page, 12]),
  );
});

test('a version keeps its order while another is made, and one that is gone gives way to the newest', async ({
  town,
}) => {
  const marco = await marcoOf(town);
  const old = await makeProfile(town, { active: 9 });
  const late = await makeProfile(town, { active: 1 });
  await buildLists(town);
  const before = await find(marco);
  expect(before.ids).toEqual([late, old]);
  await setTraits(town, old, { active: 0 });
  await buildLists(town);
  const after = await find(marco);
  expect(after.ids).toEqual([old, late]);
  expect(after.version).toBeGreaterThan(before.version);
  expect(await find(marco, { version: before.version })).toMatchObject({
    version: before.version,
    ids: before.ids,
  });
  for (const version of [0, 1_999_999_999])
    expect(await find(marco, { version })).toMatchObject({ version: after.version, ids: after.ids });
});

test('before the first build no one is found, and nothing breaks', async ({ town }) => {
  const elena = await town.member({ brand: town.brand('verbena'), level: 2 });
  expect(await find(elena)).toMatchObject({ ids: [], total: 0, version: 0 });
});

test('a visitor gets a first glance: one page, blurred photos, an initial and no words', async ({ town }) => {
  const profile = await makeProfile(town, { screenName: 'Ginevra', region: 'Lazio', city: 'Roma' });
  await town.app.db
    .updateTable('profile')
    .set({
      about: 'Amo il mare',
      description: 'Parole mie',
      looking_for: 'Altre parole',
      details: '{"height":170}',
    })
    .where('id', '=', profile)
    .execute();
  await approvePhoto(town, town.brand().id, profile);
  const { id: photoId } = await town.app.db.selectFrom('photo').select('id').executeTakeFirstOrThrow();
  await makeProfile(town, { gender: 'male' });
  await buildLists(town);
  const visitor = town.visitor();
  const found = await find(visitor);
  expect(found).toMatchObject({ total: 1, page: 1 });
  const [teaser] = found.people;
  expect(teaser).toMatchObject({
    screenName: 'G.',
    about: '',
    description: '',
    lookingFor: '',
    height: null,
  });
  expect(teaser).toMatchObject({ pictures: [], city: null, liked: false });
  expect(teaser?.photo).toContain('blur');
  expect(JSON.stringify(found)).not.toMatch(new RegExp(`${profile}|${photoId}|Ginevra|mare|parole`, 'i'));
  expect((await find(visitor, { seeks: 'male' })).total).toBe(1);
  expect((await find(visitor, { region: 'Lazio' })).total).toBe(1);
  expect((await find(visitor, { region: 'Sicilia' })).total).toBe(0);
  await expect(find(visitor, { page: 2 })).rejects.toThrow('session.missing');
});

test('a person never reaches the rate limit by hand, and a script does', async ({ town }) => {
  await buildLists(town);
  const marco = await marcoOf(town);
  const paolo = await marcoOf(town);
  const visitor = { ...town.visitor(), ip: '192.0.2.7' };
  const searchOften = async (context: VisitorContext | Member, allowed: number) => {
    for (let count = 0; count < allowed; count += 1) await find(context);
    await expect(find(context)).rejects.toThrow('request.too_many');
  };
  await searchOften(marco, 120);
  await searchOften(visitor, 60);
  await find(paolo);
  await find({ ...visitor, ip: '192.0.2.8' });
});

test('who moves, pays or changes their mind between two searches is searched for as they are now', async ({
  town,
}) => {
  const marco = await marcoOf(town, { level: 0 });
  const roma = await makeProfile(town, { region: 'Lazio', city: 'Roma', active: 3 });
  const latina = await makeProfile(town, { region: 'Lazio', city: 'Latina', active: 1 });
  const palermo = await makeProfile(town, { region: 'Sicilia', city: 'Palermo' });
  const man = await makeProfile(town, { gender: 'male' });
  await buildLists(town);
  const change = (table: 'account' | 'profile', set: object) =>
    marco.app.db
      .updateTable(table)
      .set(set)
      .where(table === 'account' ? 'id' : 'account_id', '=', marco.accountId)
      .execute();

  // So few are here that the country is open, those of the viewer's own region first.
  expect((await find(marco, { region: 'Lazio' })).ids).toEqual([roma, latina, palermo]);
  await expect(find(marco, { region: 'Sicilia' })).rejects.toMatchObject({ code: 'search.region_locked' });
  await change('profile', { region: 'Sicilia', city: 'Palermo' });
  expect((await find(marco, { region: 'Sicilia' })).ids).toEqual([palermo, latina, roma]);
  await change('profile', { region: 'Lazio', city: 'Latina' });
  await change('account', { level: 2 });
  expect((await find(marco, { region: 'Sicilia' })).ids).toEqual([palermo]);
  await change('account', { seeks: 'male' });
  expect((await find(marco)).ids).toEqual([man]);
  await change('account', { seeks: 'female', level: 0 });
  await expect(find(marco, { region: 'Sicilia' })).rejects.toMatchObject({ code: 'search.region_locked' });
});
