import type { HouseWords } from '#contract/staff/house-profiles.ts';
import { readPerson } from '#server/discovery/read-person.ts';
import { searchPeople } from '#server/discovery/search/search-people.ts';
import { listAudit } from '#server/platform/audit.ts';
import { newId } from '#server/platform/ids.ts';
import { buildLists, emptyTown } from '#testing/discovery/search-people.ts';
import { expect, test } from '#testing/harness.ts';
import { alessia, brandManager, makeAlessia, showAlessia } from '#testing/profiles/house.ts';
import { changeHouseProfile, makeHouseProfile } from './edit.ts';
import { readHouseProfile } from './house-profile.ts';
import { listHouseProfiles } from './list.ts';
import { changeHouseProfiles, retireHouseProfile, showHouseProfile } from './state.ts';

const brand = 'lunaria';
const failing = (code: string) => expect.objectContaining({ code }) as unknown;

test('a profile is made, gets a photo and is shown; members find it in words of their own language', async ({
  world,
}) => {
  await emptyTown(world);
  const rita = await brandManager(world);
  const spanish: HouseWords = {
    language: 'es',
    about: 'Hola',
    description: 'Hablemos.',
    lookingFor: '',
    prompts: [],
  };
  const id = await makeAlessia(rita, { words: [...alessia.words, spanish] });
  const marco = await world.member({ level: 2, region: 'Lombardia' });
  expect(await readPerson(marco, { id })).toEqual([]);
  await expect(showHouseProfile(rita, { brand, id, shown: true })).rejects.toEqual(
    failing('house_profile.no_photo'),
  );
  const shown = await showAlessia(rita, 1, { words: [spanish, ...alessia.words] });
  await buildLists(world);
  const found = (await searchPeople(marco, {})).result.people;
  expect(found).toMatchObject([{ id: shown, about: 'Rispondo io per lo staff.', kind: 'staff', age: 37 }]);
  const [person] = await readPerson(marco, { id: shown });
  expect(person).toMatchObject({ lookingFor: 'Chiacchiere della sera.', city: 'Gallarate', height: 168 });
  expect(person?.pictures).toHaveLength(1);
  expect((await readPerson({ ...marco, language: 'es' }, { id: shown }))[0]).toMatchObject({
    about: 'Hola',
    description: 'Hablemos.',
    lookingFor: '',
  });
  // Who speaks a language in which there are no words reads the brand's.
  expect((await readPerson({ ...marco, language: 'fr' }, { id: shown }))[0]?.about).toBe(
    alessia.words[0]?.about,
  );
});

test('it is made once, and its kind and its end are for good', async ({ db, world }) => {
  const rita = await brandManager(world);
  const id = await makeAlessia(rita);
  const again = await makeHouseProfile(rita, { brand, id, kind: 'ai', ...alessia, screenName: 'Carla' });
  expect(again).toMatchObject({ kind: 'staff', state: 'paused', settings: alessia, revision: 1 });
  expect(again.made.by).toBe('Rita');
  const setTo = (change: { kind: 'ai' } | { status: 'visible' }) =>
    db.updateTable('profile').set(change).where('id', '=', id).execute();
  await expect(setTo({ kind: 'ai' })).rejects.toThrow('never changes');
  await retireHouseProfile(rita, { brand, id });
  await expect(setTo({ status: 'visible' })).rejects.toThrow('stays so');
  const ended = failing('house_profile.retired');
  await expect(showHouseProfile(rita, { brand, id, shown: true })).rejects.toEqual(ended);
  await expect(changeHouseProfile(rita, { brand, id, revision: 1, ...alessia })).rejects.toEqual(ended);
});

test('of two who edit at once the second one learns who was first, and nothing is lost', async ({
  app,
  world,
}) => {
  const [rita, bruno] = [await brandManager(world), await brandManager(world, { name: 'Bruno' })];
  const id = await makeAlessia(rita);
  const { revision } = await readHouseProfile(bruno, { brand, id });
  app.clock.advance(60_000);
  await changeHouseProfile(rita, { brand, id, revision, ...alessia, age: 38 });
  await expect(
    changeHouseProfile(bruno, { brand, id, revision, ...alessia, notes: 'Altro' }),
  ).rejects.toMatchObject({
    code: 'house_profile.changed',
    details: { by: 'Rita', at: app.clock.now().getTime() },
  });
  const current = await readHouseProfile(bruno, { brand, id });
  expect(current).toMatchObject({ revision: revision + 1, settings: { age: 38, notes: alessia.notes } });
  const next = { ...current.settings, notes: 'Altro' };
  const saved = await changeHouseProfile(bruno, { brand, id, revision: current.revision, ...next });
  expect(saved.settings).toEqual(next);
  expect(saved.changed.by).toBe('Bruno');
  // The same again is no change.
  const same = await changeHouseProfile(bruno, { brand, id, revision: saved.revision, ...next });
  expect(same.revision).toBe(saved.revision);
  const { entries } = await listAudit(app.db, { subject: id, limit: 10 });
  expect(entries.map(({ action, actor, details }) => ({ action, actor, details })).slice(0, 2)).toEqual([
    {
      action: 'house_profile.changed',
      actor: 'Bruno',
      details: { before: { notes: alessia.notes }, after: { notes: 'Altro' } },
    },
    { action: 'house_profile.changed', actor: 'Rita', details: { before: { age: 37 }, after: { age: 38 } } },
  ]);
});

test('what does not fit is refused: a place elsewhere, a name that is a number, two texts of one language', async ({
  world,
}) => {
  const rita = await brandManager(world);
  const make = (change: object) =>
    makeHouseProfile(rita, { brand, id: newId(), kind: 'staff', ...alessia, ...change });
  await expect(make({ region: 'Lazio', city: 'Gallarate' })).rejects.toEqual(failing('field.place'));
  await expect(make({ region: null })).rejects.toEqual(failing('field.place'));
  await expect(make({ screenName: '+39 333 1234567' })).rejects.toEqual(failing('field.name'));
  await expect(make({ words: [...alessia.words, ...alessia.words] })).rejects.toEqual(
    failing('house_profile.words_twice'),
  );
  await expect(make({ teamId: newId() })).rejects.toEqual(failing('team.unknown'));
});

test('who manages another brand sees and changes nothing here', async ({ world }) => {
  const [rita, elsa] = [await brandManager(world), await brandManager(world, { brand: 'verbena' })];
  const id = await makeAlessia(rita);
  const missing = failing('request.not_found');
  await expect(readHouseProfile(elsa, { brand, id })).rejects.toEqual(missing);
  await expect(listHouseProfiles(elsa, { brand })).rejects.toEqual(missing);
  // Nor by the way of their own brand.
  await expect(readHouseProfile(elsa, { brand: 'verbena', id })).rejects.toEqual(missing);
  await expect(
    changeHouseProfile(elsa, { brand: 'verbena', id, revision: 1, ...alessia, region: null, city: null }),
  ).rejects.toEqual(missing);
  expect(await changeHouseProfiles(elsa, { brand: 'verbena', ids: [id], act: 'retire' })).toEqual({
    done: [],
    failed: [{ id, reason: 'request.not_found' }],
  });
  expect((await readHouseProfile(rita, { brand, id })).state).toBe('paused');
});

test('a member’s own profile is none of these', async ({ world }) => {
  const rita = await brandManager(world);
  const { profileId: id } = await world.member();
  await expect(readHouseProfile(rita, { brand, id })).rejects.toEqual(failing('request.not_found'));
  await expect(makeHouseProfile(rita, { brand, id, kind: 'staff', ...alessia })).rejects.toEqual(
    failing('request.not_found'),
  );
});

test('several are shown, paused and ended together; what cannot be done is named', async ({ world }) => {
  const rita = await brandManager(world);
  const [one, bare] = [await showAlessia(rita, 21), await makeAlessia(rita)];
  const ids = [one, bare];
  expect(await changeHouseProfiles(rita, { brand, ids, act: 'pause' })).toEqual({ done: ids, failed: [] });
  expect(await changeHouseProfiles(rita, { brand, ids, act: 'show' })).toEqual({
    done: [one],
    failed: [{ id: bare, reason: 'house_profile.no_photo' }],
  });
  expect(await changeHouseProfiles(rita, { brand, ids: [one], act: 'retire' })).toEqual({
    done: [one],
    failed: [],
  });
  expect(await changeHouseProfiles(rita, { brand, ids, act: 'show' })).toMatchObject({
    failed: [{ reason: 'house_profile.retired' }, { reason: 'house_profile.no_photo' }],
  });
});

test('the list goes by what one looks for, in the order that is asked for, page by page', async ({
  app,
  world,
}) => {
  await emptyTown(world);
  const rita = await brandManager(world);
  const names = ['Bianca', 'Ada', 'Carla'];
  for (const screenName of names) await makeAlessia(rita, { screenName });
  const french: HouseWords = {
    language: 'fr',
    about: '',
    description: 'Bonsoir',
    lookingFor: '',
    prompts: [],
  };
  const dora = await makeAlessia(rita, {
    screenName: 'Dora',
    kind: 'ai',
    region: 'Lazio',
    city: 'Roma',
    words: [french],
  });
  const namesOf = async (filters: Omit<Parameters<typeof listHouseProfiles>[1], 'brand'>) =>
    (await listHouseProfiles(rita, { brand, order: 'name', ...filters })).profiles.map(
      ({ screenName }) => screenName,
    );
  expect(await namesOf({})).toEqual(['Ada', 'Bianca', 'Carla', 'Dora']);
  expect(await namesOf({ kind: 'ai' })).toEqual(['Dora']);
  expect(await namesOf({ language: 'fr' })).toEqual(['Dora']);
  expect(await namesOf({ language: 'it', text: 'gialli', state: 'paused' })).toEqual([
    'Ada',
    'Bianca',
    'Carla',
  ]);
  expect(await namesOf({ region: 'Lazio', text: 'rom' })).toEqual(['Dora']);
  expect(await namesOf({ state: 'visible' })).toEqual([]);
  const carla = (await listHouseProfiles(rita, { brand, text: 'carla' })).profiles[0];
  expect(carla).toMatchObject({
    lastActiveAt: null,
    answersAWeek: 0,
    complaintsAMonth: 0,
    languages: ['it'],
  });
  // Whom members complain about comes first.
  const marco = await world.member();
  await app.db
    .insertInto('report')
    .values({ brand_id: rita.brandId, id: newId(), from_id: marco.profileId, about_id: dora, reason: 'rude' })
    .execute();
  expect((await namesOf({ order: 'complaints' }))[0]).toBe('Dora');
  expect(await namesOf({ order: 'messages' })).toHaveLength(4);
});

test('a long list ends nowhere twice', async ({ world }) => {
  await emptyTown(world);
  const rita = await brandManager(world);
  for (let count = 0; count < 53; count += 1) await world.profile();
  for (const order of ['active', 'messages', 'complaints', 'name'] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await listHouseProfiles(rita, { brand, order, after });
      seen.push(...page.profiles.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(new Set(seen).size, order).toBe(53);
    expect(seen, order).toHaveLength(53);
  }
});
