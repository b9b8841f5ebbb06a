import type { ReportReason } from '#contract/moderation/reports.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { signOut } from '#server/staff/console-sessions.ts';
import { expect, test } from '#testing/harness.ts';
import { addPhoto } from '#testing/moderation/verdicts.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { Member, World } from '#testing/world.ts';
import { readFigures } from './figures.ts';
import { moderation } from './module.ts';
import { claimCase, listCases, nextCase, releaseCase } from './queue.ts';
import { reportPerson } from './reports.ts';
import { giveVerdicts } from './verdicts.ts';

/** Nothing of other tests waits at Verbena. */
async function emptyQueue(world: World) {
  const brand = world.brand('verbena');
  await world.app.db.deleteFrom('moderation_case').execute();
  await world.app.db.deleteFrom('moderation_verdict').execute();
  return { brand, only: { brand: brand.key } };
}

async function newcomer(world: World, description: string): Promise<Member> {
  const member = await world.member({ brand: world.brand('verbena'), profileStatus: 'pending' });
  await saveOwnProfile(member, { description });
  return member;
}

const assess = (world: World) => runWaitingJobs(world.app, moderation.jobs);
const report = (from: Member, about: Member, reason: ReportReason) =>
  reportPerson(from, { profileId: about.profileId, reason, text: '', block: false });

const titles = (cases: readonly { person: { profileId: string } }[]) =>
  cases.map(({ person }) => person.profileId);

test('a case is one moderator’s for five minutes, or as long as they go on, or until they leave', async ({
  app,
  world,
}) => {
  const { only } = await emptyQueue(world);
  const marco = await newcomer(world, 'Cocino.');
  const key = { ...only, kind: 'profile', id: marco.profileId } as const;
  const ada = await atWork(world, { role: 'moderator', name: 'Ada' });
  const dora = await atWork(world, { role: 'moderator', name: 'Dora' });
  const { taken } = await nextCase(ada, only);
  expect(taken?.case).toMatchObject({ id: marco.profileId, claim: { staffId: ada.staffId, name: 'Ada' } });
  const version = taken!.case.version;

  // Others see it with Ada's name, and cannot decide.
  expect((await listCases(dora, only)).cases).toMatchObject([{ claim: { name: 'Ada' } }]);
  expect(await nextCase(dora, only)).toEqual({ taken: null });
  await expect(claimCase(dora, key)).rejects.toMatchObject({ code: 'moderation.taken' });
  const verdict = { cases: [{ ...key, version }], verdict: 'approve' } as const;
  const give = () => giveVerdicts(dora, { ...verdict, cases: [...verdict.cases] });
  expect((await give()).outcomes).toEqual([{ verdictId: null, problem: 'taken' }]);

  // Looking on keeps it.
  app.clock.advance(4 * MINUTE);
  await claimCase(ada, key);
  app.clock.advance(4 * MINUTE);
  await expect(claimCase(dora, key)).rejects.toMatchObject({ code: 'moderation.taken' });
  app.clock.advance(2 * MINUTE);
  expect((await nextCase(dora, only)).taken?.case.id).toBe(marco.profileId);
  // Releasing what another moderator has by now changes nothing.
  await releaseCase(ada, key);
  await expect(claimCase(ada, key)).rejects.toMatchObject({ code: 'moderation.taken' });
  await releaseCase(dora, key);
  await claimCase(ada, key);
  await signOut(ada);
  expect((await listCases(dora, only)).cases).toMatchObject([{ claim: null }]);
  // What was skipped is not offered again.
  expect(await nextCase(dora, { ...only, without: [marco.profileId] })).toEqual({ taken: null });
  const elsewhere = await atWork(world, { role: 'moderator', brands: ['lunaria'] });
  expect((await listCases(elsewhere, {})).cases).toEqual([]);
  await expect(claimCase(elsewhere, key)).rejects.toMatchObject({ code: 'request.not_found' });
});

test('the riskiest come first, of these the oldest, whatever their kind, and the case says why', async ({
  app,
  world,
}) => {
  const { brand, only } = await emptyQueue(world);
  const moderator = await atWork(world, { role: 'moderator' });
  const quiet = await newcomer(world, 'Me gusta leer, y no pido dinero.');
  app.clock.advance(SECOND);
  const withPhone = await newcomer(world, 'Mi whatsapp es 612 345 678');
  app.clock.advance(SECOND);
  const young = await newcomer(world, 'Tengo 16 años');
  app.clock.advance(SECOND);
  const withPhoto = await world.member({ brand });
  await addPhoto(withPhoto);
  app.clock.advance(SECOND);
  const reported = await world.member({ brand });
  await addPhoto(reported);
  await assess(world);
  app.clock.advance(SECOND);
  await report(await world.member({ brand }), reported, 'underage');
  await assess(world);

  const { cases } = await listCases(moderator, only);
  expect(titles(cases)).toEqual(
    [young, reported, reported, withPhone, quiet, withPhoto].map(({ profileId }) => profileId),
  );
  expect(cases.map(({ kind, risk, signals }) => [kind, risk, signals])).toEqual([
    ['profile', 3, ['minor_words']],
    ['photo', 3, ['reported_underage']],
    ['report', 3, ['reported_underage']],
    ['profile', 2, ['contact_words']],
    ['profile', 0, []],
    ['photo', 0, []],
  ]);
  expect((await nextCase(moderator, only)).taken?.case.person.profileId).toBe(young.profileId);
  expect(titles((await listCases(moderator, { ...only, kind: 'photo' })).cases)).toEqual([
    reported.profileId,
    withPhoto.profileId,
  ]);
});

test('many reports, earlier refusals and the device of a banned member raise the risk', async ({
  app,
  db,
  world,
}) => {
  const { brand, only } = await emptyQueue(world);
  const moderator = await atWork(world, { role: 'moderator' });
  const disliked = await world.member({ brand });
  for (let count = 0; count < 3; count += 1) await report(await world.member({ brand }), disliked, 'rude');
  const refused = await newcomer(world, 'Una vez más.');
  const given = { brand_id: brand.id, kind: 'photo', profile_id: refused.profileId, verdict: 'refuse' };
  const past = { ...given, reason: 'sexual', given_at: app.clock.now(), state: 'done' } as const;
  for (const id of [newId(), newId()])
    await db
      .insertInto('moderation_verdict')
      .values({ ...past, id, subject_id: newId() })
      .execute();
  const [out, back] = [await world.member({ brand, status: 'disabled' }), await newcomer(world, 'Hola.')];
  const hash = Buffer.alloc(32, 7);
  for (const { accountId } of [out, back])
    await db
      .insertInto('arrival')
      .values({
        brand_id: brand.id,
        account_id: accountId,
        way: 'form',
        source: 'x',
        device_hash: hash,
        network_hash: hash,
      })
      .execute();
  await assess(world);
  const { cases } = await listCases(moderator, only);
  const signalsOf = ({ profileId }: Member) =>
    cases.find(({ person }) => person.profileId === profileId)?.signals;
  expect([disliked, refused, back].map(signalsOf)).toEqual([
    ['many_reports'],
    ['refused_before'],
    ['known_device'],
  ]);
});

test('figures: how much waits, since when, and how long verdicts took in the last day', async ({
  app,
  world,
}) => {
  const { only } = await emptyQueue(world);
  const moderator = await atWork(world, { role: 'moderator' });
  const first = app.clock.now().getTime();
  const people = [await newcomer(world, 'Uno'), await newcomer(world, 'Dos'), await newcomer(world, 'Tres')];
  app.clock.advance(10 * MINUTE);
  const { cases } = await listCases(moderator, only);
  const wanted = cases
    .filter(({ id }) => id !== people[2]!.profileId)
    .map(({ brand, kind, id, version }) => ({ brand, kind, id, version }));
  await giveVerdicts(moderator, { cases: wanted, verdict: 'approve' });
  await assess(world);
  const { kinds } = await readFigures(moderator, only);
  expect(kinds.find(({ kind }) => kind === 'profile')).toEqual({
    kind: 'profile',
    waiting: 1,
    oldest: first,
    medianWait: 10 * MINUTE,
  });
  expect(kinds.find(({ kind }) => kind === 'photo')).toEqual({
    kind: 'photo',
    waiting: 0,
    oldest: null,
    medianWait: null,
  });
});
