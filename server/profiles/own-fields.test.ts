import { sql } from 'kysely';
import { answersStoredAs, noDetails, storedAnswers } from '#contract/profile/details.ts';
import { interestGroupNames, interestNumbers, interestsOf } from '#contract/profile/interests.ts';
import { usualProfileFields } from '#contract/profile/profile-fields.ts';
import { promptNames } from '#contract/profile/prompts.ts';
import { spokenNumbers } from '#contract/profile/spoken-languages.ts';
import { transact } from '#server/platform/database/database.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member } from '#testing/world.ts';
import { readOwnProfile, saveOwnProfile } from './own-profile.ts';
import { readWholePerson } from './people.ts';
import { approveProfile } from './profile-moderation.ts';

const seenBy = async (viewer: Member, { profileId }: Member) =>
  (await readWholePerson(viewer, profileId)).person;

test('numbers of interests and languages stand for one each, and fit into a byte', () => {
  for (const numbers of [interestNumbers, spokenNumbers].map((table) => Object.values(table))) {
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(Math.max(...numbers)).toBeLessThan(256);
  }
  expect(interestGroupNames.map((group) => interestsOf(group).length)).toEqual(Array(12).fill(10));
  expect(promptNames).toHaveLength(40);
});

test('several answers are kept by their numbers and in their order; what is no answer is left out', () => {
  const said = { ...noDetails, interests: ['sea', 'books', 'hiking'] as const, languages: [] };
  const stored = storedAnswers({ ...said, interests: [...said.interests] });
  expect(stored).toEqual({ interests: [3, 51, 1] });
  expect(answersStoredAs({ ...stored, languages: [250], smoking: 'pipe' })).toEqual({
    ...noDetails,
    interests: ['sea', 'books', 'hiking'],
  });
});

test('interests are seen with those in common, and the distance in steps from town to town', async ({
  world,
}) => {
  const marco = await world.member({ region: 'Lombardia', city: 'Milano' });
  const anna = await world.member({ gender: 'female', region: 'Lombardia', city: 'Monza' });
  await saveOwnProfile(marco, { interests: ['books', 'sea', 'dogs'] });
  await saveOwnProfile(anna, {
    interests: ['wine', 'dogs', 'books'],
    languages: ['it', 'fr'],
    intention: 'serious',
  });
  expect(await seenBy(marco, anna)).toMatchObject({
    interests: ['wine', 'dogs', 'books'],
    commonInterests: ['dogs', 'books'],
    languages: ['it', 'fr'],
    intention: 'serious',
    within: 20,
  });
  await saveOwnProfile(marco, { region: 'Sicilia', city: 'Palermo', interests: [] });
  expect(await seenBy(marco, anna)).toMatchObject({ commonInterests: [], within: null });
});

test('answers to questions wait for moderation as the other words do, in one case', async ({ world }) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  const sunday = { prompt: 'sunday', text: 'Mercato presto, e poi il lago.' } as const;
  await saveOwnProfile(anna, { prompts: [sunday], description: 'Cucino per due.' });
  expect(await readOwnProfile(anna)).toMatchObject({ prompts: [sunday] });
  expect(await seenBy(marco, anna)).toMatchObject({ prompts: [], description: '' });
  const waiting = sql`select from moderation_case where profile_id = ${anna.profileId}`;
  expect((await waiting.execute(anna.app.db)).rows).toHaveLength(1);
  const { brandId, profileId: id } = anna;
  await transact(anna.app.db, (tx) => approveProfile(tx, { brandId, id }, anna.app.clock.now()));
  expect(await seenBy(marco, anna)).toMatchObject({ prompts: [sunday], description: 'Cucino per due.' });
  expect((await waiting.execute(anna.app.db)).rows).toEqual([]);
});

test('faith is kept with a consent of its own, and goes with it', async ({ world }) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  await expect(saveOwnProfile(anna, { religion: 'jewish' })).rejects.toMatchObject({
    code: 'profile.consent_missing',
  });
  await saveOwnProfile(anna, { religion: 'jewish', delicateConsent: true, smoking: 'no' });
  expect(await seenBy(marco, anna)).toMatchObject({ religion: 'jewish', smoking: 'no' });
  await saveOwnProfile(anna, { delicateConsent: false });
  expect(await seenBy(marco, anna)).toMatchObject({ religion: null, smoking: 'no' });
  await saveOwnProfile(anna, { delicateConsent: true });
  expect(await readOwnProfile(anna)).toMatchObject({ religion: null, delicateConsent: true });
  const given = await anna.app.db
    .selectFrom('consent')
    .select('given')
    .where('account_id', '=', anna.accountId)
    .where('kind', '=', 'delicate')
    .orderBy('id')
    .execute();
  expect(given.map((row) => row.given)).toEqual([true, false, true]);
});

test('what was asked is not asked again, on whatever device', async ({ world }) => {
  const marco = await world.member();
  expect(await readOwnProfile(marco)).toMatchObject({ passedSteps: [], fields: usualProfileFields });
  await saveOwnProfile(marco, { intention: 'talk', passedSteps: ['screenName', 'intention'] });
  await saveOwnProfile(marco, { passedSteps: ['photo'] });
  expect(await readOwnProfile(marco)).toMatchObject({ passedSteps: ['screenName', 'photo', 'intention'] });
  const { user } = await saveOwnProfile(marco, { introduced: true });
  expect(user.introduced).toBe(true);
});

test('a brand has the fields that it names, and what it requires cannot be left out', async ({ world }) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  await saveOwnProfile(anna, { smoking: 'no', interests: ['sea'] });
  const fields = [
    { field: 'intention', asked: true, required: true },
    { field: 'interests', asked: true, required: false },
  ] as const;
  const inBrand = (member: Member): Member => ({
    ...member,
    brand: { ...member.brand, settings: { ...member.brand.settings, profileFields: [...fields] } },
  });
  const [ofMarco, ofAnna] = [inBrand(marco), inBrand(anna)];
  expect(await seenBy(ofMarco, ofAnna)).toMatchObject({ smoking: null, interests: ['sea'] });
  await saveOwnProfile(ofAnna, { drinking: 'often' });
  expect(await seenBy(marco, anna)).toMatchObject({ drinking: null, smoking: 'no' });
  const refused = { code: 'field.required' };
  await expect(saveOwnProfile(ofAnna, { passedSteps: ['intention'] })).rejects.toMatchObject(refused);
  await expect(saveOwnProfile(ofAnna, { introduced: true })).rejects.toMatchObject(refused);
  await saveOwnProfile(ofAnna, {
    intention: 'open',
    passedSteps: ['intention', 'interests'],
    introduced: true,
  });
  await expect(saveOwnProfile(ofAnna, { intention: null })).rejects.toMatchObject(refused);
});
