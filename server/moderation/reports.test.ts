import { LANGUAGES, REPORT_MAX_LETTERS } from '#contract/kernel/constants.ts';
import * as contract from '#contract/moderation/reports.ts';
import { reportReason } from '#contract/moderation/reports.ts';
import type { StaffContext } from '#server/app.ts';
import { words } from '#server/mails/templates.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { MOST_BLOCKED, blockPerson, listBlocks } from '#server/profiles/blocks.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { haveTalked } from '#testing/messaging/conversation.ts';
import { giveVerdict } from '#testing/moderation/verdicts.ts';
import { readMails } from '#testing/platform/mails.ts';
import { atWork } from '#testing/staff/staff.ts';
import { moderation } from './module.ts';
import { claimCase, listCases } from './queue.ts';
import { listOwnReports, reportPerson } from './reports.ts';
import { giveVerdicts } from './verdicts.ts';

const test = base.extend('server', { scope: 'file' }, ({ app }) => serve(app, moderation.routes));

const about = (profileId: string, options: Partial<Parameters<typeof reportPerson>[1]> = {}) => ({
  profileId,
  reason: 'rude' as const,
  text: '',
  block: false,
  ...options,
});

const reportsAbout = (db: Database, profileId: string) =>
  db
    .selectFrom('report')
    .select(['id', 'from_id', 'reason', 'text', 'status', 'outcome', 'created_at'])
    .where('about_id', '=', profileId)
    .orderBy('id')
    .execute();

/** What a moderator reads who opens the case. */
async function reportsOf(moderator: StaffContext, brand: string, id: string) {
  const { content } = (await claimCase(moderator, { brand, kind: 'report', id })).case;
  if (content.kind !== 'report') throw new Error('no reports');
  return content;
}

const mailsAbout = async (db: Database, profileId: string) => {
  const mails = await readMails(db, { template: 'report_received' });
  return mails.filter(({ text }) => text?.includes(profileId));
};

test('over HTTP: a report is kept with its reason and clean words, and support is mailed', async ({
  db,
  server,
  world,
}) => {
  const marco = await world.member();
  const profileId = await world.profile();
  const { trackerId, token } = marco;
  const input = { ...about(profileId), trackerId, text: '  They asked\r\nfor my \u0007password\u202e  ' };
  const { status, reply } = await callAs(server, contract.reportPerson, input, { token });
  expect([status, reply]).toEqual([200, { result: 'OK' }]);
  expect(await reportsAbout(db, profileId)).toMatchObject([
    { from_id: marco.profileId, reason: 'rude', text: 'They asked\nfor my  password', status: 'open' },
  ]);

  const mails = await mailsAbout(db, profileId);
  const { support, title } = marco.brand.settings;
  expect(mails).toMatchObject([{ recipient: support.email, language: 'it', account_id: null }]);
  const mail = JSON.stringify(mails);
  for (const part of [
    title,
    words.it.report_received.reasons.rude,
    `${marco.origin}/console/moderation?kind=report`,
  ])
    expect(mail).toContain(part);
  for (const untold of [marco.email, marco.accountId, marco.profileId, marco.trackerId, 'password'])
    expect(mail).not.toContain(untold);

  const { details, ...entry } = await db
    .selectFrom('audit')
    .select(['actor_id', 'action', 'details', 'ip'])
    .where('subject', '=', profileId)
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ actor_id: marco.accountId, action: 'profile.reported', ip: null });
  expect(Object.keys(details as object).toSorted()).toEqual(['reason', 'report']);
});

test('where the reporter agrees, our people read the last that was said, as it was', async ({
  app,
  db,
  world,
}) => {
  const moderator = await atWork(world, { role: 'moderator', name: 'Dora' });
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  const said = Array.from({ length: 60 }, (_, index) => ({
    by: index % 2 ? ('second' as const) : ('first' as const),
    text: `Parola ${index + 1}`,
  }));
  const talk = { brandId: marco.brandId, first: marco.profileId, second: anna.profileId, said };
  await haveTalked(db, { ...talk, at: app.clock.now() });
  const listed = async () => (await reportsOf(moderator, marco.brand.key, marco.profileId)).reports[0]!;

  await reportPerson(anna, about(marco.profileId));
  expect(await listed()).toMatchObject({ reporter: { profileId: anna.profileId }, messages: [] });
  await reportPerson(anna, about(marco.profileId, { withMessages: true }));
  const { messages } = await listed();
  expect(messages).toHaveLength(50);
  expect(new Set(messages.map(({ text }) => text))).toEqual(new Set(said.slice(10).map(({ text }) => text)));
  expect(messages.find(({ text }) => text === 'Parola 59')).toMatchObject({
    from: 'reported',
    at: app.clock.now().getTime(),
    photo: null,
  });
  expect(messages.find(({ text }) => text === 'Parola 60')).toMatchObject({ from: 'reporter' });

  // Saying more keeps what is there; another member's conversation with the reporter is no part of it.
  await reportPerson(anna, about(marco.profileId, { withMessages: true, text: 'Ancora' }));
  expect((await listed()).messages).toHaveLength(50);
  app.clock.advance(1_000);
  await reportPerson(await world.member(), about(marco.profileId, { withMessages: true }));
  expect((await listed()).messages).toEqual([]);
  const [mail] = await mailsAbout(db, marco.profileId);
  expect(JSON.stringify(mail)).not.toContain('Parola');
});

test('the mail speaks the language of the brand’s country', async ({ db, world }) => {
  const elena = await world.member({ brand: world.brand('verbena') });
  const profileId = await world.profile({ brand: elena.brand });
  await reportPerson({ ...elena, language: 'fr' }, about(profileId, { reason: 'money' }));
  const [mail] = await mailsAbout(db, profileId);
  expect(mail).toMatchObject({ language: 'es', recipient: elena.brand.settings.support.email });
  expect(mail!.text).toContain(words.es.report_received.reasons.money);
});

test('a reporter who says more within a day adds to the open report; support is notified again only of another reason', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  const profileId = await world.profile();
  const at = app.clock.now();
  await reportPerson(marco, about(profileId, { text: 'First' }));
  app.clock.advance(HOUR);
  await reportPerson(marco, about(profileId, { text: 'Second' }));
  expect(await reportsAbout(db, profileId)).toMatchObject([{ text: 'Second', created_at: at }]);
  expect(await mailsAbout(db, profileId)).toHaveLength(1);
  await reportPerson(marco, about(profileId, { reason: 'underage', text: 'Third' }));
  expect(await reportsAbout(db, profileId)).toMatchObject([{ text: 'Third', reason: 'underage' }]);
  expect(await mailsAbout(db, profileId)).toHaveLength(2);

  // Another member's is another one, and so is what comes later or after it was dealt with.
  await reportPerson(await world.member(), about(profileId));
  app.clock.advance(DAY);
  await reportPerson(marco, about(profileId));
  const reports = await reportsAbout(db, profileId);
  expect(reports).toHaveLength(3);
  const moderator = await atWork(world, { role: 'moderator' });
  await giveVerdict(moderator, { brand: marco.brand.key, kind: 'report', id: profileId }, 'dismiss');
  expect((await reportsAbout(db, profileId)).map(({ status }) => status)).toEqual(Array(3).fill('closed'));
  await reportPerson(marco, about(profileId));
  expect(await reportsAbout(db, profileId)).toHaveLength(4);
});

test('two at the same moment are one', async ({ db, world }) => {
  const marco = await world.member();
  const profileId = await world.profile();
  await Promise.all(Array.from({ length: 4 }, () => reportPerson(marco, about(profileId))));
  expect(await reportsAbout(db, profileId)).toHaveLength(1);
  expect(await mailsAbout(db, profileId)).toHaveLength(1);
});

test('a report may block as well, or neither is done', async ({ db, world }) => {
  const marco = await world.member();
  const profileId = await world.profile();
  await reportPerson(marco, about(profileId, { block: true }));
  expect((await listBlocks(marco)).blocked).toMatchObject([{ profileId }]);

  const others = Array.from({ length: MOST_BLOCKED - 1 }, () => newId());
  const { brandId: brand_id, profileId: from_id } = marco;
  const rest = { brand_id, kind: 'ai', status: 'hidden', gender: 'female', country: 'it' } as const;
  await db
    .insertInto('profile')
    .values(others.map((id) => ({ ...rest, id, screen_name: 'One of many' })))
    .execute();
  await db
    .insertInto('block')
    .values(others.map((to_id) => ({ brand_id, from_id, to_id })))
    .execute();
  const another = await world.profile();
  const both = reportPerson(marco, about(another, { block: true }));
  await expect(both).rejects.toMatchObject({ code: 'block.too_many' });
  expect(await reportsAbout(db, another)).toEqual([]);
  expect(await mailsAbout(db, another)).toEqual([]);
  await reportPerson(marco, about(another));
  expect(await reportsAbout(db, another)).toHaveLength(1);
});

test('a member cannot report themselves, a reserved id or a member of another brand', async ({ world }) => {
  const marco = await world.member();
  const elsewhere = await world.profile({ brand: world.brand('verbena') });
  for (const profileId of ['admin', '000000', newId(), elsewhere, marco.profileId]) {
    await expect(reportPerson(marco, about(profileId))).rejects.toMatchObject({ code: 'request.not_found' });
  }
});

test('there is an end to reports a day; the longest text fits', async ({ app, db, world }) => {
  const marco = await world.member();
  const profileId = await world.profile();
  const text = '🌙'.repeat(REPORT_MAX_LETTERS / 2);
  for (let count = 0; count < app.config.limits.reportsPerAccount; count += 1) {
    await reportPerson(marco, about(profileId, { text }));
  }
  expect(await reportsAbout(db, profileId)).toMatchObject([{ text }]);
  await expect(reportPerson(marco, about(profileId))).rejects.toMatchObject({ code: 'request.too_many' });
});

test('a report outlives its reporter, and goes with the reported member', async ({ db, world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  await reportPerson(marco, about(anna.profileId, { text: 'Kept', block: true }));
  await db.deleteFrom('account').where('id', '=', marco.accountId).execute();
  expect(await reportsAbout(db, anna.profileId)).toMatchObject([{ from_id: null, text: 'Kept' }]);
  await db.deleteFrom('account').where('id', '=', anna.accountId).execute();
  expect(await reportsAbout(db, anna.profileId)).toEqual([]);
});

test('all that is open about a member is one case, with what each reporter said, and is dismissed together', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna, paola] = [await world.member(), await world.member(), await world.member()];
  const moderator = await atWork(world, { role: 'moderator' });
  const brand = marco.brand.key;
  const key = { brand, kind: 'report', id: marco.profileId } as const;
  const first = app.clock.now().getTime();
  await reportPerson(anna, about(marco.profileId, { text: 'Uno' }));
  app.clock.advance(1_000);
  await reportPerson(paola, about(marco.profileId, { text: 'Due', reason: 'money' }));
  const listed = await listCases(moderator, { kind: 'report', brand });
  const mine = listed.cases.filter(({ id }) => id === marco.profileId);
  expect(mine).toMatchObject([{ since: first, content: { open: 2 } }]);
  const { reports } = await reportsOf(moderator, brand, marco.profileId);
  expect(reports.map(({ text, reporter }) => [text, reporter?.profileId])).toEqual([
    ['Due', paola.profileId],
    ['Uno', anna.profileId],
  ]);

  // More is said while the moderator reads: what they have not read cannot be dismissed.
  app.clock.advance(1_000);
  await reportPerson(anna, about(marco.profileId, { text: 'Uno, e ancora', reason: 'underage' }));
  const cases = [{ ...key, version: mine[0]!.version }];
  expect((await giveVerdicts(moderator, { cases, verdict: 'dismiss' })).outcomes).toEqual([
    { verdictId: null, problem: 'changed' },
  ]);
  await giveVerdict(moderator, key, 'dismiss');
  expect((await reportsAbout(db, marco.profileId)).map(({ outcome }) => outcome)).toEqual([
    'dismissed',
    'dismissed',
  ]);
  await expect(claimCase(moderator, key)).rejects.toMatchObject({ code: 'moderation.gone' });
  const noted = await db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'details'])
    .where('subject', '=', marco.profileId)
    .where('action', '=', 'report.dismissed')
    .execute();
  const ids = (await reportsAbout(db, marco.profileId)).map(({ id }) => id);
  expect(noted).toEqual([
    { action: 'report.dismissed', actor_id: moderator.staffId, details: { reports: ids } },
  ]);

  // Reported again, the next moderator reads what was there before.
  await reportPerson(paola, about(marco.profileId));
  const { history } = await claimCase(moderator, key);
  expect(history.verdicts).toMatchObject([{ kind: 'report', verdict: 'dismiss', by: 'Ada' }]);
  expect(history.reports).toHaveLength(3);
  // This time something was done about it.
  await giveVerdict(moderator, key, 'uphold');
  expect((await reportsAbout(db, marco.profileId)).at(-1)).toMatchObject({ outcome: 'upheld' });

  // The reporter reads what was decided, and no other words.
  const { reports: own } = await listOwnReports(paola);
  const { clock } = paola.app;
  expect(own).toMatchObject([
    { reason: 'rude', outcome: 'upheld', decidedAt: clock.now().getTime() },
    { outcome: 'dismissed' },
  ]);
  expect(Object.keys(own[0] ?? {}).toSorted()).toEqual(
    ['at', 'decidedAt', 'id', 'kind', 'outcome', 'reason', 'screenName'].toSorted(),
  );
  expect((await listOwnReports(marco)).reports).toEqual([]);
});

test('a report is not approved, and no member reports in another’s name', async ({ server, world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const profileId = await world.profile();
  await blockPerson(anna, { profileId });
  const input = { ...about(profileId), trackerId: anna.trackerId };
  expect((await callAs(server, contract.reportPerson, input, { token: marco.token })).status).toBe(403);
  expect((await callAs(server, contract.reportPerson, input)).status).toBe(401);
  const moderator = await atWork(world, { role: 'moderator' });
  const cases = [{ brand: 'lunaria', kind: 'report' as const, id: marco.profileId, version: 0 }];
  await expect(giveVerdicts(moderator, { cases, verdict: 'approve' })).rejects.toMatchObject({
    code: 'moderation.no_verdict',
  });
});

test('every reason has its words in every language', () => {
  for (const language of LANGUAGES) {
    const { reasons } = words[language].report_received;
    expect(Object.keys(reasons).toSorted()).toEqual(reportReason.options.toSorted());
  }
});
