import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import * as contract from '#contract/account/own-account.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { recordEvent } from '#server/analytics/events.ts';
import type { App } from '#server/app.ts';
import { grantCredits } from '#server/credits/ledger.ts';
import { visitPerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { decide } from '#server/messaging/sending.ts';
import { saveSystemMessage } from '#server/messaging/system-messages.ts';
import { reportPerson } from '#server/moderation/reports.ts';
import { accountHandlers } from '#server/modules.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { nameDetails } from '#server/profiles/detail-words.ts';
import { uploadPhoto } from '#server/profiles/own-photos.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { saveOwnSettings } from '#server/profiles/own-settings.ts';
import { runJob } from '#testing/accounts/run-job.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { haveTalked } from '#testing/messaging/conversation.ts';
import { patiently, whileWorking } from '#testing/platform/jobs.ts';
import { readMails } from '#testing/platform/mails.ts';
import type { Member } from '#testing/world.ts';
import { accounts } from '../module.ts';
import { proveByPassword } from '../prove.ts';
import { downloadExport, listExports, requestExport } from './exports.ts';
import { exportTopics, words } from './pack-export.ts';

async function make(app: App, member: Member, exportId: string, options?: { last: boolean }): Promise<void> {
  const { brandId, accountId, origin } = member;
  await runJob(app, 'accounts.makeExport', { brandId, accountId, exportId, origin }, options);
}

const statusesOf = async (member: Member) => (await listExports(member)).exports.map(({ status }) => status);

const mailsTo = async (member: Member) =>
  (await readMails(member.app.db, { recipient: member.email })).map(({ template, text }) => ({
    template,
    text,
  }));

async function contentOf(blob: Blob): Promise<Map<string, string>> {
  const files = unzipSync(await blob.bytes());
  return new Map(
    Object.entries(files).map(([name, data]) => [name, strFromU8(data, name.endsWith('.webp'))]),
  );
}

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The names of fields at any depth, but for what each event and each receipt has of its own. */
function fieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const below = name === 'details' || name === 'facts' ? [] : fieldsIn(part);
    return below.concat(inSnakeCase(name));
  });
}

test('a member asks for their data, is notified by mail, and downloads all of it', async ({
  app,
  databaseUrl,
  world,
}) => {
  const server = await serve(app, accounts.routes);
  const marco = await world.member({ city: 'Roma' });
  const { db } = marco.app;
  const { brandId, accountId, trackerId, token } = marco;
  const image = sharp({ create: { width: 30, height: 20, channels: 3, background: '#c76b7e' } });
  const png = new Uint8Array(await image.png().toBuffer());
  await uploadPhoto(marco, { photo: new Blob([png], { type: 'image/png' }) });
  await saveOwnSettings(marco, { newsletter: true, language: 'fr' });
  await saveOwnProfile(marco, { hairColour: 'red', height: 180 });
  await transact(db, (tx) =>
    grantCredits(tx, {
      brandId,
      accountId,
      credit: 'like',
      amount: 3,
      reason: 'signup',
      idempotencyKey: 'a',
    }),
  );
  const at = app.clock.now();
  await recordEvent(db, { brandId, type: 'advert_clicked', at, trackerId, details: { campaign: 'spring' } });
  await recordEvent(db, { brandId, type: 'signed_up', at, accountId });

  const [other, anna] = [await world.profile(), await world.member()];
  for (const [from, to] of [
    [marco, anna.profileId],
    [anna, marco.profileId],
  ] as const) {
    await decide(from, { profileId: to, verdict: 'dislike' });
    await visitPerson(from, { profileId: to });
  }
  await decide(marco, { profileId: other, verdict: 'like' });
  await reportPerson(marco, { profileId: other, reason: 'fake', text: 'Not her', block: true });
  await reportPerson(anna, { profileId: marco.profileId, reason: 'rude', text: 'Not kind', block: true });

  const asked = await callAs(server, contract.requestExport, { trackerId }, { token });
  expect(asked.reply.export).toMatchObject({ status: 'making', bytes: null, expiresAt: null });
  await whileWorking({ app, databaseUrl, handlers: accounts.jobs }, async () => {
    await expect.poll(() => statusesOf(marco), patiently).toEqual(['ready']);
  });
  const [listed] = (await callAs(server, contract.listExports, { trackerId }, { token })).reply.exports;
  expect(listed).toMatchObject({ id: asked.reply.export.id, expiresAt: at.getTime() + 7 * DAY });
  const [mail] = await mailsTo(marco);
  expect(mail).toMatchObject({ template: 'data_ready', text: expect.stringContaining('8 juin 2026') });
  expect(mail!.text).toContain(`${marco.origin}/profile`);

  const input = { trackerId, exportId: asked.reply.export.id };
  const { status, reply } = await callAs(server, contract.downloadExport, input, { token });
  expect(status).toBe(200);
  expect(reply.size).toBe(listed!.bytes);
  const files = await contentOf(reply);
  const names = [
    'README.txt',
    'index.html',
    ...exportTopics(app).map(({ topic }) => `${topic}.json`),
    'photos/1.webp',
  ];
  expect([...files.keys()].toSorted()).toEqual(names.toSorted());
  expect(files.get('README.txt')).toContain('Vos données chez');
  expect(files.get('photos/1.webp')).toMatch(/^RIFF/);
  // The same to read: in their language, with their photo, and with nothing that runs or is fetched from elsewhere.
  const page = files.get('index.html')!;
  expect(page).toContain('<html lang="fr">');
  expect(page).toContain(`<h2>${words.fr.topics.account}</h2>`);
  expect(page).toContain('<img src="photos/1.webp"');
  expect(page).toContain('<th>adresse e-mail</th>');
  expect(page).toContain(marco.email);
  expect(page).not.toMatch(/<script|https?:\/\/(?!\S*invalid)/);
  const topic = (name: string) => JSON.parse(files.get(`${name}.json`)!) as unknown;
  const fields = exportTopics(app).flatMap(({ topic: name }) => fieldsIn(topic(name)));
  const named = [...Object.keys(words.fr.fields), ...Object.keys(nameDetails('fr')).map(inSnakeCase)];
  expect(named).toEqual(expect.arrayContaining(fields));
  expect(page).toContain('<th>cheveux</th><td><pre>red</pre>');
  expect(topic('account')).toMatchObject({ email: marco.email, trackerId, hasPassword: true });
  expect(topic('profile')).toMatchObject({ city: 'Roma', screenName: expect.any(String), height: 180 });
  expect(topic('settings')).toMatchObject({ newsletter: true, notifyMessages: true });
  expect(topic('consents')).toMatchObject([{ kind: 'newsletter', given: true }]);
  expect(topic('sessions')).toMatchObject([{ method: 'password', userAgent: 'test' }]);
  expect(topic('credits')).toMatchObject({
    balance: { likeCredits: 2 },
    entries: [{ amount: -1 }, { amount: 3 }],
  });
  expect(topic('events')).toHaveLength(2);
  expect(topic('photos')).toMatchObject([{ file: 'photos/1.webp', status: 'pending' }]);
  expect(topic('arrival')).toBeNull();
  expect(topic('likes')).toMatchObject([
    { profileId: anna.profileId, kind: 'dislike' },
    { profileId: other, kind: 'like', message: '' },
  ]);
  expect(topic('visits')).toMatchObject([{ profileId: anna.profileId }]);
  expect(topic('blocks')).toMatchObject([{ profileId: other }]);
  expect(topic('reports')).toMatchObject([{ profileId: other, reason: 'fake', text: 'Not her' }]);
});

test('no hash, no token and nothing of any other member is in it', async ({ app, world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const { db } = marco.app;
  const { brandId, accountId } = marco;
  const own = { brand_id: brandId, account_id: accountId };
  await db
    .insertInto('passkey')
    .values({ ...own, id: 'key-id', public_key: Buffer.from('the key'), counter: 0, name: 'Telephone' })
    .execute();
  await db
    .insertInto('push_token')
    .values({
      ...own,
      session_id: marco.sessionId,
      token_hash: Buffer.alloc(32, 5),
      token: 'push-secret',
      created_at: app.clock.now(),
    })
    .execute();
  const { export: asked } = await requestExport(marco);
  await make(app, marco, asked.id);
  const all = [...(await contentOf(await downloadExport(marco, { exportId: asked.id }))).values()].join('\n');
  expect(all).toContain('Telephone');
  expect(all).not.toMatch(/argon2|hash|push-secret|the key|token":/i);
  expect(all).not.toContain(anna.email);
  expect(all).not.toContain(anna.accountId);
});

test('the conversations are in it, but for words that they have to pay for or no longer sees', async ({
  app,
  world,
}) => {
  const marco = await world.member();
  const [anna, lucia] = [await world.member({ gender: 'female' }), await world.member({ gender: 'female' })];
  const { db } = marco.app;
  const { brandId, profileId } = marco;
  const at = app.clock.now();
  const said = [
    { by: 'first' as const, text: 'From the first, 333 1234567', hasPhone: true },
    { by: 'second' as const, text: 'From the second' },
  ];
  await haveTalked(db, { brandId, first: profileId, second: anna.profileId, said, at });
  await haveTalked(db, { brandId, first: lucia.profileId, second: profileId, said, at });
  await saveSystemMessage(db, { ...marco, from: '000000', notice: 'benvenuto', html: '<p>Ciao</p>', at });
  const { export: asked } = await requestExport(marco);
  await make(app, marco, asked.id);
  const files = await contentOf(await downloadExport(marco, { exportId: asked.id }));
  const topic = (name: string) => JSON.parse(files.get(`${name}.json`)!) as Record<string, unknown>[];
  expect(
    topic('conversations')
      .map(({ profileId: other }) => other)
      .toSorted(),
  ).toEqual([anna.profileId, lucia.profileId].toSorted());
  const messages = topic('messages').map(({ profileId: other, direction, text }) => [other, direction, text]);
  expect(messages.toSorted()).toEqual(
    [
      [anna.profileId, 'sent', 'From the first, 333 1234567'],
      [lucia.profileId, 'received', 'From the first, ••• •••••••'],
      [lucia.profileId, 'sent', 'From the second'],
    ].toSorted(),
  );
  expect(topic('system_messages')).toMatchObject([{ from: '000000', html: '<p>Ciao</p>' }]);
});

test('one copy is made at a time, and three a day', async ({ app, world }) => {
  const marco = await world.member();
  const asked = await Promise.all([requestExport(marco), requestExport(marco), requestExport(marco)]);
  expect(new Set(asked.map((reply) => reply.export.id)).size).toBe(1);
  for (let count = 0; count < 2; count += 1) {
    const [running] = (await listExports(marco)).exports;
    await make(app, marco, running!.id);
    await requestExport(marco);
    await requestExport(marco);
  }
  const [last] = (await listExports(marco)).exports;
  await make(app, marco, last!.id);
  await expect(requestExport(marco)).rejects.toMatchObject({ code: 'request.too_many' });
  expect(await statusesOf(marco)).toEqual(['ready', 'ready', 'ready']);
});

test("no member downloads another's copy, nor one that is not there", async ({ app, world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const { export: asked } = await requestExport(anna);
  const notFound = { code: 'request.not_found' };
  await expect(downloadExport(anna, { exportId: asked.id })).rejects.toMatchObject(notFound);
  await make(app, anna, asked.id);
  await downloadExport(anna, { exportId: asked.id });
  await expect(downloadExport(marco, { exportId: asked.id })).rejects.toMatchObject(notFound);
  await expect(downloadExport(marco, { exportId: newId() })).rejects.toMatchObject(notFound);
});

test('after a week the copy is thrown away', async ({ app, folder, world }) => {
  const marco = await world.member();
  const { export: asked } = await requestExport(marco);
  await make(app, marco, asked.id);
  const files = () => readdir(join(folder, 'exports', marco.brandId, marco.accountId));
  app.clock.advance(7 * DAY - 1);
  await runJob(app, 'accounts.expireExports');
  expect(await files()).toEqual([`${asked.id}.zip`]);
  app.clock.advance(1);
  // It is of no use from that moment on, even before the job comes.
  expect(await statusesOf(marco)).toEqual(['expired']);
  await proveByPassword(marco, marco);
  await expect(downloadExport(marco, { exportId: asked.id })).rejects.toMatchObject({
    code: 'request.not_found',
  });
  await runJob(app, 'accounts.expireExports');
  expect(await files()).toEqual([]);
  expect(await statusesOf(marco)).toEqual(['expired']);
});

test('a copy that cannot be made is tried again, and in the end called failed; then a new one may be requested', async ({
  app,
  world,
}) => {
  const marco = await world.member();
  const { export: asked } = await requestExport(marco);
  const full = {
    ...app,
    storage: { ...app.storage, put: () => Promise.reject(new Error('the disk is full')) },
  };
  await expect(make(full, marco, asked.id)).rejects.toThrow('the disk is full');
  expect(await statusesOf(marco)).toEqual(['making']);
  await expect(make(full, marco, asked.id, { last: true })).rejects.toThrow('the disk is full');
  expect(await statusesOf(marco)).toEqual(['failed']);
  expect((await requestExport(marco)).export.id).not.toBe(asked.id);
  app.clock.advance(DAY + 1);
  // Killed in its last attempt: no process was there to say so.
  await runJob(app, 'accounts.expireExports');
  expect(await statusesOf(marco)).toEqual(['failed', 'failed']);
});

test('a copy that was finished before a crash is not announced twice', async ({ app, world }) => {
  const marco = await world.member();
  const { export: asked } = await requestExport(marco);
  await make(app, marco, asked.id);
  await make(app, marco, asked.id);
  expect(await mailsTo(marco)).toHaveLength(1);
});

test('a copy whose owner is erased meanwhile leaves no file', async ({ app, folder, world }) => {
  const marco = await world.member();
  const { export: asked } = await requestExport(marco);
  const { put } = app.storage;
  const erasing: App['storage'] = {
    ...app.storage,
    async put(key, data, type) {
      await put(key, data, type);
      await app.db.deleteFrom('account').where('id', '=', marco.accountId).execute();
    },
  };
  await make({ ...app, storage: erasing }, marco, asked.id);
  expect(await readdir(join(folder, 'exports', marco.brandId, marco.accountId))).toEqual([]);
  // And where it was killed right there, the next run sees to it.
  await put(
    `exports/${marco.brandId}/${marco.accountId}/${asked.id}.zip`,
    Buffer.from('x'),
    'application/zip',
  );
  await make(app, marco, asked.id);
  expect(await readdir(join(folder, 'exports', marco.brandId, marco.accountId))).toEqual([]);
});

test('every topic is explained in every language', () => {
  const topics = exportTopics({ accountHandlers })
    .map(({ topic }) => topic)
    .toSorted();
  for (const language of LANGUAGES) {
    expect(Object.keys(words[language].topics).toSorted()).toEqual(topics);
    expect(
      JSON.stringify(words[language])
        .match(/\{\w+\}/g)
        ?.toSorted(),
    ).toEqual(['{date}', '{email}', '{title}', '{title}']);
  }
});
