import { COUNTRIES } from '#contract/countries/list.ts';
import { expect, test } from '#testing/harness.ts';
import { loadPlaces, regionsOf, seedPlaces } from './seed-places.ts';

test('all regions and towns of every country are there, once, however often they are seeded', async ({
  db,
}) => {
  await seedPlaces(db);
  for (const country of COUNTRIES) {
    const regions = await db.selectFrom('region').select('name').where('country', '=', country).execute();
    expect(regions.map(({ name }) => name).toSorted()).toEqual(regionsOf(country).toSorted());
    const places = await db.selectFrom('place').selectAll().where('country', '=', country).execute();
    const expected = loadPlaces(country);
    expect(places).toHaveLength(expected.length);
    const roma = expected[0]!;
    expect(places.find(({ id }) => id === roma.id)).toMatchObject({
      name: roma.name,
      region: roma.region,
      population: roma.population,
    });
    const names = await db
      .selectFrom('place_name')
      .select('place_id')
      .where('country', '=', country)
      .execute();
    expect(names).toHaveLength(expected.flatMap(({ searchNames }) => searchNames).length);
  }
});

test('a country that is missing is filled in, and the others are left alone', async ({ db }) => {
  await db.deleteFrom('place').where('country', '=', 'es').execute();
  await seedPlaces(db);
  const { total } = await db
    .selectFrom('place')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  expect(total).toBe(COUNTRIES.flatMap(loadPlaces).length);
});
