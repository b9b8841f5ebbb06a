import { buildStaleLists } from '../search/build-list.ts';
import { expect, test } from '../testing/harness.ts';
import { countAvailable } from './count-available.ts';

test('only people who can really be met count, by brand, region and gender', async ({ world }) => {
  const visitor = world.visitor();
  const before = await countAvailable(visitor, { country: 'it' });
  await world.profile({ region: 'Lazio' });
  await world.profile({ region: 'Sicilia', kind: 'ai' });
  await world.profile({ region: 'Lazio', gender: 'male' });
  await world.profile({ region: 'Lazio', status: 'pending' });
  await world.profile({ region: 'Lazio', status: 'hidden' });
  await world.profile({ brand: world.brand('verbena') });
  await buildStaleLists(world.app);
  expect(await countAvailable(visitor, { country: 'it' })).toEqual({ total: before.total + 2 });
  expect(await countAvailable(visitor, { country: 'it', region: 'Sicilia' })).toEqual({ total: 1 });
  expect(await countAvailable(visitor, { country: 'it', region: 'Lazio', seeks: 'male' })).toEqual({
    total: 1,
  });
  expect(await countAvailable(visitor, { country: 'it', region: 'Atlantide' })).toEqual({ total: 0 });
});
