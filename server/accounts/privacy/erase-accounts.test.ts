import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { recordEvent } from '#server/analytics/events.ts';
import { grantCredits } from '#server/credits/ledger.ts';
import { likePerson, visitPerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { queueMail } from '#server/mails/mail.ts';
import { listConversations } from '#server/messaging/conversation-list.ts';
import { decide } from '#server/messaging/sending.ts';
import { saveSystemMessage } from '#server/messaging/system-messages.ts';
import { decide as decideOn } from '#server/moderation/decide.ts';
import { moderation } from '#server/moderation/module.ts';
import { reportPerson } from '#server/moderation/reports.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { outboxTransport } from '#server/platform/mail/transport.ts';
import { uploadPhoto } from '#server/profiles/own-photos.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { saveOwnSettings } from '#server/profiles/own-settings.ts';
import { photoJobs } from '#server/profiles/photos.ts';
import { sendOwnTicket } from '#server/support/contact.ts';
import { runJob } from '#testing/accounts/run-job.ts';
import { expect, test } from '#testing/harness.ts';
import { haveTalked } from '#testing/messaging/conversation.ts';
import { patiently, whileWorking } from '#testing/platform/jobs.ts';
import { mailsTo, sendQueuedMails } from '#testing/platform/mails.ts';
import { PLACES } from '#testing/stored-state.ts';
import { sendSignedOut } from '#testing/support/contact.ts';
import type { Member, World } from '#testing/world.ts';
import { confirmLink, resetLink } from '../account-links.ts';
import { accounts } from '../module.ts';
import { closeAccount } from './close-and-erase.ts';
import { requestExport } from './exports.ts';

async function profileIdOf({ app: { db }, accountId }: Member): Promise<string> {
  const row = await db
    .selectFrom('profile')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row!.id;
}

const rude = { reason: 'rude', text: '', block: false } as const;

/** A member who has done everything one can do here. */
async function livelyMember(world: World, name: string): Promise<Member> {
  const member = await world.member();
  const { db, clock } = member.app;
  const { brandId, accountId, trackerId, brand } = member;
  const fan = await world.member({ level: 2 });
  await decide(fan, { profileId: member.profileId, verdict: 'like' });
  await visitPerson(fan, { profileId: member.profileId });
  await db
    .updateTable('profile')
    .set({ about: `${name} of old` })
    .where('account_id', '=', accountId)
    .execute();
  await saveOwnProfile(member, { screenName: name, surname: `${name}son`, description: `I am ${name}` });
  await saveOwnSettings(member, { newsletter: true });
  const image = sharp({ create: { width: 30, height: 30, channels: 3, background: '#c76b7e' } });
  const bytes = new Uint8Array(await image.png().toBuffer());
  // One that others see, with its blurred copy, and one that waits.
  for (const verdict of ['approved', 'none']) {
    const { photo } = await uploadPhoto(member, { photo: new Blob([bytes], { type: 'image/png' }) });
    if (verdict === 'approved') await approvePhotoOf(member, photo.name);
  }
  const own = { brand_id: brandId, account_id: accountId };
  await db
    .updateTable('account')
    .set({ pending_email: `new-${member.email}` })
    .where('id', '=', accountId)
    .execute();
  await db
    .insertInto('arrival')
    .values({ ...own, way: 'form', source: `ref-${trackerId}` })
    .execute();
  await db
    .insertInto('identity')
    .values({ ...own, provider: 'google', subject: `sub-${member.email}`, email: member.email })
    .execute();
  await db
    .insertInto('passkey')
    .values({ ...own, id: randomUUID(), public_key: Buffer.alloc(8), counter: 0, name: `${name}'s phone` })
    .execute();
  await db
    .insertInto('push_token')
    .values({
      ...own,
      session_id: member.sessionId,
      token_hash: Buffer.alloc(32, accountId),
      token: `push-${trackerId}`,
      created_at: new Date(),
    })
    .execute();
  await db
    .insertInto('review')
    .values({
      ...own,
      id: newId(),
      name,
      gender: 'male',
      age: 40,
      text: `${name} was here`,
      stars: 5,
      status: 'approved',
    })
    .execute();
  await transact(db, (tx) =>
    grantCredits(tx, {
      brandId,
      accountId,
      credit: 'like',
      amount: 3,
      reason: 'signup',
      idempotencyKey: 'signup',
    }),
  );
  const at = clock.now();
  const profileId = await profileIdOf(member);
  await recordEvent(db, {
    brandId,
    type: 'advert_clicked',
    at,
    trackerId,
    details: { campaign: `for ${name}` },
  });
  await recordEvent(db, { brandId, type: 'signed_up', at, trackerId, accountId });
  await recordEvent(db, { brandId, type: 'profile_shown', at, trackerId: 'somebody-else', profileId });
  const other = await world.profile();
  await likePerson(member, { profileId: fan.profileId });
  await visitPerson(member, { profileId: other });
  await decide(member, { profileId: other, verdict: 'dislike' });
  await haveTalked(db, {
    brandId,
    first: member.profileId,
    second: fan.profileId,
    said: [
      { by: 'first', text: `${name} says something` },
      { by: 'second', text: 'What is it?' },
    ],
    at,
  });
  await saveSystemMessage(db, { brandId, accountId, from: 'admin', notice: null, html: `Ciao ${name}`, at });
  await reportPerson(member, { profileId: fan.profileId, ...rude, withMessages: true });
  await reportPerson(member, { profileId: other, reason: 'rude', text: 'Not kind.', block: true });
  const letter = { trackerId, email: member.email, topic: 'other', text: `${name} asks something` } as const;
  await sendOwnTicket(member, { ...letter, id: randomUUID() });
  await sendSignedOut(member, { ...letter, id: randomUUID() });
  for (const to of [member.email, `new-${member.email}`, `former-${member.email}`]) {
    await queueMail(db, {
      brand,
      accountId,
      to,
      language: 'it',
      template: 'confirm_email',
      data: { link: confirmLink(member.origin, { accountId, version: 0 }, to), screenName: name },
    });
  }
  return member;
}

async function approvePhotoOf(member: Member, id: string): Promise<void> {
  const about = { brandId: member.brandId, kind: 'photo', id, verdict: 'approve', reason: null } as const;
  await decideOn(member.app, about, { actor: { kind: 'system' }, automatic: true });
}

/** Every table of ours and of the queue that says one of these anywhere, in whatever column; once for each. */
async function tablesThatSay(db: Database, ...needles: string[]): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> all (${PLACES}::text[])
    order by 1, 2`.execute(db);
  const lower = needles.map((needle) => needle.toLowerCase());
  const searches = rows.map(
    ({ schema, name }) => sql`select ${name}::text as name from needle n
      where exists (select from ${sql.table(`${schema}.${name}`)} as row where strpos(lower(row::text), n.text) > 0)`,
  );
  const found = await sql<{ name: string }>`
    with needle as materialized (select unnest(${lower}::text[]) as text)
    ${sql.join(searches, sql` union all `)}`.execute(db);
  return found.rows.map(({ name }) => name);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const handlers = [...accounts.jobs, ...photoJobs, ...moderation.jobs];

test('after erasure nothing is left of a member, in any table or file; others keep what they have', async ({
  app,
  databaseUrl,
  db,
  folder,
  world,
}) => {
  const marco = await livelyMember(world, 'Marcantonio');
  const anna = await livelyMember(world, 'Annabella');
  const needles = [marco.email, marco.trackerId, marco.accountId, await profileIdOf(marco), 'Marcantonio'];
  await requestExport(marco);
  const isReady = async () =>
    (await db.selectFrom('data_export').select('status').executeTakeFirstOrThrow()).status === 'ready';
  await whileWorking({ app, databaseUrl, handlers }, async () => {
    await expect.poll(isReady, patiently).toBe(true);
  });
  // The search finds what there is.
  expect(await tablesThatSay(db, marco.email)).toEqual(
    expect.arrayContaining(['account', 'identity', 'mail']),
  );
  expect(await tablesThatSay(db, marco.trackerId)).toEqual(expect.arrayContaining(['account', 'arrival']));
  expect((await tablesThatSay(db, marco.accountId)).length).toBeGreaterThan(12);
  expect(await tablesThatSay(db, marco.profileId)).toEqual(
    expect.arrayContaining([
      'block',
      'conversation',
      'inbox',
      'last_swipe',
      'message',
      'profile',
      'profile_change',
      'reaction',
    ]),
  );
  expect(await tablesThatSay(db, 'Marcantonio')).toEqual(
    expect.arrayContaining([
      'system_message',
      'mail',
      'message',
      'passkey',
      'profile',
      'profile_change',
      'report_message',
      'review',
    ]),
  );
  expect((await filesBelow(folder)).filter((file) => file.includes(marco.accountId))).toHaveLength(1);
  // Two members with the same photos each, in every place where photos are.
  const places = ['photos', 'blurred', 'waiting'];
  const filesIn = async (place: string) => (await filesBelow(join(folder, place))).length;
  const photosBefore = await Promise.all(places.map(filesIn));
  // A small picture is one file; the one that waits has its blurred copy with it.
  expect(photosBefore).toEqual([2, 2, 4]);
  const eventsBefore = await countEvents(db);
  await closeAccount(marco);

  app.clock.advance(30 * DAY);
  await runJob(app, 'accounts.eraseDueAccounts');
  // Again, as after a crash: it finds nothing to do.
  await runJob(app, 'accounts.eraseDueAccounts');
  const said = () => tablesThatSay(db, ...needles);
  await whileWorking(
    { app, databaseUrl, handlers, cron: handlers.flatMap(({ cron }) => cron ?? []) },
    async () => {
      await sendQueuedMails(app, outboxTransport);
      // The audit and the tombstone keep the bare id, which leads nowhere.
      await expect.poll(said, patiently).toEqual(['audit', 'erased_account']);
    },
  );
  expect(await mailsTo(db, 'erased@invalid')).toMatchObject([{ template: 'goodbye', language: 'it' }]);
  const kept = await db
    .selectFrom('audit')
    .select(['action', 'details', 'ip'])
    .where('subject', '=', marco.accountId)
    .orderBy('id')
    .execute();
  expect(kept).toEqual([
    { action: 'account.closing', details: {}, ip: null },
    { action: 'account.erased', details: {}, ip: null },
  ]);
  const named = (await filesBelow(folder)).filter((file) => file.includes(marco.accountId));
  expect(named.filter((file) => !file.includes('tombstones/'))).toEqual([]);
  expect(await Promise.all(places.map(filesIn))).toEqual(photosBefore.map((count) => count / 2));
  // What was counted stays counted.
  expect(await countEvents(db)).toBe(eventsBefore);

  for (const needle of [anna.email, anna.trackerId, anna.accountId, 'Annabella']) {
    expect((await tablesThatSay(db, needle)).length).toBeGreaterThan(2);
  }
});

async function countEvents(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

test('what an erased member said is no evidence any more; what was said to them still is', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  const said = [
    { by: 'first' as const, text: 'Own words' },
    { by: 'second' as const, text: 'Her words' },
  ];
  const talk = { brandId: marco.brandId, first: marco.profileId, second: anna.profileId, said };
  await haveTalked(db, { ...talk, at: app.clock.now() });
  for (const [from, to] of [
    [marco, anna],
    [anna, marco],
  ] as const)
    await reportPerson(from, { profileId: to.profileId, ...rude, withMessages: true });
  await closeAccount(marco);
  app.clock.advance(30 * DAY);
  await runJob(app, 'accounts.eraseDueAccounts');
  expect(await tablesThatSay(db, 'Own words')).toEqual([]);
  expect(await tablesThatSay(db, 'Her words')).toEqual(['report_message']);
  expect(await listConversations(anna, {})).toMatchObject({ rows: [], unread: 0 });
});

test('an account that cannot be erased does not keep the others, and is tried again', async ({
  app,
  db,
  world,
}) => {
  const [stuck, free] = [await world.member(), await world.member()];
  for (const member of [stuck, free]) {
    await closeAccount(member);
    app.clock.advance(1);
  }
  const exists = async ({ accountId }: Member) =>
    (await db.selectFrom('account').select('id').where('id', '=', accountId).execute()).length === 1;
  await sql
    .raw(`create table obstacle (brand_id uuid, id uuid,
    foreign key (brand_id, id) references account (brand_id, id))`)
    .execute(db);
  await sql`insert into obstacle values (${stuck.brandId}, ${stuck.accountId})`.execute(db);
  app.clock.advance(30 * DAY);
  await expect(runJob(app, 'accounts.eraseDueAccounts')).rejects.toThrow('1 accounts could not be erased');
  expect([await exists(stuck), await exists(free)]).toEqual([true, false]);
  await sql.raw('drop table obstacle').execute(db);
  await runJob(app, 'accounts.eraseDueAccounts');
  expect(await exists(stuck)).toBe(false);
});

test('a mail to another member who has an address they wanted is not theirs to erase', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  await db
    .updateTable('account')
    .set({ pending_email: anna.email })
    .where('id', '=', marco.accountId)
    .execute();
  const { brand, accountId, email: to } = anna;
  const link = resetLink(anna.origin, { accountId, version: 0 });
  await queueMail(db, {
    brand,
    accountId,
    to,
    language: 'it',
    template: 'reset_password',
    data: { link, validMinutes: 60 },
  });
  await closeAccount(marco);
  app.clock.advance(30 * DAY);
  await runJob(app, 'accounts.eraseDueAccounts');
  expect(await tablesThatSay(db, anna.email)).toEqual(['account', 'mail']);
});
