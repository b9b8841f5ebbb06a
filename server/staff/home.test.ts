import { randomUUID } from 'node:crypto';
import { claimConversation } from '#server/hosts/claims.ts';
import { moderation } from '#server/moderation/module.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { sendOwnTicket } from '#server/support/contact.ts';
import { expect, test } from '#testing/harness.ts';
import { host, write } from '#testing/messaging/host-queue.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import { readHome } from './home.ts';

type Person = Awaited<ReturnType<typeof atWork>>;

// Every test finds nothing that waits.
test.beforeEach(async ({ db }) => {
  await db.deleteFrom('waiting_reply').execute();
  await db.deleteFrom('moderation_case').execute();
  await db.deleteFrom('ticket').execute();
  await db.deleteFrom('shift').execute();
});

/** Without what the demo's brands leave out of their legal pages, which is not what these tests are about. */
async function waitingFor(person: Person, brand?: string) {
  const { waiting } = await readHome(person, brand === undefined ? {} : { brand });
  return waiting.filter(({ kind }) => kind !== 'facts');
}

test('what waits for a person is there the oldest first, brand by brand, and of one brand where it is asked for', async ({
  app,
  world,
}) => {
  const owner = await atWork(world);
  const [lunaria, verbena] = [world.brand(), world.brand('verbena')];
  await write(await world.member({ level: 2 }), await world.profile());
  const since = [app.clock.now().getTime()];
  for (const brand of [verbena, lunaria]) {
    app.clock.advance(MINUTE);
    const writer = await world.member({ brand });
    const { trackerId, email } = writer;
    await sendOwnTicket(writer, { trackerId, id: randomUUID(), email, topic: 'payment', text: 'Aiuto' });
    since.push(app.clock.now().getTime());
  }
  expect(await waitingFor(owner)).toEqual([
    { kind: 'conversations', brand: 'lunaria', count: 1, since: since[0] },
    { kind: 'tickets', brand: 'verbena', count: 1, since: since[1] },
    { kind: 'tickets', brand: 'lunaria', count: 1, since: since[2] },
  ]);
  expect(await waitingFor(owner, 'verbena')).toEqual([
    { kind: 'tickets', brand: 'verbena', count: 1, since: since[1] },
  ]);
});

test('each role sees what it can do something about, at its own brands', async ({ app, world }) => {
  const verbena = world.brand('verbena');
  const newcomer = await world.member({ brand: verbena, profileStatus: 'pending' });
  await saveOwnProfile(newcomer, { description: 'Cocino.' });
  await runWaitingJobs(app, moderation.jobs);
  const writer = await world.member({ brand: verbena });
  const { trackerId, email } = writer;
  await sendOwnTicket(writer, { trackerId, id: randomUUID(), email, topic: 'payment', text: 'Aiuto' });

  const kindsFor = async (role: 'moderator' | 'support' | 'finance' | 'host', brand: string) =>
    (await waitingFor(await atWork(world, { role, brands: [brand] }))).map(({ kind }) => kind);
  expect(await kindsFor('moderator', 'verbena')).toEqual(['cases']);
  expect(await kindsFor('support', 'verbena')).toEqual(['tickets']);
  expect(await kindsFor('finance', 'verbena')).toEqual([]);
  expect(await kindsFor('host', 'verbena')).toEqual([]);
  expect(await kindsFor('moderator', 'lunaria')).toEqual([]);
});

test('a conversation that a colleague has taken waits for no other host, and one that waits for a day is shown to who supervises', async ({
  app,
  world,
}) => {
  const [ines, carla] = [await host(world), await host(world, 'Carla')];
  const manager = await atWork(world, { role: 'brand_manager', brands: ['lunaria'] });
  const profile = await world.profile();
  const taken = await write(await world.member({ level: 2 }), profile);
  await write(await world.member({ level: 2 }), profile);
  const since = app.clock.now().getTime();
  await claimConversation(ines, taken);
  expect(await waitingFor(ines)).toMatchObject([{ kind: 'conversations', count: 2 }]);
  expect(await waitingFor(carla)).toMatchObject([{ kind: 'conversations', count: 1 }]);
  expect(await waitingFor(manager)).toEqual([]);

  app.clock.advance(DAY);
  // Both wait at the same profile, whose host has not come back.
  expect(await waitingFor(manager)).toEqual([{ kind: 'unanswered', brand: 'lunaria', count: 1, since }]);
});

test('of a brand that plans its hosts the hours of the next day without one are shown', async ({
  app,
  world,
}) => {
  const manager = await atWork(world, { role: 'brand_manager', brands: ['lunaria'] });
  const { staffId: staff_id } = await host(world);
  const brand_id = world.brand().id;
  const now = app.clock.now().getTime();
  const plan = (fromHours: number, toHours: number) =>
    app.db
      .insertInto('shift')
      .values({
        brand_id,
        id: newId(),
        staff_id,
        starts_at: new Date(now + fromHours * HOUR),
        ends_at: new Date(now + toHours * HOUR),
      })
      .execute();
  expect(await waitingFor(manager)).toEqual([]);

  await plan(-2, 4);
  await plan(3, 10);
  await plan(16, 30);
  expect(await waitingFor(manager)).toEqual([{ kind: 'shifts', brand: 'lunaria', count: 6, since: null }]);
  await plan(10, 16);
  expect(await waitingFor(manager)).toEqual([]);
});

test('finance sees refunds that failed and were not made again, and differences of the books', async ({
  app,
  world,
}) => {
  const owner = await atWork(world);
  const day = '2026-11-10';
  const at = app.clock.now();
  await app.db
    .insertInto('reconciliation')
    .values({ provider: 'adyen', day, compared: 1, merchant_account: '' })
    .execute();
  await app.db
    .insertInto('reconciliation_difference')
    .values({
      id: newId(),
      provider: 'adyen',
      merchant_account: '',
      day,
      subject: 'charge',
      kind: 'missing_here',
      reference: 'r-1',
      found_at: at,
    })
    .execute();
  expect(await waitingFor(owner)).toEqual([
    { kind: 'differences', brand: null, count: 1, since: at.getTime() },
  ]);
});
