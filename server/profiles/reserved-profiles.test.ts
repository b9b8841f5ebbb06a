import { sql } from 'kysely';
import { readDeck } from '#server/discovery/deck/read-deck.ts';
import { likePerson, visitPerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { readPerson } from '#server/discovery/read-person.ts';
import { searchPeople } from '#server/discovery/search/search-people.ts';
import { decide } from '#server/messaging/sending.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { giveLikes } from '#testing/discovery/reactions.ts';
import { approvePhoto, buildLists, emptyTown, makeProfile } from '#testing/discovery/search-people.ts';
import { expect, test as base } from '#testing/harness.ts';
import { answerAs, giveMessageCredits } from '#testing/messaging/write-messages.ts';
import type { World } from '#testing/world.ts';

/** Flow 7 keeps reserved profiles for those who have paid; one profile is reserved, one is not. */
const test = base.extend('town', async ({ world }) => {
  const { db } = world.app;
  await emptyTown(world);
  const kept = await makeProfile(world, { screenName: 'Ginevra' });
  const open = await makeProfile(world);
  await db.updateTable('profile').set({ reserved: true, about: 'Parole' }).where('id', '=', kept).execute();
  await approvePhoto(world, world.brand().id, kept);
  await sql`update flow set settings = settings || '{"keepsReserved": true}' where id = '7'`.execute(db);
  await buildLists(world);
  return { kept, open };
});

async function memberOf(world: World, options: Parameters<World['member']>[0]) {
  const member = await world.member(options);
  await giveMessageCredits(member, 100);
  await giveLikes(member, 10);
  return member;
}

const locked = { code: 'profile.locked', status: 402 };

test('a reserved profile is kept from who has not paid: page, visit, like and first word', async ({
  town: { kept, open },
  world,
}) => {
  const marco = await memberOf(world, {});
  const profileId = kept;
  await expect(readPerson(marco, { id: kept })).rejects.toMatchObject(locked);
  await expect(visitPerson(marco, { profileId })).rejects.toMatchObject(locked);
  await expect(likePerson(marco, { profileId })).rejects.toMatchObject(locked);
  await expect(decide(marco, { profileId, verdict: 'like' })).rejects.toMatchObject(locked);
  await expect(sendMessage(marco, { profileId, text: 'Ciao' })).rejects.toMatchObject(locked);
  expect((await readPerson(marco, { id: open }))[0]).toMatchObject({ id: open, locked: false });
  // The receiver of a message may answer.
  await answerAs({ from: kept, to: marco }, 'Buonasera');
  expect(await sendMessage(marco, { profileId, text: 'Ciao' })).toMatchObject({ number: 2 });
});

test('its card tells as little as a visitor’s, and it is not in the deck', async ({
  town: { kept, open },
  world,
}) => {
  const marco = await memberOf(world, {});
  const { people } = (await searchPeople(marco, {})).result;
  expect(people.map(({ id }) => id).toSorted()).toEqual([kept, open].toSorted());
  const card = people.find(({ id }) => id === kept);
  expect(card).toMatchObject({
    locked: true,
    about: '',
    pictures: [],
    photo: expect.stringContaining('blurred'),
  });
  expect((await readDeck(marco, {})).result.people.map(({ id }) => id)).toEqual([open]);
});

test('who has paid, and who is in another flow, is kept from nothing', async ({ town: { kept }, world }) => {
  for (const options of [{ level: 1 }, { level: 2 }, { flowId: '0000' }] as const) {
    const paolo = await memberOf(world, options);
    expect((await readPerson(paolo, { id: kept }))[0]).toMatchObject({ about: 'Parole', locked: false });
    expect((await readDeck(paolo, {})).result.people.map(({ id }) => id)).toContain(kept);
    await visitPerson(paolo, { profileId: kept });
    await likePerson(paolo, { profileId: kept });
    expect(await sendMessage(paolo, { profileId: kept, text: 'Ciao' })).toMatchObject({ number: 1 });
  }
});
