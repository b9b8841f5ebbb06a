import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { listen } from '#server/platform/database/listener.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import { emptyTown, setTraits, makeProfile } from '#testing/discovery/search-people.ts';
import { expect, test as base } from '#testing/harness.ts';
import { startNode } from '#testing/node.ts';
import { forgetJobs, jobsOf, patiently, whileWorking } from '#testing/platform/jobs.ts';
import type { World } from '#testing/world.ts';
import { buildStaleLists, LIST_CHANGED, listFrom, scheduleBuilds, searchJobs } from './jobs.ts';

const BUILD = 'discovery.buildList';
const named = (id: string) => jobKind(id, z.object({}));

const test = base.extend('town', async ({ world }) => {
  await emptyTown(world);
  await buildStaleLists(world.app);
  await world.app.db.deleteFrom('search_change').execute();
  return world;
});

const women = async (world: World) => {
  const list = await world.app.searchLists.find({ brandId: world.brand().id, gender: 'female' });
  return list?.count;
};

test('an approved person is found as soon as the list is built, which needs no call', async ({
  app,
  databaseUrl,
  town,
}) => {
  const giulia = await makeProfile(town, { status: 'pending' });
  const builds = scheduleBuilds(app);
  onTestFinished(() => builds.stop());
  const listener = await listen(databaseUrl, { [LIST_CHANGED]: builds.handleChange }, app.log);
  onTestFinished(() => listener.close());
  await whileWorking({ app, databaseUrl, handlers: searchJobs }, async () => {
    await setTraits(town, giulia, { status: 'visible' });
    await expect.poll(() => women(town), patiently).toBe(1);
    await setTraits(town, giulia, { status: 'hidden' });
    await expect.poll(() => women(town), patiently).toBe(0);
  });
});

test('constant changes make one job, which is not put off by them', async ({ app, db, town }) => {
  const builds = scheduleBuilds(app);
  onTestFinished(() => builds.stop());
  const change = `${town.brand().id} female`;
  const waiting = async () => (await jobsOf(db, BUILD)).map(({ runAt }) => runAt);
  builds.handleChange(change);
  await expect.poll(waiting, patiently).toHaveLength(1);
  const [due] = await waiting();
  for (let count = 0; count < 20; count += 1) {
    builds.handleChange(change);
    await expect.poll(waiting, patiently).toEqual([due]);
  }
  builds.handleChange(`${town.brand().id} male`);
  await expect.poll(waiting, patiently).toHaveLength(2);
});

test('the pause between builds grows with the list', async ({ app, db, town }) => {
  const { id: brandId } = town.brand('verbena');
  await db.updateTable('search_list').set({ total: 1_000_000 }).where('brand_id', '=', brandId).execute();
  await forgetJobs(db);
  const builds = scheduleBuilds(app);
  onTestFinished(() => builds.stop());
  const change = `${brandId} female`;
  builds.handleChange(change);
  await expect.poll(() => jobsOf(db, BUILD), patiently).toHaveLength(1);
  const [first] = await jobsOf(db, BUILD);
  await forgetJobs(db);
  builds.handleChange(change);
  await expect.poll(() => jobsOf(db, BUILD), patiently).toHaveLength(1);
  const [second] = await jobsOf(db, BUILD);
  expect(second!.runAt - first!.runAt).toBe(50_000);
});

test('a change without a notification is found within a minute, and every list is built again now and then', async ({
  app,
  db,
  databaseUrl,
  town,
}) => {
  await forgetJobs(db);
  const giulia = await makeProfile(town, { active: 20 });
  await makeProfile(town, { active: 10 });
  const newest = async () =>
    (await app.searchLists.find({ brandId: town.brand().id, gender: 'female' }))?.version ?? 0;
  await whileWorking({ app, databaseUrl, handlers: searchJobs }, async () => {
    await enqueue(db, named('discovery.queueStaleLists'), {});
    await expect.poll(() => women(town), patiently).toBe(2);
    const before = await newest();
    // The people are the same, so only the regular round sees that one was here.
    await setTraits(town, giulia, { active: 0 });
    await enqueue(db, named('discovery.queueStaleLists'), {});
    await expect.poll(() => jobsOf(db, 'discovery.queueStaleLists'), patiently).toEqual([]);
    expect(await jobsOf(db, BUILD)).toEqual([]);
    await enqueue(db, named('discovery.queueAllLists'), {});
    await expect.poll(newest, patiently).toBeGreaterThan(before);
    await expect.poll(() => jobsOf(db, BUILD), patiently).toEqual([]);
  });
});

test('a notification of a list is read, and any other text is not', () => {
  const brandId = '0199a7e0-0000-7000-8000-000000000001';
  expect(listFrom(`${brandId} female`)).toEqual({ brandId, gender: 'female' });
  for (const strange of ['', brandId, `${brandId} nobody`, 'x female'])
    expect(listFrom(strange)).toBeUndefined();
});

test('whom one node approves, another finds at once', async ({ databaseUrl, town }) => {
  const web = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'web' });
  await startNode({ DATABASE_URL: databaseUrl, ROLES: 'worker' });
  const name = { brandId: town.brand().id, gender: 'female' as const };
  const count = async () => (await web.app.searchLists.find(name))?.count;
  expect(await count()).toBe(0);
  const giulia = await makeProfile(town, { status: 'pending' });
  await setTraits(town, giulia, { status: 'visible' });
  await expect.poll(count, patiently).toBe(1);
  await makeProfile(town);
  await expect.poll(count, patiently).toBe(2);
});

test('a fresh start has its lists before the first request', async ({ databaseUrl, town, db }) => {
  await makeProfile(town);
  await db.deleteFrom('search_list').execute();
  const { app } = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'web' });
  expect(await app.searchLists.find({ brandId: town.brand().id, gender: 'female' })).toMatchObject({
    count: 1,
  });
  expect(await app.searchLists.find({ brandId: town.brand().id, gender: 'male' })).toMatchObject({
    count: 0,
  });
});
