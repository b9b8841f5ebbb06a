import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { emptyTown, setTraits, makeProfile } from '#testing/discovery/search-people.ts';
import { expect, test as base } from '#testing/harness.ts';
import { LIST_MADE, buildList } from './jobs.ts';
import { createSearchLists } from './lists.ts';

const MEGABYTE = 1024 * 1024;
const patiently = { timeout: 10_000 };

/** Counts what is asked, by the tables that are read. */
function counting(db: Database): { db: Database; chunks: () => number; all: () => number } {
  const asked: string[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const chunks = () => asked.filter((text) => text.includes('search_chunk')).length;
  return { db: watched, chunks, all: () => asked.length };
}

const test = base.extend('fixture', async ({ world }) => {
  await emptyTown(world);
  const name = { brandId: world.brand().id, gender: 'female' as const };
  const giulia = await makeProfile(world, { active: 5 });
  await makeProfile(world, { active: 3 });
  let active = 100;
  /** Makes another version. */
  const makeVersion = async () => {
    await setTraits(world, giulia, { active: (active += 1) % 2 === 0 ? 1 : 9 });
    await buildList(world.app, name);
  };
  await makeVersion();
  const { clock, log, db } = world.app;
  const open = (mostBytes = 50 * MEGABYTE) => {
    const watched = counting(db);
    const lists = createSearchLists({ db: watched.db, clock, log, mostBytes });
    onTestFinished(() => lists.stop());
    return { lists, ...watched };
  };
  return { name, makeVersion, open, clock };
});

test('many who ask at once make it read once', async ({ fixture }) => {
  const { lists, chunks } = fixture.open();
  const found = await Promise.all(Array.from({ length: 20 }, () => lists.find(fixture.name)));
  expect(found[0]).toMatchObject({ count: 2 });
  expect(new Set(found).size).toBe(1);
  expect(chunks()).toBe(1);
});

test('without notifications of new versions, the database is asked each time', async ({ fixture }) => {
  const { lists } = fixture.open();
  const before = await lists.find(fixture.name);
  await fixture.makeVersion();
  const after = await lists.find(fixture.name);
  expect(after?.version).toBe(before!.version + 1);
  expect(await lists.find(fixture.name, before!.version)).toBe(before);
});

test('while notifications of new versions arrive, the newest is cached until the next one', async ({
  fixture,
}) => {
  const { lists, all } = fixture.open();
  lists.resume();
  const before = await lists.find(fixture.name);
  const asked = all();
  for (let count = 0; count < 5; count += 1) expect(await lists.find(fixture.name)).toBe(before);
  expect(all()).toBe(asked);

  await fixture.makeVersion();
  expect(await lists.find(fixture.name)).toBe(before);
  lists.invalidate(fixture.name);
  await expect
    .poll(async () => (await lists.find(fixture.name))?.version, patiently)
    .toBe(before!.version + 1);
});

test('a version without a notification is found after ten seconds', async ({ fixture }) => {
  const { lists } = fixture.open();
  lists.resume();
  const before = await lists.find(fixture.name);
  await fixture.makeVersion();
  fixture.clock.advance(10 * SECOND - 1);
  expect(await lists.find(fixture.name)).toBe(before);
  fixture.clock.advance(1);
  await expect
    .poll(async () => (await lists.find(fixture.name))?.version, patiently)
    .toBe(before!.version + 1);
});

test('a version that was missed while no listener was connected is found as soon as one is', async ({
  fixture,
}) => {
  const { lists } = fixture.open();
  lists.resume();
  const before = await lists.find(fixture.name);
  lists.pause();
  await fixture.makeVersion();
  expect((await lists.find(fixture.name))?.version).toBe(before!.version + 1);
  await fixture.makeVersion();
  lists.resume();
  expect((await lists.find(fixture.name))?.version).toBe(before!.version + 2);
});

test('memory has an end: who was not asked for lately goes first, and is read again when asked for', async ({
  fixture,
}) => {
  // Room for three lists, however few people they have.
  const { lists, chunks } = fixture.open(200_000);
  const newest = (await lists.find(fixture.name))!.version;
  for (let count = 0; count < 3; count += 1) await fixture.makeVersion();
  for (const version of [newest + 1, newest + 2]) await lists.find(fixture.name, version);
  expect(chunks()).toBe(3);
  await lists.find(fixture.name, newest);
  await lists.find(fixture.name, newest + 3);
  expect(chunks()).toBe(4);
  await lists.find(fixture.name, newest);
  await lists.find(fixture.name, newest + 3);
  expect(chunks()).toBe(4);
  await lists.find(fixture.name, newest + 1);
  expect(chunks()).toBe(5);
});

test('a list that is larger than all room is kept nevertheless, alone', async ({ fixture }) => {
  const { lists, chunks } = fixture.open(1);
  const before = await lists.find(fixture.name);
  expect(await lists.find(fixture.name)).toBe(before);
  await fixture.makeVersion();
  await lists.find(fixture.name);
  expect(chunks()).toBe(2);
});

test('made-up versions lead to the newest and leave nothing behind', async ({ fixture }) => {
  const { lists, chunks } = fixture.open();
  const newest = await lists.find(fixture.name);
  const asked = Array.from({ length: 40 }, (_, index) => lists.find(fixture.name, 1_000_000 + index));
  expect(new Set(await Promise.all(asked))).toEqual(new Set([newest]));
  expect(chunks()).toBe(1);
});

test('a failure of the database reaches the caller, and the next one asks again', async ({
  fixture,
  world,
}) => {
  const { db, clock, log } = world.app;
  let away = true;
  const shaky = db.withPlugin({
    transformQuery: ({ node }) => {
      if (away) throw new Error('away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const lists = createSearchLists({ db: shaky, clock, log, mostBytes: MEGABYTE });
  await expect(lists.find(fixture.name)).rejects.toThrow('away');
  await expect(lists.find(fixture.name, 1)).rejects.toThrow('away');
  away = false;
  expect(await lists.find(fixture.name)).toMatchObject({ count: 2 });
});

test('a new version is announced to all nodes', async ({ fixture, handle }) => {
  const client = await handle.pool.connect();
  const notifications: string[] = [];
  client.on('notification', ({ channel, payload = '' }) => notifications.push(`${channel} ${payload}`));
  await client.query(`listen ${LIST_MADE}`);
  await fixture.makeVersion();
  await sql`select 1`.execute(handle.db);
  await expect.poll(() => notifications, patiently).toEqual([`${LIST_MADE} ${fixture.name.brandId} female`]);
  await client.query(`unlisten *`);
  client.release();
});
