import type { StaffContext } from '#server/app.ts';
import { newId } from '#server/platform/ids.ts';
import { changeHouseProfiles } from '#server/profiles/house/state.ts';
import { dismissPerson } from '#server/staff/people.ts';
import { expect, test as base } from '#testing/harness.ts';
import { failing, host, write } from '#testing/messaging/host-queue.ts';
import { brandManager } from '#testing/profiles/house.ts';
import { atWork } from '#testing/staff/staff.ts';
import { readBoard } from './board.ts';
import { claimConversation, claimNext, listHosts, transferConversation } from './claims.ts';
import { countQueue, listQueue } from './queue.ts';
import { replyAsProfile } from './replying.ts';
import { listTeams, removeTeam, saveTeam } from './teams.ts';

const brand = 'lunaria';

/** Ines is in the evening's team, Zoe is not; Luna is answered by it, Stella by all. */
const test = base.extend('evening', async ({ db, world }) => {
  await db.deleteFrom('waiting_reply').execute();
  const rita = await brandManager(world);
  const [ines, zoe] = [await host(world), await host(world, 'Zoe')];
  const teamId = newId();
  await saveTeam(rita, { brand, teamId, name: `Sera ${teamId}`, staffIds: [ines.staffId] });
  const [luna, stella] = [await world.profile(), await world.profile()];
  await changeHouseProfiles(rita, { brand, ids: [luna], act: 'team', teamId });
  return { rita, ines, zoe, teamId, luna, stella };
});

const queueOf = async (context: StaffContext) =>
  (await listQueue(context, { list: 'new' })).conversations.map(({ profile }) => profile.profileId);

test('a profile with a team is answered by its hosts alone, one without by all', async ({
  app,
  evening: { ines, zoe, rita, luna, stella },
  world,
}) => {
  const toLuna = await write(await world.member({ level: 2 }), luna);
  app.clock.advance(1_000);
  await write(await world.member({ level: 2 }), stella);
  expect(await queueOf(ines)).toEqual([luna, stella]);
  expect(await queueOf(zoe)).toEqual([stella]);
  expect(await countQueue(ines, {})).toMatchObject({ new: 2 });
  expect(await countQueue(zoe, {})).toMatchObject({ new: 1 });
  // Who supervises sees all who wait.
  expect((await readBoard(rita, { brand })).waiting).toBe(2);
  await expect(claimConversation(zoe, toLuna)).rejects.toEqual(failing('request.not_found'));
  expect((await claimNext(zoe, {})).conversation?.profile.profileId).toBe(stella);
  expect((await claimNext(zoe, {})).conversation).toBeNull();
  expect((await claimNext(ines, {})).conversation?.profile.profileId).toBe(luna);
  const { hosts } = await listHosts(ines, { brand, conversation: toLuna.id });
  expect(hosts.map(({ staffId }) => staffId)).not.toContain(zoe.staffId);
  expect((await listHosts(ines, { brand })).hosts.map(({ staffId }) => staffId)).toContain(zoe.staffId);
  await expect(transferConversation(ines, { ...toLuna, to: zoe.staffId, note: '' })).rejects.toEqual(
    failing('request.not_found'),
  );
});

test('who waits moves with the profile, and is there for all once the team is gone', async ({
  evening: { ines, zoe, rita, teamId, luna, stella },
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const toStella = await write(marco, stella);
  expect(await queueOf(zoe)).toEqual([stella]);
  await changeHouseProfiles(rita, { brand, ids: [stella], act: 'team', teamId });
  expect(await queueOf(zoe)).toEqual([]);
  await claimConversation(ines, toStella);
  await replyAsProfile(ines, { ...toStella, messageId: newId(), text: 'Buonasera Marco' });
  await write(marco, stella, 'E tu?');
  await write(await world.member({ level: 2 }), luna);
  expect(await queueOf(zoe)).toEqual([]);
  await removeTeam(rita, { brand, teamId });
  expect(await queueOf(zoe)).toEqual([luna]);
  expect((await listQueue(zoe, { list: 'waiting' })).conversations).toHaveLength(1);
});

test('a team has a name of its own and hosts of the brand; those who leave the brand leave it', async ({
  evening: { ines, zoe, rita, teamId },
  world,
}) => {
  const stranger = await atWork(world, { role: 'host', brands: ['verbena'] });
  const name = `Sera ${teamId}`;
  await expect(
    saveTeam(rita, { brand, teamId: newId(), name: name.toUpperCase(), staffIds: [] }),
  ).rejects.toEqual(failing('team.name_taken'));
  const staffIds = [ines.staffId, zoe.staffId, stranger.staffId];
  await saveTeam(rita, { brand, teamId, name, staffIds });
  const teamNow = async () => (await listTeams(rita, { brand })).teams.find(({ id }) => id === teamId);
  expect((await teamNow())?.members.map((member) => member.name)).toEqual(['Ines', 'Zoe']);
  expect(await teamNow()).toMatchObject({ profiles: 1 });
  await dismissPerson(await atWork(world), { staffId: zoe.staffId });
  expect((await teamNow())?.members.map((member) => member.name)).toEqual(['Ines']);
  const elsa = await brandManager(world, { brand: 'verbena' });
  await expect(listTeams(elsa, { brand })).rejects.toEqual(failing('request.not_found'));
  await expect(removeTeam(elsa, { brand: 'verbena', teamId })).rejects.toEqual(failing('request.not_found'));
});
