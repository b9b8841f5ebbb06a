import sharp from 'sharp';
import { REGION_WIDENS_BELOW } from '#contract/kernel/constants.ts';
import { uploadChatPhoto } from '#server/messaging/photos/uploading.ts';
import { readMessages } from '#server/messaging/reading.ts';
import { decide, sendMessage } from '#server/messaging/sending.ts';
import { blockPerson, listBlocks } from '#server/profiles/blocks.ts';
import { giveLikes } from '#testing/discovery/reactions.ts';
import { approvePhoto, buildLists, emptyTown, makeProfile } from '#testing/discovery/search-people.ts';
import { expect, test as base } from '#testing/harness.ts';
import { answerAs, giveMessageCredits } from '#testing/messaging/write-messages.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Member, World } from '#testing/world.ts';
import { readDeck } from './deck/read-deck.ts';
import { likePerson, visitPerson } from './reactions/likes-and-visits.ts';
import { readPerson } from './read-person.ts';
import { searchPeople } from './search/search-people.ts';

const ELSEWHERE = 6;

/** Enough people in Lazio, a few in Sicily. */
const test = base.extend('town', async ({ world }) => {
  await emptyTown(world);
  const near: string[] = [];
  const far: string[] = [];
  for (let count = 0; count < REGION_WIDENS_BELOW; count += 1)
    near.push(await makeProfile(world, { region: 'Lazio' }));
  for (let count = 0; count < ELSEWHERE; count += 1)
    far.push(await makeProfile(world, { region: 'Sicilia', city: 'Palermo' }));
  await buildLists(world);
  return { near, far };
});

const photo = async () => {
  const create = { width: 20, height: 20, channels: 3 as const, background: '#b05a5a' };
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' });
};

/** Every way by which a person's id leads to them. */
const ways: Record<string, (member: Member, profileId: string) => Promise<unknown>> = {
  page: (member, id) => readPerson(member, { id }),
  visit: (member, profileId) => visitPerson(member, { profileId }),
  heart: (member, profileId) => likePerson(member, { profileId }),
  'card to the left': (member, profileId) => decide(member, { profileId, verdict: 'dislike' }),
  'card to the right': (member, profileId) => decide(member, { profileId, verdict: 'like' }),
  'empty conversation': (member, profileId) => readMessages(member, { profileId }),
  'photo for a first message': async (member, profileId) =>
    uploadChatPhoto(member, { photo: await photo(), profileId }),
  'first message': (member, profileId) => sendMessage(member, { profileId, text: 'Ciao' }),
};

async function memberOf(world: World, options: Parameters<World['member']>[0] = {}): Promise<Member> {
  const member = await world.member({ region: 'Lazio', ...options });
  await giveMessageCredits(member, 1_000);
  await giveLikes(member, 1_000);
  return member;
}

const closed = { code: 'search.region_locked', status: 402 };

/** Of so many people, by each of the ways: how many could be reached, and how the others were refused. */
async function tryAll(member: Member, ids: readonly string[]): Promise<Map<string, number>> {
  const opened = new Map<string, number>();
  for (const [name, go] of Object.entries(ways)) {
    const outcomes = [];
    for (const id of ids) outcomes.push((await Promise.allSettled([go(member, id)]))[0]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason, name).toMatchObject(closed);
    opened.set(name, outcomes.filter(({ status }) => status === 'fulfilled').length);
  }
  return opened;
}

const each = (count: number) => new Map(Object.keys(ways).map((name) => [name, count]));

for (const level of [0, 1] as const)
  test(`below the top level the ids of a whole country open one’s own region, at level ${level}`, async ({
    town: { near, far },
    world,
    db,
  }) => {
    const marco = await memberOf(world, { level });
    expect(await tryAll(marco, far)).toEqual(each(0));
    for (const table of ['reaction', 'conversation', 'chat_photo'] as const)
      expect(await db.selectFrom(table).execute(), table).toEqual([]);
    expect(await tryAll(marco, near.slice(0, 3))).toEqual(each(3));
  });

test('an invitation goes no further than any other like', async ({ town: { near, far }, world }) => {
  const marco = await memberOf(world, { flowId: '13' });
  const invite = (profileId: string) => decide(marco, { profileId, verdict: 'like', invitation: 'Ciao' });
  await expect(invite(far[0]!)).rejects.toMatchObject(closed);
  await invite(near[0]!);
});

test('who has written, liked or visited is open wherever they are, and so is the top level', async ({
  town: { far },
  world,
}) => {
  const marco = await memberOf(world);
  const sara = () => world.member({ gender: 'female', level: 2, region: 'Sicilia' });
  const [wrote, liked, visited, silent] = [await sara(), await sara(), await sara(), await sara()];
  await sendMessage(wrote, { profileId: marco.profileId, text: 'Ciao Marco' });
  await likePerson(liked, { profileId: marco.profileId });
  await visitPerson(visited, { profileId: marco.profileId });
  expect(
    await tryAll(
      marco,
      [wrote, liked, visited].map(({ profileId }) => profileId),
    ),
  ).toEqual(each(3));
  // A profile of ours may begin with whom it likes.
  await answerAs({ from: far[0]!, to: marco }, 'Buonasera');
  expect(await sendMessage(marco, { profileId: far[0]!, text: 'Ciao' })).toMatchObject({ number: 2 });
  expect(await tryAll(marco, [silent.profileId])).toEqual(each(0));
  expect(await tryAll(await memberOf(world, { level: 2 }), far.slice(0, 3))).toEqual(each(3));
});

test('where so few are there that search and deck show the whole country, the whole country is open', async ({
  town: { near, far },
  world,
}) => {
  const salvo = await memberOf(world, { region: 'Sicilia' });
  expect((await searchPeople(salvo, {})).result).toMatchObject({ region: null, widened: true });
  expect(await tryAll(salvo, [near[0]!, far[0]!])).toEqual(each(2));
  // It is open by gender: of men there are as few in Lazio.
  const marco = await memberOf(world);
  const paolo = await world.member({ region: 'Sicilia', seeks: 'male' });
  expect(await tryAll(marco, [paolo.profileId])).toEqual(each(1));
  expect(await tryAll(marco, [far[0]!])).toEqual(each(0));
});

test('a profile that the member moved away from can be taken back, comes first in the deck, and is decided on again', async ({
  town: { near },
  world,
  db,
}) => {
  const marco = await memberOf(world);
  const [first, second] = near as [string, string];
  await decide(marco, { profileId: first, verdict: 'dislike' });
  await db.updateTable('profile').set({ region: 'Sicilia' }).where('id', '=', first).execute();
  await decide(marco, { profileId: first, verdict: 'undo' });
  expect((await readDeck(marco, {})).result.people[0]?.id).toBe(first);
  await decide(marco, { profileId: first, verdict: 'dislike' });
  await decide(marco, { profileId: second, verdict: 'dislike' });
  await expect(decide(marco, { profileId: first, verdict: 'like' })).rejects.toMatchObject(closed);
});

test('what a visitor was shown opens nothing to any caller', async ({ town, world }) => {
  const { people } = (await searchPeople(world.visitor(), { region: 'Lazio' })).result;
  expect(people).toHaveLength(5);
  const top = await memberOf(world, { level: 2 });
  for (const { id } of people) {
    expect([...town.near, ...town.far]).not.toContain(id);
    expect(await readPerson(top, { id })).toEqual([]);
    await visitPerson(top, { profileId: id });
    for (const [name, go] of Object.entries(ways).filter(([way]) => way !== 'page' && way !== 'visit'))
      await expect(go(top, id), name).rejects.toMatchObject({ code: 'request.not_found' });
  }
});

test('any profile can be blocked by the bare id, and shows no photo of another region for it', async ({
  town: { near, far },
  world,
}) => {
  const marco = await memberOf(world);
  const [here, there] = [near[0]!, far[0]!];
  for (const profileId of [here, there]) {
    await approvePhoto(world, marco.brandId, profileId);
    await blockPerson(marco, { profileId });
  }
  const { blocked } = await listBlocks(marco);
  const photoOf = (id: string) => blocked.find(({ profileId }) => profileId === id)?.photo;
  expect(photoOf(here)).toContain('/media/');
  expect(photoOf(there)).toBeNull();
});

test('a message between two who talk asks nothing about regions', async ({ town: { near, far }, world }) => {
  const marco = await memberOf(world);
  await answerAs({ from: far[0]!, to: marco }, 'Buonasera');
  await sendMessage(marco, { profileId: near[0]!, text: 'Ciao' });
  for (const profileId of [near[0]!, far[0]!]) {
    const statements = await recordStatements(() => sendMessage(marco, { profileId, text: 'Come va?' }));
    expect(statements.map(({ text }) => /insert into message\b/.test(text))).toEqual([true]);
  }
});
