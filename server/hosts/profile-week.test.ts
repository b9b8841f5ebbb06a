import { DAY, SECOND } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { listHouseProfiles } from '#server/profiles/house/list.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, host, write } from '#testing/messaging/host-queue.ts';
import { brandManager } from '#testing/profiles/house.ts';
import { claimConversation } from './claims.ts';
import { readHouseWeek } from './profile-week.ts';
import { markReply } from './quality.ts';
import { replyAsProfile } from './replying.ts';

const brand = 'lunaria';

test('the week of a profile: who wrote, how long they waited, complaints and quality', async ({
  app,
  world,
}) => {
  const [rita, ines] = [await brandManager(world), await host(world)];
  const [id, other] = [await world.profile(), await world.profile()];
  const answer = async (profileId: string, waited: number) => {
    const marco = await world.member({ level: 2 });
    const place = await write(marco, profileId);
    app.clock.advance(waited);
    await claimConversation(ines, place);
    const messageId = newId();
    await replyAsProfile(ines, { ...place, messageId, text: 'Buonasera, come stai?' });
    return { marco, messageId };
  };
  await answer(id, SECOND);
  app.clock.advance(8 * DAY);
  const { marco, messageId } = await answer(id, 10 * SECOND);
  app.clock.advance(2 * DAY);
  await answer(id, 30 * SECOND);
  await write(await world.member({ level: 2 }), id);
  await answer(other, SECOND);
  await markReply(rita, { brand, messageId, stars: 4, note: '' });
  await app.db
    .insertInto('report')
    .values({
      brand_id: rita.brandId,
      id: newId(),
      from_id: marco.profileId,
      about_id: id,
      reason: 'rude',
      created_at: app.clock.now(),
    })
    .execute();
  const week = await readHouseWeek(rita, { brand, id });
  expect(week).toMatchObject({
    conversations: 3,
    answers: 2,
    medianWaitSeconds: 20,
    complaints: 1,
    marks: { count: 1, average: 4 },
  });
  expect(week.days.map(({ answers }) => answers)).toEqual([0, 0, 0, 0, 1, 0, 1]);
  const [first] = (await listHouseProfiles(rita, { brand, order: 'messages' })).profiles;
  expect(first).toMatchObject({ id, answersAWeek: 2, complaintsAMonth: 1 });
  const elsa = await brandManager(world, { brand: 'verbena' });
  await expect(readHouseWeek(elsa, { brand: 'verbena', id })).rejects.toEqual(failing('request.not_found'));
});
