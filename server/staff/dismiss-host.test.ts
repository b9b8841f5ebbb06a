import { MINUTE } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { write } from '#testing/messaging/host-queue.ts';
import { atWork, hire } from '#testing/staff/staff.ts';
import { dismissPerson } from './people.ts';

test('a host whom the manager of one brand dismisses keeps the conversations of the other brand', async ({
  world,
  app,
}) => {
  const both = await hire(world, { roles: { lunaria: 'host', verbena: 'host' }, name: 'Bea' });
  const claimed = new Map<string, string>();
  for (const key of ['lunaria', 'verbena']) {
    const brand = world.brand(key);
    const member = await world.member({ brand, level: 2 });
    claimed.set(key, (await write(member, await world.profile({ brand }))).id);
  }
  const claims = app.db.updateTable('waiting_reply').set({
    claimed_by: both.id,
    claimed_until: new Date(app.clock.now().getTime() + MINUTE),
  });
  await claims.where('conversation_id', 'in', [...claimed.values()]).execute();
  const manager = await atWork(world, { role: 'brand_manager', brands: ['verbena'] });
  await dismissPerson(manager, { staffId: both.id });
  const kept = await app.db
    .selectFrom('waiting_reply')
    .select('conversation_id')
    .where('claimed_by', '=', both.id)
    .execute();
  expect(kept).toEqual([{ conversation_id: claimed.get('lunaria') }]);
});
