import fc from 'fast-check';
import { sql } from 'kysely';
import * as contract from '#contract/notification/notifications.ts';
import type { Notification } from '#contract/notification/notifications.ts';
import { likePerson, visitPerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { listConversations } from '#server/messaging/conversation-list.ts';
import { newId } from '#server/platform/ids.ts';
import type { Realtime } from '#server/platform/realtime/realtime.ts';
import { block } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { propertyRuns } from '#testing/long-runs.ts';
import { haveTalked } from '#testing/messaging/conversation.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { feed } from './module.ts';
import { listNotifications, markRead } from './notifications.ts';

/** So many who like or visit the member, at moments of which some are the same. */
async function admirers(
  { app: { db }, brandId, profileId }: Member,
  moments: readonly number[],
): Promise<void> {
  await sql`with one as (
      insert into profile (brand_id, id, kind, status, gender, screen_name, country, region, moderated_at)
      select ${brandId}::uuid, gen_random_uuid(), 'staff', 'visible', 'male', 'One of many', 'it', 'Lazio', now()
      from generate_series(1, ${moments.length}::int)
      returning id)
    insert into reaction (brand_id, from_id, to_id, kind, at)
    select ${brandId}::uuid, one.id, ${profileId}::uuid, case when n.place % 3 = 0 then 'visit' else 'like' end,
      timestamptz '2026-05-01' + n.moment * interval '1 microsecond'
    from unnest(${moments}::int[]) with ordinality as n (moment, place)
    join (select id, row_number() over () as place from one) as one on one.place = n.place`.execute(db);
}

async function pages(member: Member, type?: 'like' | 'visit'): Promise<Notification[][]> {
  const all: Notification[][] = [];
  let before: string | undefined;
  for (;;) {
    const page = await listNotifications(member, { ...(type && { type }), ...(before && { before }) });
    all.push(page.notifications);
    if (page.next === null) return all;
    before = page.next;
  }
}

const key = ({ type, profileId }: Notification) => `${type} ${profileId}`;

test('page by page, newest first, each comes once, whatever came at the same moment', async ({ world }) => {
  const moments = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 170, size: 'max' });
  const property = fc.asyncProperty(moments, async (all) => {
    const anna = await world.member({ gender: 'female' });
    await admirers(anna, all);
    const visits = Math.floor(all.length / 3);
    for (const [type, count] of [
      [undefined, all.length],
      ['like', all.length - visits],
      ['visit', visits],
    ] as const) {
      const listed = await pages(anna, type);
      expect(listed.slice(0, -1).every((page) => page.length === 50)).toBe(true);
      expect(new Set(listed.flat().map(key)).size).toBe(count);
      expect(listed.flat()).toHaveLength(count);
      const times = listed.flat().map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => other - one));
    }
  });
  await fc.assert(property, propertyRuns(6, 15));
});

test('what comes meanwhile shifts nothing: the next page goes on where the last one ended', async ({
  world,
}) => {
  const anna = await world.member({ gender: 'female' });
  await admirers(
    anna,
    Array.from({ length: 80 }, (_, index) => index),
  );
  const first = await listNotifications(anna, {});
  await likePerson(await world.member({ level: 2 }), { profileId: anna.profileId });
  const second = await listNotifications(anna, { before: first.next! });
  expect(new Set([...first.notifications, ...second.notifications].map(key)).size).toBe(80);
  expect(second.next).toBeNull();
});

test('a like in answer says so, and each has what a row shows', async ({ app, db, world }) => {
  const server = await serve(app, feed.routes);
  const marco = await world.member({ level: 2 });
  const [anna, elsa] = [
    await world.member({ level: 2, gender: 'female' }),
    await world.member({ level: 2, gender: 'female' }),
  ];
  const photoId = newId();
  const size = { width: 960, height: 960, widths: [160, 480, 960] };
  for (const [position, status] of [
    [0, 'pending'],
    [1, 'approved'],
  ] as const)
    await db
      .insertInto('photo')
      .values({
        brand_id: anna.brandId,
        id: status === 'approved' ? photoId : newId(),
        profile_id: anna.profileId,
        position,
        status,
        ...size,
      })
      .execute();
  const prompts = JSON.stringify([{ prompt: 'sunday', text: 'Mercato presto, caffè lungo' }]);
  await db.updateTable('profile').set({ prompts }).where('id', '=', marco.profileId).execute();
  await likePerson(elsa, { profileId: marco.profileId, what: { prompt: 'sunday' } });
  app.clock.advance(1_000);
  await likePerson(marco, { profileId: anna.profileId });
  await likePerson(anna, { profileId: marco.profileId });
  app.clock.advance(1_000);
  await visitPerson(anna, { profileId: marco.profileId });
  const { trackerId, token } = marco;
  const { reply } = await callAs(server, contract.listNotifications, { trackerId }, { token });
  const photo = `${anna.origin}/media/photos/${anna.brandId}/${photoId}/160.webp`;
  expect(reply).toMatchObject({
    next: null,
    unread: { likes: 2, visits: 1 },
    total: { likes: 2, visits: 1 },
    notifications: [
      { type: 'visit', category: null, profileId: anna.profileId },
      { type: 'like', category: 'answer', profileId: anna.profileId, photo, age: 41, kind: 'member' },
      {
        type: 'like',
        category: null,
        profileId: elsa.profileId,
        photo: null,
        text: '',
        what: { prompt: 'sunday' },
        unread: true,
      },
    ],
  });
});

test('only what is meant is marked as read: one person’s, one sort, or all', async ({ app, world }) => {
  const server = await serve(app, feed.routes);
  const marco = await world.member();
  const [anna, elsa] = [
    await world.member({ level: 2, gender: 'female' }),
    await world.member({ level: 2, gender: 'female' }),
  ];
  for (const member of [anna, elsa]) {
    await likePerson(member, { profileId: marco.profileId });
    await visitPerson(member, { profileId: marco.profileId });
  }
  const { trackerId, token } = marco;
  const read = (input: object) => callAs(server, contract.markRead, { trackerId, ...input }, { token });
  const unread = async () => (await listNotifications(marco, {})).unread;
  await read({ profileId: 'admin' });
  await read({ profileId: newId() });
  expect(await unread()).toEqual({ likes: 2, visits: 2 });
  await read({ profileId: anna.profileId, type: 'visit' });
  expect(await unread()).toEqual({ likes: 2, visits: 1 });
  await read({ profileId: anna.profileId });
  expect(await unread()).toEqual({ likes: 1, visits: 1 });
  await read({ type: 'like' });
  expect(await unread()).toEqual({ likes: 0, visits: 1 });
  await read({});
  expect(await unread()).toEqual({ likes: 0, visits: 0 });
  expect((await listNotifications(marco, {})).total).toEqual({ likes: 2, visits: 2 });
  // What others have is theirs.
  await likePerson(marco, { profileId: anna.profileId }).catch(() => {});
  expect((await listNotifications(elsa, {})).total).toEqual({ likes: 0, visits: 0 });
});

test('who is blocked by either, or has hidden, is not in the list, nor counted', async ({ db, world }) => {
  const marco = await world.member();
  const fans: Member[] = [];
  for (let count = 0; count < 4; count += 1) {
    const fan = await world.member({ level: 2, gender: 'female' });
    await likePerson(fan, { profileId: marco.profileId });
    fans.push(fan);
  }
  const [blocked, blocking, hidden, friend] = fans as [Member, Member, Member, Member];
  await block(marco, marco.profileId, blocked.profileId);
  await block(marco, blocking.profileId, marco.profileId);
  await db.updateTable('profile').set({ status: 'hidden' }).where('id', '=', hidden.profileId).execute();
  const page = await listNotifications(marco, {});
  expect(page.notifications.map(({ profileId }) => profileId)).toEqual([friend.profileId]);
  expect([page.unread.likes, page.total.likes]).toEqual([1, 1]);
});

test.for(['', 'nonsense', '%00', Buffer.from('9999999999999999 like x').toString('base64url')])(
  'a page that never was (%j) is refused',
  async (before, { world }) => {
    await expect(listNotifications(await world.member(), { before })).rejects.toMatchObject({
      code: 'request.malformed',
    });
  },
);

test('the list of a popular member is read by its index', async ({ db, world }) => {
  const anna = await world.member({ gender: 'female' });
  await admirers(
    anna,
    Array.from({ length: 3_000 }, (_, index) => index),
  );
  await sql`analyze`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    const page = await listNotifications(withServices(anna, { db: tx }), {});
    await listNotifications(withServices(anna, { db: tx }), { before: page.next! });
    await listNotifications(withServices(anna, { db: tx }), { type: 'like', before: page.next! });
    expect(page.total).toEqual({ likes: 1_000, visits: 1_000 });
    const { rows } = await sql<{ whole: number; single: number }>`
      select sum(seq_tup_read)::int as whole, sum(idx_tup_fetch)::int as single from pg_stat_xact_user_tables
      where relname in ('profile', 'reaction')`.execute(tx);
    expect(rows[0]!.whole).toBe(0);
    // Three pages, and three times four counts of a thousand.
    expect(rows[0]!.single).toBeLessThan(30_000);
  });
});

test('a member who has seen all of another’s news has read what they wrote; one sort of news alone leaves it unread', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  const other = await world.member();
  for (const { profileId: first } of [marco, other]) {
    const said = [{ by: 'first' as const, text: 'Ciao' }];
    const talk = { brandId: anna.brandId, first, second: anna.profileId, said };
    await haveTalked(db, { ...talk, at: app.clock.now() });
  }
  await db.updateTable('inbox').set({ unread: 1 }).where('owner_id', '=', anna.profileId).execute();
  const unread = async () => (await listConversations(anna, {})).unread;
  await markRead(anna, { profileId: marco.profileId, type: 'like' });
  await markRead(anna, {});
  await markRead(anna, { profileId: 'admin' });
  expect(await unread()).toBe(2);
  await markRead(anna, { profileId: marco.profileId });
  expect(await unread()).toBe(1);
});

test('what was seen on one device is announced to the others, and nothing where there was nothing to see', async ({
  world,
}) => {
  const [marco, lucia] = [await world.member({ level: 2 }), await world.member({ level: 2 })];
  const anna = await world.member({ gender: 'female' });
  for (const sender of [marco, lucia]) {
    await likePerson(sender, anna);
    await visitPerson(sender, anna);
  }
  const events: unknown[] = [];
  const emit: Realtime['emit'] = ({ accountIds }, { name }, payload) =>
    void events.push([accountIds, name, payload]);
  const annasContext = withServices(anna, { realtime: { ...anna.app.realtime, emit } });
  const seen = (profileId: string | null, type: string | null) => [
    [anna.accountId],
    'novitaLette',
    { profileId, type },
  ];
  await markRead(annasContext, { profileId: marco.profileId, type: 'like' });
  await markRead(annasContext, { profileId: marco.profileId, type: 'like' });
  await markRead(annasContext, { type: 'visit' });
  await markRead(annasContext, {});
  await markRead(annasContext, {});
  expect(events).toEqual([seen(marco.profileId, 'like'), seen(null, 'visit'), seen(null, null)]);
});
