import { describeUser } from '#server/accounts/describe-user.ts';
import { disableAccount } from '#server/accounts/disabling.ts';
import { signIn } from '#server/accounts/sign-in.ts';
import { verifySession } from '#server/accounts/verify-session.ts';
import type { App, StaffContext } from '#server/app.ts';
import { likePerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { readPeople } from '#server/profiles/people.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo, tokenIn } from '#testing/platform/mails.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { answerAppeal } from './appeal-answers.ts';
import { appealByLink, appealDecision, listOwnDecisions, readLinkedSanction } from './appeals.ts';
import { endDueSanctions, imposeSanction, liftSanction, listSanctions } from './sanctions.ts';
import { suggestSanction } from './strikes.ts';

const failing = (code: string) => expect.objectContaining({ code });
const signal = new AbortController().signal;

interface Imposed {
  kind: Parameters<typeof imposeSanction>[1]['kind'];
  hours?: number | null;
  reason?: Parameters<typeof imposeSanction>[1]['reason'];
}

/** Answers with the call, so that it can be made again. */
async function impose(
  by: StaffContext,
  member: Member,
  { kind, hours = null, reason = 'harassment' }: Imposed,
) {
  const call = {
    brand: member.brand.key,
    accountId: member.accountId,
    id: newId(),
    kind,
    hours,
    reason,
    note: '',
  };
  await imposeSanction(by, call);
  return call;
}

const write = (from: Member, to: Member) =>
  sendMessage(from, { profileId: to.profileId, text: 'Ciao', id: newId() });
const enter = (member: Member) => signIn(member, { email: member.email, password: member.password });

test('the ladder goes from a warning to the end, and some things end it at once', () => {
  const steps = [0, 1, 2, 3, 9].map((strikes) => suggestSanction(strikes, 'offensive'));
  expect(steps).toEqual([
    { kind: 'warning', hours: null },
    { kind: 'mute', hours: 24 },
    { kind: 'suspend', hours: 168 },
    { kind: 'close', hours: null },
    { kind: 'close', hours: null },
  ]);
  for (const reason of ['underage', 'scam'] as const)
    expect(suggestSanction(0, reason)).toEqual({ kind: 'close', hours: null });
});

test('who is muted reads and neither writes nor likes, until the time is over', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = [
    await world.member({ level: 2 }),
    await world.member({ gender: 'female', level: 2 }),
  ];
  const moderator = await atWork(world, { role: 'moderator' });
  await write(anna, marco);
  await impose(moderator, marco, { kind: 'mute', hours: 24 });
  await expect(write(marco, anna)).rejects.toEqual(failing('account.muted'));
  await expect(likePerson(marco, { profileId: anna.profileId })).rejects.toEqual(failing('account.muted'));
  await write(anna, marco);
  expect(await describeUser(marco, marco.accountId)).toMatchObject({
    mutedUntil: app.clock.now().getTime() + 24 * HOUR,
  });
  const mail = (await mailsTo(db, marco.email)).at(-1);
  expect(mail?.template).toBe('sanction_imposed');
  expect(mail?.text).toContain('non puoi scrivere né mettere Mi piace');

  app.clock.advance(24 * HOUR);
  // Nothing has to run for that.
  await write(marco, anna);
  await endDueSanctions(app, { signal });
  expect(await describeUser(marco, marco.accountId)).toMatchObject({ mutedUntil: null });
  const { sanctions, strikes, suggestions } = await listSanctions(moderator, {
    brand: marco.brand.key,
    accountId: marco.accountId,
  });
  expect(sanctions).toMatchObject([
    { kind: 'mute', by: 'Ada', liftedBy: null, endedAt: app.clock.now().getTime() },
  ]);
  expect([strikes, suggestions.offensive]).toEqual([1, { kind: 'mute', hours: 24 }]);
  expect((await mailsTo(db, marco.email)).at(-1)?.template).toBe('sanction_ended');
});

test('open consoles learn that a sanction has begun, was lifted or has run out', async ({ app, world }) => {
  const marco = await world.member();
  const events: unknown[] = [];
  const staffLive: App['staffLive'] = {
    ...app.staffLive,
    emit: (right, { topic, id, change, staffId }) => void events.push([right, topic, id, change, staffId]),
  };
  const moderator = withServices(await atWork(world, { role: 'moderator' }), { staffLive });
  const { id } = await impose(moderator, marco, { kind: 'hide' });
  await liftSanction(moderator, {
    brand: marco.brand.key,
    accountId: marco.accountId,
    id,
    mistake: false,
  });
  await impose(moderator, marco, { kind: 'mute', hours: 24 });
  app.clock.advance(24 * HOUR);
  await endDueSanctions(moderator.app, { signal });
  const change = (name: string, by: string | null) => ['members.read', 'member', marco.accountId, name, by];
  expect(events).toEqual([
    change('sanctioned', moderator.staffId),
    change('sanction_ended', moderator.staffId),
    change('sanctioned', moderator.staffId),
    change('sanction_ended', null),
  ]);
});

test('a hidden member is shown to no one until that is lifted', async ({ world }) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  const moderator = await atWork(world, { role: 'moderator' });
  const isSeen = async () => (await readPeople(marco, marco.profileId, [anna.profileId])).length === 1;
  const sanction = await impose(moderator, anna, { kind: 'hide', reason: 'fake' });
  expect(await isSeen()).toBe(false);
  const lift = { brand: anna.brand.key, accountId: anna.accountId, id: sanction.id, mistake: false };
  await liftSanction(moderator, lift);
  expect(await isSeen()).toBe(true);
  await expect(liftSanction(moderator, lift)).rejects.toEqual(failing('sanction.ended'));
  // It was deserved, so it goes on counting.
  const history = await listSanctions(moderator, { brand: anna.brand.key, accountId: anna.accountId });
  expect(history).toMatchObject({ strikes: 1, sanctions: [{ liftedBy: 'Ada' }] });
});

test('a suspended member learns why and until when, appeals by the link of the mail, and comes in again', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  const [first, second] = [
    await atWork(world, { role: 'moderator' }),
    await atWork(world, { role: 'moderator', name: 'Dora' }),
  ];
  const { id } = await impose(first, marco, { kind: 'suspend', hours: 7 * 24 });
  const until = app.clock.now().getTime() + 7 * DAY;
  const { token, trackerId } = marco;
  expect(await verifySession(marco, { token, trackerId })).toEqual({
    status: 'disabled',
    suspension: { reason: 'harassment', until },
  });
  await expect(enter(marco)).rejects.toMatchObject({
    code: 'account.suspended',
    details: { reason: 'harassment', until },
  });

  const mail = (await mailsTo(db, marco.email)).at(-1);
  const link = { ...world.visitor(), linkToken: await tokenIn(world.app, mail) };
  expect(await readLinkedSanction(link)).toMatchObject({
    sanction: { decisionId: id, kind: 'suspend', reason: 'harassment', until, appeal: null },
  });
  await expect(appealByLink({ ...link, linkToken: `${link.linkToken}x` }, { text: 'No' })).rejects.toEqual(
    failing('link.invalid'),
  );
  await appealByLink(link, { text: 'Non ho fatto nulla.' });
  await expect(appealByLink(link, { text: 'Davvero.' })).rejects.toEqual(failing('appeal.closed'));

  const appeal = await db
    .selectFrom('appeal')
    .select('id')
    .where('decision_id', '=', id)
    .executeTakeFirstOrThrow();
  const answer = { brand: marco.brand.key, id: appeal.id, allow: true, answer: 'È stato un errore.' };
  await expect(answerAppeal(first, answer)).rejects.toEqual(failing('appeal.own_decision'));
  await answerAppeal(second, answer);
  expect((await enter(marco)).trackerId).toBe(trackerId);
  const member = { brand: marco.brand.key, accountId: marco.accountId };
  expect(await listSanctions(first, member)).toMatchObject({
    strikes: 0,
    sanctions: [{ liftedBy: 'Dora', strikeUntil: null, appeal: 'allowed' }],
  });
});

test('the longest of several counts; what support has disabled stays disabled', async ({ app, world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const moderator = await atWork(world, { role: 'moderator' });
  const member = { brand: marco.brand.key, accountId: marco.accountId };
  await impose(moderator, marco, { kind: 'suspend', hours: 24 });
  const closed = await impose(moderator, marco, { kind: 'close', reason: 'scam' });
  await expect(enter(marco)).rejects.toMatchObject({ details: { reason: 'scam', until: null } });
  await liftSanction(moderator, { ...member, id: closed.id, mistake: true });
  await expect(enter(marco)).rejects.toMatchObject({
    details: { reason: 'harassment', until: app.clock.now().getTime() + DAY },
  });
  app.clock.advance(DAY);
  await endDueSanctions(app, { signal });
  await enter(marco);

  const { brandId, accountId } = anna;
  await transact(app.db, (tx, afterCommit) =>
    disableAccount(app, tx, afterCommit, {
      brandId,
      accountId,
      by: 'support',
      reason: 'Chargebacks',
      until: null,
      actor: { kind: 'system' },
    }),
  );
  await impose(moderator, anna, { kind: 'suspend', hours: 1 });
  app.clock.advance(HOUR);
  await endDueSanctions(app, { signal });
  await expect(enter(anna)).rejects.toEqual(failing('account.disabled'));
});

test('a warning changes nothing but counts, for half a year; the same call again is the same', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  const moderator = await atWork(world, { role: 'moderator' });
  const call = await impose(moderator, marco, { kind: 'warning' });
  await imposeSanction(moderator, call);
  await enter(marco);
  expect((await listOwnDecisions(marco)).sanctions).toMatchObject([{ kind: 'warning', until: null }]);
  expect(await mailsTo(db, marco.email)).toHaveLength(1);
  const member = { brand: marco.brand.key, accountId: marco.accountId };
  expect(await listSanctions(moderator, member)).toMatchObject({ strikes: 1 });
  await appealDecision(marco, { decisionId: call.id, text: 'Era uno scherzo.' });

  const later = { now: () => new Date(app.clock.now().getTime() + 181 * DAY) };
  expect(await listSanctions(withServices(moderator, { clock: later }), member)).toMatchObject({
    strikes: 0,
  });
  expect((await listOwnDecisions(withServices(marco, { clock: later }))).sanctions).toEqual([]);
});

test('each sort has its own length, and a moderator sanctions only at brands they work for', async ({
  world,
}) => {
  const marco = await world.member();
  const moderator = await atWork(world, { role: 'moderator' });
  for (const wrong of [
    { kind: 'mute' },
    { kind: 'suspend' },
    { kind: 'warning', hours: 1 },
    { kind: 'close', hours: 1 },
  ] as const)
    await expect(impose(moderator, marco, wrong)).rejects.toEqual(failing('sanction.duration'));
  const elsewhere = await atWork(world, { role: 'moderator', brands: ['verbena'] });
  await expect(impose(elsewhere, marco, { kind: 'warning' })).rejects.toEqual(failing('request.not_found'));
  const unknown = { ...marco, accountId: newId() };
  await expect(impose(moderator, unknown, { kind: 'warning' })).rejects.toEqual(failing('request.not_found'));
});
