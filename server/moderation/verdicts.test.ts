import { describeUser } from '#server/accounts/describe-user.ts';
import type { App, StaffContext } from '#server/app.ts';
import { SECOND } from '#server/platform/clock.ts';
import { removePhoto } from '#server/profiles/own-photos.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { expect, test } from '#testing/harness.ts';
import { addPhoto, doWhatFollows } from '#testing/moderation/verdicts.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { claimCase, listCases } from './queue.ts';
import { carryOutVerdict, giveVerdicts, undoVerdicts } from './verdicts.ts';

const profileOf = (member: Member) =>
  ({ brand: member.brand.key, kind: 'profile', id: member.profileId }) as const;
const photoOf = (member: Member, id: string) => ({ brand: member.brand.key, kind: 'photo', id }) as const;
type Key = ReturnType<typeof profileOf> | ReturnType<typeof photoOf>;

const opened = async (moderator: StaffContext, key: Key) => (await claimCase(moderator, key)).case;
const seen = async (moderator: StaffContext, key: Key) => ({
  ...key,
  version: (await opened(moderator, key)).version,
});

const isListed = async (moderator: StaffContext, { kind, brand, id }: Key) =>
  (await listCases(moderator, { kind, brand })).cases.some((each) => each.id === id);

async function newcomer(world: Parameters<typeof atWork>[0], description = 'Cucino.') {
  const member = await world.member({ profileStatus: 'pending' });
  await saveOwnProfile(member, { description });
  return member;
}

const statusOf = async (member: Member) => (await describeUser(member, member.accountId)).profileStatus;

test('a verdict leaves the queue at once and is carried out when it can no longer be undone', async ({
  app,
  db,
  world,
}) => {
  const marco = await newcomer(world);
  const moderator = await atWork(world, { role: 'moderator' });
  const cases = [await seen(moderator, profileOf(marco))];
  const { outcomes, undoUntil } = await giveVerdicts(moderator, { cases, verdict: 'approve' });
  expect(outcomes).toEqual([{ verdictId: expect.any(String), problem: null }]);
  expect(undoUntil).toBe(app.clock.now().getTime() + 10 * SECOND);
  expect(await isListed(moderator, profileOf(marco))).toBe(false);
  // Nothing has come of it yet, and no other moderator can decide.
  expect(await statusOf(marco)).toBe('pending');
  expect(await mailsTo(db, marco.email)).toEqual([]);
  const other = await atWork(world, { role: 'moderator' });
  await expect(claimCase(other, profileOf(marco))).rejects.toMatchObject({ code: 'moderation.gone' });
  const again = await giveVerdicts(other, { cases, verdict: 'refuse', reason: 'unclear' });
  expect(again.outcomes).toEqual([{ verdictId: null, problem: 'gone' }]);

  await doWhatFollows(marco);
  expect(await statusOf(marco)).toBe('visible');
  expect((await mailsTo(db, marco.email)).map(({ template }) => template)).toEqual(['moderation_approved']);
  const audit = db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('subject', '=', marco.profileId)
    .where('action', 'like', 'profile.%');
  expect(await audit.execute()).toEqual([{ action: 'profile.approved', actor_id: moderator.staffId }]);
  // Done twice, it is done once.
  const key = { brandId: marco.brandId, id: outcomes[0]!.verdictId! };
  const info = { attempt: 2, last: false, signal: new AbortController().signal };
  await carryOutVerdict(marco.app, key, info);
  expect(await mailsTo(db, marco.email)).toHaveLength(1);
  expect((await undoVerdicts(moderator, { verdicts: [{ brand: 'lunaria', id: key.id }] })).undone).toEqual([
    false,
  ]);
});

test('who undoes it in time has the case again, and nothing comes of the verdict', async ({ db, world }) => {
  const marco = await newcomer(world);
  const [moderator, other] = [
    await atWork(world, { role: 'moderator' }),
    await atWork(world, { role: 'moderator' }),
  ];
  const cases = [await seen(moderator, profileOf(marco))];
  const { outcomes } = await giveVerdicts(moderator, { cases, verdict: 'refuse', reason: 'offensive' });
  const verdicts = [{ brand: marco.brand.key, id: outcomes[0]!.verdictId! }];
  expect((await undoVerdicts(other, { verdicts })).undone).toEqual([false]);
  expect((await undoVerdicts(moderator, { verdicts })).undone).toEqual([true]);
  expect((await undoVerdicts(moderator, { verdicts })).undone).toEqual([false]);
  await doWhatFollows(marco);
  expect(await statusOf(marco)).toBe('pending');
  expect(await mailsTo(db, marco.email)).toEqual([]);
  expect(await isListed(moderator, profileOf(marco))).toBe(true);
  await expect(claimCase(other, profileOf(marco))).rejects.toMatchObject({ code: 'moderation.taken' });
  const undone = db
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('subject', '=', marco.profileId)
    .where('actor_id', '=', moderator.staffId);
  expect(await undone.execute()).toEqual([
    { action: 'profile.verdict_undone', details: { verdict: 'refuse' } },
  ]);
  // The second thought counts.
  await giveVerdicts(moderator, { cases, verdict: 'approve' });
  await doWhatFollows(marco);
  expect(await statusOf(marco)).toBe('visible');
});

test('who changes the words before a verdict is carried out is judged by the new ones', async ({
  app,
  db,
  world,
}) => {
  const marco = await newcomer(world, 'Prima.');
  const moderator = await atWork(world, { role: 'moderator' });
  const cases = [await seen(moderator, profileOf(marco))];
  await giveVerdicts(moderator, { cases, verdict: 'approve' });
  app.clock.advance(SECOND);
  await saveOwnProfile(marco, { description: 'Chiamami: 333 1234567' });
  // It waits again at once, before the old verdict is due.
  expect(await isListed(moderator, profileOf(marco))).toBe(true);
  await doWhatFollows(marco);
  expect(await statusOf(marco)).toBe('pending');
  expect(await mailsTo(db, marco.email)).toEqual([]);
  const states = db
    .selectFrom('moderation_verdict')
    .select('state')
    .where('profile_id', '=', marco.profileId);
  expect(await states.execute()).toEqual([{ state: 'void' }]);
  const changed = await giveVerdicts(moderator, { cases, verdict: 'approve' });
  expect(changed.outcomes).toEqual([{ verdictId: null, problem: 'changed' }]);
});

test('a photo that its owner takes away meanwhile is no case any more', async ({ world }) => {
  const marco = await world.member();
  const { id } = await addPhoto(marco);
  const moderator = await atWork(world, { role: 'moderator' });
  const cases = [await seen(moderator, photoOf(marco, id))];
  await giveVerdicts(moderator, { cases, verdict: 'approve' });
  await removePhoto(marco, { photoId: id });
  await doWhatFollows(marco);
  expect(await isListed(moderator, photoOf(marco, id))).toBe(false);
  await expect(claimCase(moderator, photoOf(marco, id))).rejects.toMatchObject({ code: 'moderation.gone' });
});

test('of several at once each has its own outcome, and all that came of it can be undone', async ({
  world,
}) => {
  const people = [await newcomer(world), await newcomer(world), await newcomer(world), await newcomer(world)];
  const [marco, paolo, anna, elena] = people as [Member, Member, Member, Member];
  const [moderator, other] = [
    await atWork(world, { role: 'moderator' }),
    await atWork(world, { role: 'moderator' }),
  ];
  const cases = [];
  for (const each of people) cases.push(await seen(moderator, profileOf(each)));
  const release = { claimed_by: null, claimed_until: null };
  await world.app.db.updateTable('moderation_case').set(release).execute();
  await claimCase(other, profileOf(paolo));
  world.app.clock.advance(SECOND);
  await saveOwnProfile(anna, { description: 'Altro.' });
  await giveVerdicts(other, { cases: [cases[3]!], verdict: 'approve' });
  await expect(giveVerdicts(moderator, { cases, verdict: 'refuse' })).rejects.toMatchObject({
    code: 'moderation.no_reason',
  });
  const { outcomes } = await giveVerdicts(moderator, { cases, verdict: 'refuse', reason: 'unclear' });
  expect(outcomes.map(({ problem }) => problem)).toEqual([null, 'taken', 'changed', 'gone']);
  await doWhatFollows(marco);
  expect(await Promise.all([marco, paolo, anna, elena].map(statusOf))).toEqual([
    'rejected',
    'pending',
    'pending',
    'visible',
  ]);
});

test('open consoles get an event of what is taken, decided and undone', async ({ world }) => {
  const marco = await newcomer(world);
  const events: [string | null, string, string | null][] = [];
  const staffLive: App['staffLive'] = {
    ...marco.app.staffLive,
    emit: (right, { id, change, staffId }) => {
      if (right === 'moderation.decide') events.push([id, change, staffId]);
    },
  };
  const moderator = withServices(await atWork(world, { role: 'moderator' }), { staffLive });
  const cases = [await seen(moderator, profileOf(marco))];
  const { outcomes } = await giveVerdicts(moderator, { cases, verdict: 'approve' });
  await undoVerdicts(moderator, { verdicts: [{ brand: 'lunaria', id: outcomes[0]!.verdictId! }] });
  const id = `profile:${marco.profileId}`;
  const { staffId } = moderator;
  expect(events).toEqual([
    [id, 'claimed', staffId],
    [id, 'decided', staffId],
    [id, 'claimed', staffId],
  ]);
});
