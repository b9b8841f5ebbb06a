import { readPerson } from '#server/discovery/read-person.ts';
import { readMessages } from '#server/messaging/reading.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { changeHouseProfile } from '#server/profiles/house/edit.ts';
import { readHouseProfile } from '#server/profiles/house/house-profile.ts';
import { showHouseProfile } from '#server/profiles/house/state.ts';
import { expect, test } from '#testing/harness.ts';
import { host, write } from '#testing/messaging/host-queue.ts';
import { alessia, brandManager, showAlessia } from '#testing/profiles/house.ts';
import { readStaffCards } from './notes.ts';

const brand = 'lunaria';
const at = (hour: number, minute = 0) => hour * 60 + minute;

test('members read when a profile answers only where it is one part of the day; hosts read the hours', async ({
  world,
}) => {
  const rita = await brandManager(world);
  const id = await showAlessia(rita, 111);
  const marco = await world.member({ level: 2, region: 'Lombardia' });
  const place = await write(marco, id);
  const cases = [
    [at(18), at(0), 'evening'],
    [at(19), at(22, 30), 'evening'],
    [at(17), at(22), null],
    [at(18), at(1), null],
    [at(8), at(12), 'morning'],
    [at(14), at(18), 'afternoon'],
    [at(23), at(5), 'night'],
    [at(1), at(6), 'night'],
    [at(9), at(18), null],
  ] as const;
  for (const [from, to, expected] of cases) {
    const { revision, settings } = await readHouseProfile(rita, { brand, id });
    await changeHouseProfile(rita, { brand, id, revision, ...settings, hours: { from, to } });
    expect((await readPerson(marco, { id }))[0]?.answersAt, `${from} to ${to}`).toBe(expected);
    const { conversation } = await readMessages(marco, { profileId: id });
    expect(conversation.answersAt, `${from} to ${to}`).toBe(expected);
  }
  const { profile } = await readStaffCards(await host(world), place);
  expect(profile).toMatchObject({ notes: alessia.notes, hours: { from: at(9), to: at(18) } });
});

test('a paused profile is found no longer; its conversations go on and say that answers come later', async ({
  world,
}) => {
  const rita = await brandManager(world);
  const id = await showAlessia(rita, 112);
  const [marco, paolo] = [
    await world.member({ level: 2, region: 'Lombardia' }),
    await world.member({ level: 2, region: 'Lombardia' }),
  ];
  await write(marco, id);
  await showHouseProfile(rita, { brand, id, shown: false });
  expect(await readPerson(marco, { id })).toEqual([]);
  expect((await readMessages(marco, { profileId: id })).conversation).toMatchObject({
    answersAt: 'later',
    available: false,
    closed: null,
  });
  expect(await sendMessage(marco, { profileId: id, text: 'Ci sei?' })).toMatchObject({ number: 2 });
  await expect(sendMessage(paolo, { profileId: id, text: 'Ciao' })).rejects.toMatchObject({
    code: 'request.not_found',
  });
});
