import { sql } from 'kysely';
import { noDetails } from '#contract/profile/details.ts';
import type { Details } from '#contract/profile/details.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { chunkOf } from '#testing/discovery/search-list.ts';
import type { Entry } from '#testing/discovery/search-list.ts';
import {
  approvePhoto,
  emptyTown,
  setTraits,
  makeProfile,
  profileOf,
} from '#testing/discovery/search-people.ts';
import { expect, test as base } from '#testing/harness.ts';
import type { World } from '#testing/world.ts';
import { buildList, buildStaleLists } from './jobs.ts';
import { readChunk, readVersion } from './lists.sql.ts';
import type { ListName } from './lists.sql.ts';
import { createSearchLists } from './lists.ts';

const test = base.extend('list', async ({ world }) => {
  await emptyTown(world);
  await world.app.db.deleteFrom('search_list').execute();
  return { brandId: world.brand().id, gender: 'female' as const };
});

const versionsOf = async (db: Database, { brandId, gender }: ListName) =>
  (
    await db
      .selectFrom('search_list')
      .select('version')
      .where('brand_id', '=', brandId)
      .where('gender', '=', gender)
      .orderBy('version')
      .execute()
  ).map(({ version }) => version);

const changesOf = async (db: Database, { brandId, gender }: ListName) =>
  (
    await db
      .selectFrom('search_change')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('gender', '=', gender)
      .execute()
  ).length;

/** The lists of a node that has just started. */
const openLists = ({ app: { db, clock, log } }: World) =>
  createSearchLists({ db, clock, log, mostBytes: 1_000_000 });

async function makeSara(world: World) {
  const sara = await world.member({ gender: 'female', seeks: 'male', region: 'Sicilia', city: 'Palermo' });
  return profileOf(sara);
}

test('the database writes chunks as the code reads them, lately active first', async ({ world, list }) => {
  const { db } = world.app;
  const details = {
    ...noDetails,
    hairColour: 'red',
    height: 171,
    intention: 'serious',
    interests: ['sea', 'dogs'],
    languages: ['it', 'en'],
  } satisfies Details;
  const sara = await setTraits(world, await makeSara(world), { active: 5, created: 100, details });
  await approvePhoto(world, list.brandId, sara);
  const sought = {
    age_from: 30,
    age_to: 45,
    distance: 20,
    intentions: ['serious', 'friendship'],
    dealbreakers: ['smokes', 'wantsChildren'],
  };
  await db
    .insertInto('preference')
    .values({ brand_id: list.brandId, profile_id: sara, ...sought })
    .execute();
  const giulia = await makeProfile(world, {
    kind: 'ai',
    city: 'Roma',
    birthYear: null,
    active: 2,
    created: 3,
  });
  const unconfirmed = await world.member({
    gender: 'female',
    seeks: 'female',
    emailConfirmed: false,
    region: null,
  });
  const nina = await setTraits(world, await profileOf(unconfirmed), { active: 4, birthYear: 2000 });
  await approvePhoto(world, list.brandId, nina);
  const withoutPhoto = await world.member({ gender: 'female', region: 'Lazio', city: 'Roma' });
  const rosa = await setTraits(world, await profileOf(withoutPhoto), { active: 3, created: 14 });
  for (const status of ['hidden', 'pending', 'rejected'] as const) await makeProfile(world, { status });
  await makeProfile(world, { gender: 'male' });
  await world.profile({ brand: world.brand('verbena') });
  await buildList(world.app, list);

  const head = await readVersion(db, list, 1);
  expect(head).toEqual({
    total: 4,
    places: [
      [null, null, null, null],
      ['Lazio', 'Roma', expect.closeTo(41.9, 1), expect.closeTo(12.5, 1)],
      ['Sicilia', 'Palermo', expect.closeTo(38.1, 1), expect.closeTo(13.3, 1)],
    ],
  });
  const plain = { verified: false, isNew: false, activeLately: false, details: noDetails };
  const entries: Entry[] = [
    {
      ...plain,
      id: giulia,
      place: 1,
      birthYear: null,
      kind: 'ai',
      seeks: null,
      isNew: true,
      activeLately: true,
      other: { days_active: 2, days_here: 3 },
    },
    {
      ...plain,
      id: rosa,
      place: 1,
      birthYear: 1985,
      kind: 'member',
      seeks: 'male',
      isNew: true,
      activeLately: true,
      other: { days_active: 3, days_here: 14 },
    },
    {
      ...plain,
      id: nina,
      place: 0,
      birthYear: 2000,
      kind: 'member',
      seeks: 'female',
      other: { days_active: 4, days_here: 100 },
    },
    {
      ...plain,
      id: sara,
      place: 2,
      birthYear: 1985,
      kind: 'member',
      seeks: 'male',
      verified: true,
      details,
      other: {
        days_active: 5,
        days_here: 100,
        sought_age_from: 30,
        sought_age_to: 45,
        sought_dealbreakers: 0b1001,
        sought_distance: 20,
        sought_intentions: 0b0101,
      },
    },
  ];
  expect(await readChunk(db, list, 1, 0)).toEqual(chunkOf(entries));
});

test('a list that is large is kept in chunks, which follow each other', async ({ world, list }) => {
  const { db } = world.app;
  await sql`alter table profile disable trigger user`.execute(db);
  await sql`insert into profile (brand_id, id, kind, status, gender, screen_name, country, moderated_at, last_active_at)
    select ${list.brandId}, gen_random_uuid(), 'staff', 'visible', 'female', 'Somebody', 'it', now(),
      now() - n * interval '1 minute' from generate_series(1, 20005) n`.execute(db);
  await sql`alter table profile enable trigger user`.execute(db);
  await buildList(world.app, list);
  const chunks = [(await readChunk(db, list, 1, 0))!, (await readChunk(db, list, 1, 1))!];
  expect(chunks.map((chunk) => chunk.get('id')!.length / 16)).toEqual([20_000, 5]);
  const { rows } = await sql<{ ids: string }>`
    select string_agg(replace(id::text, '-', ''), '' order by last_active_at desc) as ids from profile`.execute(
    db,
  );
  const ids = Buffer.concat(chunks.map((chunk) => chunk.get('id')!)).toString('hex');
  expect(ids === rows[0]?.ids).toBe(true);
  expect((await world.app.searchLists.find(list))?.count).toBe(20_005);
  await sql`truncate profile cascade`.execute(db);
});

test('without a change there is no new version; a visit makes one, and so does the time that passes', async ({
  world,
  list,
}) => {
  const { db, clock } = world.app;
  const giulia = await makeProfile(world, { active: 2, created: 10 });
  await makeProfile(world, { active: 1, created: 30 });
  for (let count = 0; count < 3; count += 1) await buildList(world.app, list);
  expect(await versionsOf(db, list)).toEqual([1]);
  await setTraits(world, giulia, { active: 0, created: 10 });
  await buildList(world.app, list);
  expect(await versionsOf(db, list)).toEqual([1, 2]);
  clock.advance(5 * DAY);
  await buildList(world.app, list);
  expect(await versionsOf(db, list)).toContain(3);
  await db.deleteFrom('profile').execute();
  await buildList(world.app, list);
  expect(await readVersion(db, list, 4)).toEqual({ total: 0, places: [] });
});

test('two who build at once make one version', async ({ world, list }) => {
  await makeProfile(world);
  await Promise.all(Array.from({ length: 4 }, () => buildList(world.app, list)));
  expect(await versionsOf(world.app.db, list)).toEqual([1]);
});

test('a change that is on its way while the list is built is not lost', async ({ world, list }) => {
  const { db } = world.app;
  const giulia = await makeProfile(world, { status: 'hidden' });
  await buildList(world.app, list);
  expect(await changesOf(db, list)).toBe(0);
  const made = Promise.withResolvers<void>();
  const built = Promise.withResolvers<void>();
  const late = db.transaction().execute(async (tx) => {
    await tx.updateTable('profile').set({ status: 'visible' }).where('id', '=', giulia).execute();
    made.resolve();
    await built.promise;
  });
  await made.promise;
  await buildList(world.app, list);
  expect(await readVersion(db, list, 1)).toMatchObject({ total: 0 });
  built.resolve();
  await late;
  expect(await changesOf(db, list)).toBeGreaterThan(0);
  await buildList(world.app, { ...list, ifChanged: true });
  expect(await readVersion(db, list, 2)).toMatchObject({ total: 1 });
  expect(await changesOf(db, list)).toBe(0);
});

test('a change of whom a member seeks changes the list; what others cannot see does not', async ({
  world,
  list,
}) => {
  const { db } = world.app;
  const sara = await world.member({ gender: 'female', seeks: 'male' });
  await buildList(world.app, list);
  const change = (values: object) =>
    db.updateTable('account').set(values).where('id', '=', sara.accountId).execute();
  await change({ flow_id: '14', seeks: 'male' });
  expect(await changesOf(db, list)).toBe(0);
  await change({ seeks: 'female' });
  expect(await changesOf(db, list)).toBe(1);
});

test('a version outlives the one that took its place by an hour', async ({ world, list }) => {
  const { db, clock } = world.app;
  const giulia = await makeProfile(world, { active: 9 });
  await makeProfile(world, { active: 5 });
  const turn = async (active: number) => {
    await setTraits(world, giulia, { active });
    await buildList(world.app, list);
  };
  await buildList(world.app, list);
  clock.advance(3 * HOUR);
  // The first one was the newest until now, so a member may have begun with it a moment ago.
  await turn(1);
  expect(await versionsOf(db, list)).toEqual([1, 2]);
  clock.advance(30 * MINUTE);
  await turn(9);
  clock.advance(31 * MINUTE);
  await buildList(world.app, list);
  expect(await versionsOf(db, list)).toEqual([2, 3]);
  clock.advance(2 * HOUR);
  await buildList(world.app, list);
  expect(await versionsOf(db, list)).toEqual([3]);
  expect(await readChunk(db, list, 2, 0)).toBeUndefined();
});

test('a start builds what is missing or out of date, and nothing else', async ({ world, list }) => {
  const { db } = world.app;
  await buildStaleLists(world.app);
  const { rows } = await sql`select from search_list`.execute(db);
  expect(rows).toHaveLength(world.app.brands.all().length * 2);
  await makeProfile(world, { active: 1 });
  const giulia = await makeProfile(world, { active: 2 });
  await buildStaleLists(world.app);
  await setTraits(world, giulia, { active: 0 });
  await buildStaleLists(world.app);
  expect(await versionsOf(db, list)).toEqual([1, 2]);
});

test('a list of another release is neither read nor taken for up to date: this one builds its own', async ({
  world,
  list,
}) => {
  const { db } = world.app;
  const searchLists = openLists(world);
  await makeProfile(world);
  await buildList(world.app, list);
  // As a release would write it whose chunks are laid out differently, and one that knows fewer fields.
  for (const other of [sql`format + 1, columns`, sql`format, array_remove(columns, 'seeks')`]) {
    await sql`insert into search_list (brand_id, gender, version, format, columns, total, places)
      select brand_id, gender, version + 1, ${other}, total, places from search_list
      where brand_id = ${list.brandId}::uuid and gender = ${list.gender} order by version desc limit 1`.execute(
      db,
    );
    const [, unreadable] = (await versionsOf(db, list)).slice(-2);
    expect(await searchLists.find(list, unreadable)).toMatchObject({ count: 1, version: unreadable! - 1 });
    await buildStaleLists(world.app);
    expect(await searchLists.find(list)).toMatchObject({ count: 1, version: unreadable! + 1 });
  }
});

test('a list with fields that this release does not know is read without them', async ({ world, list }) => {
  const { db } = world.app;
  const searchLists = openLists(world);
  await makeProfile(world);
  await buildList(world.app, list);
  await sql`update search_list set columns = columns || array['smokes']`.execute(db);
  await sql`insert into search_chunk (brand_id, gender, version, number, column_name, content)
    select brand_id, gender, version, number, 'smokes', '\\x01' from search_chunk where column_name = 'id'`.execute(
    db,
  );
  expect(await searchLists.find(list)).toMatchObject({ count: 1, version: 1 });
  await buildStaleLists(world.app);
  expect(await versionsOf(db, list)).toEqual([1]);
});
