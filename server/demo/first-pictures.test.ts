import type { TestApp } from '#testing/app.ts';
import { standIns, withFewPictures } from '#testing/demo.ts';
import { expect, test } from '#testing/harness.ts';
import { demoJobs, FIRST_PEOPLE, FIRST_WIDTHS } from './photos.ts';
import { seedDemo } from './seed.ts';

const live = { attempt: 1, last: false, signal: new AbortController().signal };

function readPictures({ db }: TestApp, brandId: string) {
  return db
    .selectFrom('profile as p')
    .leftJoin('photo as f', (join) => join.onRef('f.profile_id', '=', 'p.id').on('f.position', '=', 0))
    .select(['p.id', 'p.last_active_at', 'f.widths'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('inbox as i').select('i.other_id').whereRef('i.other_id', '=', 'p.id')).as('talks'),
    )
    .where('p.brand_id', '=', brandId)
    .where('p.demo', '=', true)
    .where('p.status', '!=', 'pending')
    .orderBy('talks', 'desc')
    .orderBy('p.last_active_at', 'desc')
    .orderBy('p.id')
    .execute();
}

test('before the site is served those have a picture who are met first, and the job draws those of the others next', async ({
  app,
}) => {
  await seedDemo(app, () => {}, standIns);
  for (const { id } of app.brands.all()) {
    const people = await readPictures(app, id);
    const pictured = people.map(({ widths }) => widths !== null);
    expect(pictured).toEqual(people.map((_, index) => index < FIRST_PEOPLE));
  }
  const [brand] = app.brands.all();
  await demoJobs[0]?.run(withFewPictures(app), { brandId: brand?.id ?? '' }, live);
  const drawn = (await readPictures(app, brand?.id ?? '')).filter(({ widths }) => widths !== null);
  expect(drawn.length).toBeGreaterThan(FIRST_PEOPLE);
  const later = drawn.slice(FIRST_PEOPLE);
  expect(later.every(({ widths }) => widths?.join() === FIRST_WIDTHS.join())).toBe(true);
});
