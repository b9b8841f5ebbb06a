import { describeUser } from '#server/accounts/describe-user.ts';
import { transact } from '#server/platform/database/database.ts';
import { expect, test } from '#testing/harness.ts';
import { goLive } from '#testing/messaging/live-reading.ts';
import { withServices } from '#testing/world.ts';
import { changeLevel } from './notify-balance.ts';

test('a new level reaches every device of the member once it holds, and no other device', async ({
  app,
  world,
  db,
}) => {
  const { open, realtime } = await goLive(app);
  const marco = withServices(await world.member(), { realtime });
  const [phone, laptop, stranger] = [await open(marco), await open(marco), await open(await world.member())];
  const change = (level: 0 | 1 | 2) =>
    transact(db, (tx, afterCommit) => changeLevel(marco.app, tx, afterCommit, { ...marco, level }));
  expect(await change(2)).toBe(true);
  expect(await change(2)).toBe(false);
  const { entitlements } = await describeUser(marco, marco.accountId);
  expect(entitlements).toMatchObject({ messageCost: 0, likeCost: 0, boundToRegion: false });
  const events = [
    { name: 'creditiResidui', payload: { messageCredits: 0, iceBreakerCredits: 0, level: 2, entitlements } },
    { name: 'aggiorna', payload: { profileId: null } },
  ];
  for (const device of [phone, laptop]) expect(await device.settle()).toEqual(events);
  expect(await stranger.settle()).toEqual([]);
  const taken = transact(db, async (tx, afterCommit) => {
    await changeLevel(marco.app, tx, afterCommit, { ...marco, level: 0 });
    throw new Error('changed our mind');
  });
  await expect(taken).rejects.toThrow('changed our mind');
  expect(await phone.settle()).toEqual([]);
});
