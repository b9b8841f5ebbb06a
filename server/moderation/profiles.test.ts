import * as contract from '#contract/moderation/moderation.ts';
import { describeUser } from '#server/accounts/describe-user.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { readOwnProfile, saveOwnProfile } from '#server/profiles/own-profile.ts';
import { saveOwnSettings } from '#server/profiles/own-settings.ts';
import { readPeople } from '#server/profiles/people.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { addPhoto, approve, doWhatFollows, refuse } from '#testing/moderation/verdicts.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { approveAutomatically } from './decide.ts';
import { moderation } from './module.ts';
import { listCases } from './queue.ts';

const test = base.extend('server', { scope: 'file' }, ({ app }) => serve(app, moderation.routes));
const failing = (code: string) => expect.objectContaining({ code });

/** What others read of a member, or nothing where they do not see them. */
async function publicWords(world: World, member: Member) {
  const anna = await world.member({ gender: 'female' });
  const [person] = await readPeople(anna, anna.profileId, [member.profileId]);
  return person && { screenName: person.screenName, description: person.description };
}

async function waitingOf(world: World, member: Member) {
  const moderator = await atWork(world, { role: 'moderator' });
  const { cases } = await listCases(moderator, { kind: 'profile', brand: member.brand.key });
  const found = cases.find(({ id }) => id === member.profileId);
  return { moderator, item: found && { at: found.version, ...found.content } };
}

const about = (member: Member, at: number) =>
  ({ brand: member.brand.key, kind: 'profile', id: member.profileId, at }) as const;

test('a newcomer waits in the queue, is approved, and is seen by all', async ({ db, world }) => {
  const marco = await world.member({ profileStatus: 'pending' });
  await saveOwnProfile(marco, { description: 'Cucino e cammino.' });
  expect(await publicWords(world, marco)).toBeUndefined();
  const { moderator, item } = await waitingOf(world, marco);
  expect(item).toMatchObject({ words: { description: 'Cucino e cammino.' }, before: null });
  await approve(moderator, about(marco, item!.at));
  expect(await publicWords(world, marco)).toMatchObject({ description: 'Cucino e cammino.' });
  const user = await describeUser(marco, marco.accountId);
  expect(user).toMatchObject({ profileStatus: 'visible', review: { refusal: null, change: 'none' } });
  expect((await waitingOf(world, marco)).item).toBeUndefined();

  await approve(moderator, about(marco, item!.at));
  expect((await mailsTo(db, marco.email)).map(({ template }) => template)).toEqual(['moderation_approved']);
  // The lists that searches go through are built again.
  const stale = await db.selectFrom('search_change').select('id').where('gender', '=', 'male').execute();
  expect(stale.length).toBeGreaterThan(0);
});

test('a refused profile is hidden from all others; its owner reads why, and other words wait again', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member({ profileStatus: 'pending' });
  await saveOwnProfile(marco, { description: 'Chiamami: tre tre tre' });
  const { moderator, item } = await waitingOf(world, marco);
  await refuse(moderator, { ...about(marco, item!.at), reason: 'contact_details' });
  expect(await describeUser(marco, marco.accountId)).toMatchObject({
    profileStatus: 'rejected',
    review: { refusal: 'contact_details' },
  });
  const [mail] = await mailsTo(db, marco.email);
  expect(mail?.text).toContain('Il motivo: contiene recapiti');
  // Hiding and showing the profile does not make it visible again.
  await saveOwnSettings(marco, { hidden: true });
  await saveOwnSettings(marco, { hidden: false });
  expect((await describeUser(marco, marco.accountId)).profileStatus).toBe('rejected');

  app.clock.advance(1_000);
  await saveOwnProfile(marco, { description: 'Cucino.' });
  const again = await waitingOf(world, marco);
  expect(again.item).toMatchObject({ words: { description: 'Cucino.' } });
  expect(await describeUser(marco, marco.accountId)).toMatchObject({
    profileStatus: 'pending',
    review: { refusal: null },
  });
  // A verdict on words that have changed since is refused.
  await expect(approve(moderator, about(marco, item!.at))).rejects.toEqual(failing('moderation.changed'));
  await approve(moderator, about(marco, again.item!.at));
  expect(await publicWords(world, marco)).toMatchObject({ description: 'Cucino.' });
});

test('others read the old words until the new ones are approved, and keep them where they are refused', async ({
  app,
  world,
}) => {
  const marco = await world.member();
  await saveOwnProfile(marco, { screenName: 'Marco', description: 'Prima.' });
  const first = await waitingOf(world, marco);
  await approve(first.moderator, about(marco, first.item!.at));
  app.clock.advance(1_000);

  await saveOwnProfile(marco, { description: 'Dopo.' });
  expect(await publicWords(world, marco)).toEqual({ screenName: 'Marco', description: 'Prima.' });
  expect(await readOwnProfile(marco)).toMatchObject({ screenName: 'Marco', description: 'Dopo.' });
  const user = await describeUser(marco, marco.accountId);
  expect(user).toMatchObject({ profileStatus: 'visible', review: { change: 'pending' } });
  const { moderator, item } = await waitingOf(world, marco);
  expect(item).toMatchObject({ before: { description: 'Prima.' }, words: { description: 'Dopo.' } });

  await refuse(moderator, { ...about(marco, item!.at), reason: 'offensive' });
  expect(await publicWords(world, marco)).toEqual({ screenName: 'Marco', description: 'Prima.' });
  // What they typed is kept, so that they can mend it.
  expect(await readOwnProfile(marco)).toMatchObject({ description: 'Dopo.' });
  expect(await describeUser(marco, marco.accountId)).toMatchObject({
    profileStatus: 'visible',
    review: { change: 'rejected', changeRefusal: 'offensive' },
  });

  app.clock.advance(1_000);
  await saveOwnProfile(marco, { description: 'Meglio.', screenName: 'Marco B.' });
  const mended = await waitingOf(world, marco);
  await approve(moderator, about(marco, mended.item!.at));
  expect(await publicWords(world, marco)).toEqual({ screenName: 'Marco B.', description: 'Meglio.' });
  expect((await describeUser(marco, marco.accountId)).review).toMatchObject({ change: 'none' });

  // A member who goes back to what others read anyway has nothing to wait for.
  await saveOwnProfile(marco, { description: 'Altro.' });
  await saveOwnProfile(marco, { description: 'Meglio.' });
  expect((await describeUser(marco, marco.accountId)).review).toMatchObject({ change: 'none' });
  expect((await waitingOf(world, marco)).item).toBeUndefined();
});

test('the queue goes oldest first, page by page, and leaves out who has not accepted the terms', async ({
  app,
  world,
}) => {
  const brand = world.brand('verbena');
  const people: Member[] = [];
  for (let count = 0; count < 52; count += 1) {
    app.clock.advance(1_000);
    const member = await world.member({ brand, profileStatus: 'pending', accepted: count !== 3 });
    await saveOwnProfile(member, { description: `Número ${count}` });
    people.push(member);
  }
  const moderator = await atWork(world, { role: 'moderator' });
  const first = await listCases(moderator, { kind: 'profile', brand: brand.key });
  expect(first.cases).toHaveLength(50);
  const rest = await listCases(moderator, { kind: 'profile', brand: brand.key, after: first.next! });
  expect(rest.next).toBeNull();
  const listed = [...first.cases, ...rest.cases].map(({ id }) => id);
  expect(listed).toEqual(people.filter((_, index) => index !== 3).map(({ profileId }) => profileId));
});

test('hosts decide nothing, a brand’s people are found at that brand, and what is not there is not found', async ({
  server,
  world,
}) => {
  const marco = await world.member({ profileStatus: 'pending' });
  const { moderator, item } = await waitingOf(world, marco);
  const elsewhere = { ...about(marco, item!.at), brand: 'verbena' };
  await expect(approve(moderator, elsewhere)).rejects.toEqual(failing('request.not_found'));
  const ours = await world.profile();
  await expect(refuse(moderator, { ...elsewhere, id: ours, reason: 'minor' })).rejects.toEqual(
    failing('request.not_found'),
  );
  const { status } = await callAs(server, contract.listCases, { kind: 'profile' }, { token: marco.token });
  expect(status).toBe(401);
});

test('where the setting says so, newcomers and their photos are approved at once, and it is written down', async ({
  app,
  db,
  world,
}) => {
  const made = await world.member({ profileStatus: 'pending', accepted: false });
  const marco = withServices(made, { config: { ...app.config, moderation: 'auto' } });
  await saveOwnProfile(marco, { description: 'Eccomi.' });
  const { id } = await addPhoto(marco);
  await doWhatFollows(marco);
  // Not before they have accepted the terms.
  expect((await describeUser(marco, marco.accountId)).profileStatus).toBe('pending');
  await db
    .updateTable('account')
    .set({ accepted_at: new Date() })
    .where('id', '=', marco.accountId)
    .execute();
  const { brandId, profileId } = marco;
  await approveAutomatically(marco.app, { brandId, profileId, kind: 'profile', id: profileId });
  await approveAutomatically(marco.app, { brandId, profileId, kind: 'photo', id });
  await doWhatFollows(marco);
  expect(await describeUser(marco, marco.accountId)).toMatchObject({
    profileStatus: 'visible',
    photos: [{ status: 'approved' }],
    review: { automatic: true },
  });
  expect(await mailsTo(db, marco.email)).toEqual([]);
  const audit = await db
    .selectFrom('audit')
    .select(['action', 'actor_kind', 'details'])
    .where('subject', 'in', [marco.profileId, id])
    .orderBy('id')
    .execute();
  expect(audit).toMatchObject([
    { action: 'profile.approved', actor_kind: 'system', details: { automatic: true } },
    { action: 'photo.approved', actor_kind: 'system', details: { automatic: true } },
  ]);
  // By hand it stays where it is.
  const anna = await world.member({ profileStatus: 'pending' });
  const annas = { brandId, profileId: anna.profileId, id: anna.profileId };
  await approveAutomatically(anna.app, { ...annas, kind: 'profile' });
  expect((await describeUser(anna, anna.accountId)).profileStatus).toBe('pending');
});

test('only the demo’s setting approves profiles by itself', () => {
  const moderationOf = (environment: Record<string, string>) => readConfig(environment).moderation;
  expect(moderationOf({})).toBe('auto');
  expect(moderationOf({ SEED_DEMO: 'false' })).toBe('manual');
  expect(moderationOf({ NODE_ENV: 'production' })).toBe('manual');
  expect(moderationOf({ MODERATION: 'manual' })).toBe('manual');
  expect(moderationOf({ NODE_ENV: 'production', MODERATION: 'auto' })).toBe('auto');
});
