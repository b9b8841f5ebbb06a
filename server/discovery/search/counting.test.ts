import { expect, test } from '#testing/harness.ts';
import { buildStaleLists } from './jobs.ts';
import { countAvailable } from './search-people.ts';

test('only who can really be found counts, by brand, region, gender and the kinds of the flow', async ({
  world,
}) => {
  const visitor = world.visitor();
  const before = await countAvailable(visitor, {});
  await world.profile({ region: 'Lazio' });
  await world.profile({ region: 'Sicilia', kind: 'ai' });
  await world.profile({ region: 'Lazio', gender: 'male' });
  await world.profile({ region: 'Lazio', status: 'pending' });
  await world.profile({ region: 'Lazio', status: 'hidden' });
  await world.profile({ brand: world.brand('verbena') });
  await buildStaleLists(world.app);
  expect(await countAvailable(visitor, {})).toEqual({ total: before.total + 1 });
  // An AI companion counts only where the flow shows them.
  expect(await countAvailable(visitor, { region: 'Sicilia' })).toEqual({ total: 0 });
  for (const flowId of ['0000', '12', 'unknown'])
    expect(await countAvailable(visitor, { region: 'Sicilia', flowId })).toEqual({ total: 0 });
  expect(await countAvailable(visitor, { region: 'Sicilia', flowId: '14' })).toEqual({ total: 1 });
  expect(await countAvailable(visitor, { region: 'Lazio', seeks: 'male' })).toEqual({
    total: 1,
  });
  expect(await countAvailable(visitor, { region: 'Atlantide' })).toEqual({ total: 0 });
});
