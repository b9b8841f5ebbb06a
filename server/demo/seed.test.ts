import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { readBrandFiles } from '#server/brands/brand-files.ts';
import { blurredKey, photoKey } from '#server/brands/photo-address.ts';
import { chatPhotoKey } from '#server/messaging/photos/files.ts';
import { localStorage } from '#server/platform/storage/storage.ts';
import type { TestApp } from '#testing/app.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { drawingJobs, seedWithInterruptions, standIns, withFewPictures } from '#testing/demo.ts';
import { expect, test as base } from '#testing/harness.ts';
import { readStoredState } from '#testing/stored-state.ts';
import { demoAccounts } from './accounts.ts';
import { findDemoPassword } from './password.ts';
import { demoJobs, listMissingPictures } from './photos.ts';
import { seedDemo } from './seed.ts';

/** The first seeding is the slow one, so all tests look at the same. */
const withFew = base.extend('few', { scope: 'file' }, ({ app }) => seedWithInterruptions(app));

const test = withFew.extend('seeded', { scope: 'file' }, async ({ few: { app } }) => {
  // All have their pictures already, and of nothing there is nothing to tell.
  await seedDemo(app, (_done, total, what) => expect(total, what).toBeGreaterThan(0), standIns);
  return app;
});

async function storedPicture({ storage }: TestApp, key: string) {
  const stored = await storage.get(key);
  return sharp(Buffer.concat(await Array.fromAsync(stored!.stream))).metadata();
}

const brandId = ({ brands }: TestApp, key: string) => brands.byKey(key)?.id ?? '';
const live = { attempt: 1, last: false, signal: new AbortController().signal };

test(
  'however often the first start was cut short, all people are there in the end',
  { timeout: 120_000 },
  async ({ seeded }) => {
    for (const key of ['lunaria', 'verbena']) {
      const people = await seeded.db
        .selectFrom('profile')
        .leftJoin('photo', (on) =>
          on.onRef('photo.profile_id', '=', 'profile.id').on('photo.position', '=', 0),
        )
        .select([
          'profile.id',
          'kind',
          'profile.status',
          'account_id',
          'photo.id as photo_id',
          'thumbhash',
          'last_active_at',
        ])
        .where('profile.brand_id', '=', brandId(seeded, key))
        .where('profile.demo', '=', true)
        .execute();
      expect(people.length).toBeGreaterThan(300);
      // The one who has just signed up is the only one without.
      expect(people.filter(({ photo_id }) => photo_id === null).map(({ status }) => status)).toEqual([
        'pending',
      ]);
      expect(people.filter(({ thumbhash, photo_id }) => photo_id !== null && !thumbhash)).toEqual([]);
      expect(people.filter(({ last_active_at }) => last_active_at > seeded.clock.now())).toEqual([]);
      for (const kind of ['member', 'staff', 'ai'])
        expect(people.some((person) => person.kind === kind)).toBe(true);
    }
  },
);

test('where few pictures do, people share small ones and no more are drawn, until all are wanted', async ({
  few,
  seeded,
}) => {
  expect(few.undrawn).toEqual([0, 0]);
  expect(few.photos.length).toBeGreaterThan(600);
  expect(few.photos.every(({ widths }) => widths.join() === '160')).toBe(true);
  // One for each gender and brand.
  expect(new Set(few.photos.map(({ thumbhash }) => thumbhash)).size).toBe(4);
  expect(few.drawing).toEqual([]);
  expect(await drawingJobs(seeded)).toHaveLength(2);
});

test('the Italian brand was made first', ({ seeded }) => {
  expect(seeded.brands.all().map(({ key }) => key)).toEqual(['lunaria', 'verbena']);
});

test('seeding again changes nothing and has nothing to tell', async ({ seeded }) => {
  const before = await readStoredState(seeded.db);
  await seedDemo(seeded, () => expect.unreachable('there is nothing to do'), standIns);
  seeded.clock.advance(3 * 24 * 60 * 60 * 1000);
  await seedDemo(seeded, () => expect.unreachable('there is nothing to do'), standIns);
  expect(await readStoredState(seeded.db)).toEqual(before);
});

test('every balance is the sum of its ledger', async ({ seeded }) => {
  const { rows } = await sql`
    select b.account_id from balance b
    left join ledger_entry e on e.brand_id = b.brand_id and e.account_id = b.account_id
    group by b.brand_id, b.account_id
    having b.message_credits <> coalesce(sum(e.amount) filter (where e.credit = 'message'), 0)
      or b.icebreaker_credits <> coalesce(sum(e.amount) filter (where e.credit = 'icebreaker'), 0)
      or b.like_credits <> coalesce(sum(e.amount) filter (where e.credit = 'like'), 0)`.execute(seeded.db);
  expect(rows).toEqual([]);
});

test('one password, kept for its owner alone, opens the listed accounts and no others', async ({
  seeded,
}) => {
  const password = (await findDemoPassword(seeded)) ?? '';
  const file = join(seeded.config.dataDir, 'demo-password');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim()).toBe(password);
  expect(password).toMatch(/^(?:[a-z]{4}-){3}[a-z]{4}$/);

  const listed = await demoAccounts(seeded);
  expect(new Set(listed.map(({ brand }) => brand))).toEqual(new Set(['Lunaria', 'Verbena']));
  const accounts = await seeded.db
    .selectFrom('account')
    .select(['email', 'password_hash'])
    .where('demo', '=', true)
    .execute();
  const open = accounts.filter(({ password_hash }) => password_hash !== null);
  expect(open.map(({ email }) => email).toSorted()).toEqual(listed.map(({ email }) => email).toSorted());
  for (const { password_hash } of open)
    expect(await seeded.passwords.verify(password_hash ?? undefined, password, 'test')).toBe(true);
});

test('there is an account for every level and case', async ({ seeded }) => {
  const rows = await seeded.db
    .selectFrom('account as a')
    .innerJoin('profile as p', 'p.account_id', 'a.id')
    .innerJoin('balance as b', 'b.account_id', 'a.id')
    .select([
      'email',
      'level',
      'flow_id',
      'seeks',
      'gender',
      'a.status',
      'email_confirmed_at',
      'region',
      'message_credits',
    ])
    .where('a.password_hash', 'is not', null)
    .where('a.demo', '=', true)
    .execute();
  const find = (name: string) => rows.find(({ email }) => email === name);
  expect(find('libero@demo.lunaria.example')).toMatchObject({
    level: 0,
    flow_id: '7',
    seeks: 'female',
    message_credits: 3,
  });
  expect(find('creditos@demo.verbena.example')).toMatchObject({ level: 1, message_credits: 253 });
  expect(find('vip@demo.lunaria.example')).toMatchObject({ level: 2 });
  expect(find('mujer@demo.verbena.example')).toMatchObject({ gender: 'female', seeks: 'male' });
  expect(find('plain@demo.lunaria.example')).toMatchObject({ flow_id: '0000' });
  expect(find('conferma@demo.lunaria.example')).toMatchObject({ flow_id: '11', email_confirmed_at: null });
  expect(find('inviti@demo.lunaria.example')).toMatchObject({ flow_id: '13' });
  expect(find('disabled@demo.verbena.example')).toMatchObject({ status: 'disabled' });
  expect(find('nuevo@demo.verbena.example')).toMatchObject({ region: null });
});

test('reviews are marked as the demo’s, and not all of them are delighted', async ({ seeded }) => {
  for (const key of ['lunaria', 'verbena']) {
    const reviews = await seeded.db
      .selectFrom('review')
      .selectAll()
      .where('brand_id', '=', brandId(seeded, key))
      .execute();
    expect(reviews).toHaveLength(24);
    expect(
      reviews.every(({ demo, status, age }) => demo && status === 'approved' && age >= 18 && age <= 98),
    ).toBe(true);
    expect(new Set(reviews.map(({ stars }) => stars))).toEqual(new Set([3, 4, 5]));
    expect(new Set(reviews.map(({ text }) => text)).size).toBe(24);
  }
});

test('the job draws what is left, a few at a time, and asks to be run again', async ({ seeded }) => {
  const id = brandId(seeded, 'lunaria');
  const [job] = demoJobs;
  const queued = () =>
    sql<{
      n: number;
    }>`select count(*)::int as n from job where key like ${`%${id}`}`.execute(seeded.db);
  expect((await queued()).rows[0]?.n).toBe(1);
  await job?.run(withFewPictures(seeded), { brandId: id }, live);
  const full = await seeded.db
    .selectFrom('photo')
    .select(['id', 'blur_id', 'width', 'height', 'widths'])
    .where('brand_id', '=', id)
    .where('width', '=', 960)
    .execute();
  expect(full.length).toBeGreaterThan(0);
  expect(await storedPicture(seeded, blurredKey(id, full[0]?.blur_id ?? ''))).toMatchObject({ width: 120 });
  expect(full[0]?.widths).toEqual([160, 480, 960]);
  for (const width of [160, 480, 960]) {
    const picture = await storedPicture(seeded, photoKey(id, full[0]?.id ?? '', width));
    expect(picture).toMatchObject({ format: 'webp', width });
  }
  expect((await queued()).rows[0]?.n).toBe(1);
});

test('a picture that a member put up is no reason to draw more of them', async ({ seeded }) => {
  const id = brandId(seeded, 'verbena');
  const drawn = await listMissingPictures(seeded.db, id);
  const profileId = drawn[0]?.sitter.id ?? '';
  const own = crypto.randomUUID();
  await seeded.db.updateTable('photo').set({ id: own }).where('profile_id', '=', profileId).execute();
  const left = await listMissingPictures(seeded.db, id);
  expect(left.filter(({ sitter }) => sitter.id === profileId)).toEqual([]);
  expect(left).toEqual(drawn.filter(({ sitter }) => sitter.id !== profileId));
});

test('what an operator changed stays, until the file itself changes', async ({ seeded }) => {
  const { db } = seeded;
  const [lunaria] = await readBrandFiles();
  const edited = { ...lunaria!.settings, title: 'Lunaria di sera' };
  await db
    .updateTable('brand')
    .set({ settings: JSON.stringify(edited) })
    .where('key', '=', 'lunaria')
    .execute();
  await seedDemo(seeded, () => {}, standIns);
  const title = async () => {
    await seeded.brands.reload();
    return seeded.brands.byKey('lunaria')?.settings.title;
  };
  expect(await title()).toBe('Lunaria di sera');
  // As if the file had been another one at the last start.
  await sql`update demo.completed_step set value = 'other' where name = 'lunaria brand'`.execute(db);
  await seedDemo(seeded, () => {}, standIns);
  expect(await title()).toBe('Lunaria');
});

test('a node that joins with a folder of its own changes nothing, and knows no password', async ({
  seeded,
}) => {
  const before = await readStoredState(seeded.db);
  const dataDir = await makeFolder();
  const joining: TestApp = {
    ...seeded,
    config: { ...seeded.config, dataDir },
    storage: localStorage(join(dataDir, 'storage')),
  };
  await seedDemo(joining, () => expect.unreachable('there is nothing to do'), standIns);
  expect(await readStoredState(seeded.db)).toEqual(before);
  expect(await findDemoPassword(joining)).toBeUndefined();
});

test('asked to seed again, it draws lost pictures, and changes the password only where the call says so', async ({
  seeded,
}) => {
  const old = (await findDemoPassword(seeded)) ?? '';
  const id = brandId(seeded, 'lunaria');
  const photos = await seeded.db
    .selectFrom('photo')
    .selectAll()
    .where('brand_id', '=', id)
    .limit(3)
    .execute();
  const [unblurred, ...others] = photos;
  await seeded.storage.remove(blurredKey(id, unblurred!.blur_id));
  for (const photo of others) await seeded.storage.removeAll(`photos/${id}/${photo.id}`);
  const opens = async (password: string) => {
    const account = await seeded.db
      .selectFrom('account')
      .select('password_hash')
      .where('email', '=', 'vip@demo.lunaria.example')
      .executeTakeFirst();
    return seeded.passwords.verify(account?.password_hash ?? undefined, password, 'test');
  };

  await rm(join(seeded.config.dataDir, 'demo-password'));
  await seedDemo(seeded, () => {}, { ...standIns, again: true });
  for (const photo of photos) {
    expect(await storedPicture(seeded, photoKey(id, photo.id, 160))).toMatchObject({ format: 'webp' });
  }
  const left = await seeded.db.selectFrom('photo').select('blur_id').where('brand_id', '=', id).execute();
  for (const { blur_id } of left) {
    const blurred = await storedPicture(seeded, blurredKey(id, blur_id));
    expect(blurred).toMatchObject({ format: 'webp', width: 120 });
  }
  expect(await findDemoPassword(seeded)).toBeUndefined();
  expect(await opens(old)).toBe(true);

  await seedDemo(seeded, () => {}, { ...standIns, newPassword: true });
  const password = (await findDemoPassword(seeded)) ?? '';
  expect(await opens(old)).toBe(false);
  expect(await opens(password)).toBe(true);
});

test('every account that can be tried has talked to people of all three kinds', async ({ seeded }) => {
  const { rows } = await sql<{ email: string; kinds: string[]; unread: number; longest: number }>`
    select a.email, array_agg(distinct o.kind order by o.kind) as kinds, sum(i.unread)::int as unread,
      max(i.last_number) as longest
    from account a
    join profile p on p.brand_id = a.brand_id and p.account_id = a.id
    join inbox i on i.brand_id = p.brand_id and i.owner_id = p.id
    join profile o on o.brand_id = i.brand_id and o.id = i.other_id
    where a.password_hash is not null
    group by a.email`.execute(seeded.db);
  expect(rows).toHaveLength(18);
  for (const { kinds, unread } of rows) {
    expect(kinds).toEqual(['ai', 'member', 'staff']);
    expect(unread).toBeGreaterThan(0);
  }
  const longest = rows.filter(({ longest: count }) => count >= 60).map(({ email }) => email);
  expect(longest.toSorted()).toEqual(['crediti@demo.lunaria.example', 'creditos@demo.verbena.example']);
});

test('what was seeded is what sending would have left', async ({ seeded }) => {
  const { rows } = await sql`
    select c.id from conversation c
    join inbox i on i.brand_id = c.brand_id and i.conversation_id = c.id
    join profile own on own.brand_id = i.brand_id and own.id = i.owner_id
    join profile other on other.brand_id = i.brand_id and other.id = i.other_id
    left join message m on m.brand_id = c.brand_id and m.conversation_id = c.id
    left join waiting_reply w on w.brand_id = c.brand_id and w.conversation_id = c.id
    group by c.brand_id, c.id, i.brand_id, i.owner_id, i.other_id, own.kind, other.kind, w.conversation_id, w.kind
    having i.last_number <> count(m.id) or max(m.number) <> count(m.id)
      or i.last_at <> max(m.at) or max(m.at) > ${seeded.clock.now()}
      or i.unread <> count(m.id) filter (where m.number > i.read_to and m.from_id = i.other_id)
      or (i.pays and own.kind <> 'member') or (not i.pays and other.kind <> 'member')
      or (own.kind = 'staff' and (w.kind is not null)
        <> ((array_agg(m.from_id order by m.number desc))[1] = i.other_id))`.execute(seeded.db);
  expect(rows).toEqual([]);
});

test('a host finds a member to answer, and a photo in a message can be seen', async ({ seeded }) => {
  const { db, storage } = seeded;
  for (const key of ['lunaria', 'verbena']) {
    const id = brandId(seeded, key);
    const waiting = await db.selectFrom('waiting_reply').select('kind').where('brand_id', '=', id).execute();
    expect(waiting).toEqual([{ kind: 'staff' }, { kind: 'staff' }, { kind: 'staff' }]);
    const photos = await db.selectFrom('chat_photo').selectAll().where('brand_id', '=', id).execute();
    expect(photos).toHaveLength(2);
    for (const photo of photos) {
      const file = await storage.get(chatPhotoKey(id, photo.id));
      const picture = await sharp(Buffer.concat(await Array.fromAsync(file!.stream))).metadata();
      expect(picture).toMatchObject({ format: 'webp', width: photo.width, height: photo.height });
    }
  }
});
