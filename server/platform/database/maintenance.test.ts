import { sql } from 'kysely';
import type { TestApp } from '#testing/app.ts';
import { expect, test } from '#testing/harness.ts';
import { cleanUp } from '#testing/platform/clean-up.ts';
import type { Member } from '#testing/world.ts';
import { DAY, HOUR } from '../clock.ts';
import { newId } from '../ids.ts';
import { isLinkUsed, useLinkOnce } from '../security/links.ts';
import { openSession } from '../security/sessions.ts';
import type { Database } from './database.ts';

test('sessions and used links go when they have run out, and not before', async ({ app, db, world }) => {
  const marco = await world.member();
  app.clock.advance(50 * DAY);
  await openSession(marco, db, marco.accountId, 'password');
  const link = (days: number) => ({
    id: newId(),
    subject: marco.accountId,
    expiresAt: new Date(app.clock.now().getTime() + days * DAY),
    data: {},
  });
  const links = [link(39), link(60)];
  for (const one of links) await useLinkOnce(db, marco.brandId, one);
  const sessions = () =>
    db.selectFrom('session').select('id').where('account_id', '=', marco.accountId).execute();
  await cleanUp(app);
  expect(await sessions()).toHaveLength(2);
  app.clock.advance(40 * DAY + HOUR);
  await cleanUp(app);
  expect(await sessions()).toHaveLength(1);
  expect(await Promise.all(links.map((one) => isLinkUsed(db, marco.brandId, one)))).toEqual([false, true]);
});

function insertArrival({ db, clock }: TestApp, { brandId, accountId }: Member) {
  return db
    .insertInto('arrival')
    .values({
      brand_id: brandId,
      account_id: accountId,
      way: 'form',
      source: 'newsletter',
      ip: '203.0.113.7',
      claimed_ip: '203.0.113.7',
      user_agent: 'A browser',
      device_hash: Buffer.alloc(32, 1),
      network_hash: Buffer.alloc(32, 2),
      origin_hash: Buffer.alloc(32, 3),
      created_at: clock.now(),
    })
    .execute();
}

test('what tells one device from another is forgotten after a month, the origin of a member is not', async ({
  app,
  db,
  world,
}) => {
  const [marco, paolo] = [await world.member(), await world.member()];
  await insertArrival(app, marco);
  app.clock.advance(20 * DAY);
  await insertArrival(app, paolo);
  app.clock.advance(10 * DAY + HOUR);
  await cleanUp(app);
  const traces = (member: Member) =>
    db
      .selectFrom('arrival')
      .select(['source', 'ip', 'claimed_ip', 'user_agent', 'device_hash', 'network_hash'])
      .where('account_id', '=', member.accountId)
      .executeTakeFirst();
  expect(await traces(marco)).toEqual({
    source: 'newsletter',
    ip: null,
    claimed_ip: null,
    user_agent: null,
    device_hash: null,
    network_hash: null,
  });
  expect(await traces(paolo)).toMatchObject({ ip: '203.0.113.7', device_hash: Buffer.alloc(32, 1) });
});

test('from where an account came is kept as a keyed hash for a year', async ({ app, db, world }) => {
  const marco = await world.member();
  await insertArrival(app, marco);
  const origin = () =>
    db
      .selectFrom('arrival')
      .select(['device_hash', 'origin_hash'])
      .where('account_id', '=', marco.accountId)
      .executeTakeFirst();
  app.clock.advance(364 * DAY);
  await cleanUp(app);
  expect(await origin()).toEqual({ device_hash: null, origin_hash: Buffer.alloc(32, 3) });
  app.clock.advance(2 * DAY);
  await cleanUp(app);
  expect(await origin()).toEqual({ device_hash: null, origin_hash: null });
});

async function partitions(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; events: number }>`
    select tableoid::regclass::text as name, count(*)::int as events from event group by 1 order by 1`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, events }) => [name, events]));
}

test('events lie by month, wherever they first fell, and a month goes when it is old', async ({
  app,
  db,
  world,
}) => {
  const brand_id = world.brand().id;
  const note = () =>
    db.insertInto('event').values({ brand_id, id: newId(), at: app.clock.now(), type: 'visita' }).execute();
  const name = (date: Date) => `event_${date.toISOString().slice(0, 7).replace('-', '')}`;
  // A clock so far ahead that nothing has been made for it yet.
  app.clock.advance(3_650 * DAY);
  const first = app.clock.now();
  await note();
  expect(await partitions(db)).toEqual({ event_other: 1 });
  await cleanUp(app);
  await cleanUp(app);
  expect(await partitions(db)).toEqual({ [name(first)]: 1 });
  app.clock.advance(45 * DAY);
  const second = app.clock.now();
  await note();
  expect(await partitions(db)).toEqual({ [name(first)]: 1, [name(second)]: 1 });
  app.clock.advance(385 * DAY);
  await cleanUp(app);
  expect(await partitions(db)).toEqual({ [name(second)]: 1 });
  const { rows } = await sql`select to_regclass(${name(first)}) as found`.execute(db);
  expect(rows).toEqual([{ found: null }]);
});
