import { expect, test } from '../../testing/harness.ts';
import { jobsOf } from '../../testing/platform/jobs.ts';
import { demoJobs, countWithoutPicture } from './photos.ts';
import { seedDemo } from './seed.ts';

test('where few pictures do, people share small ones and no more are drawn, until all are wanted', async ({
  app,
}) => {
  const drawing = () => jobsOf(app.db, demoJobs[0]?.kind.id ?? '');
  await seedDemo({ ...app, config: { ...app.config, demoPictures: 'few' } }, () => {});
  for (const key of ['lunaria', 'verbena']) {
    expect(await countWithoutPicture(app.db, app.brands.byKey(key)?.id ?? '')).toBe(0);
  }
  const photos = await app.db.selectFrom('photo').select(['widths', 'thumbhash']).execute();
  expect(photos.length).toBeGreaterThan(600);
  expect(photos.every(({ widths }) => widths.join() === '160')).toBe(true);
  // One for each gender and brand.
  expect(new Set(photos.map(({ thumbhash }) => thumbhash)).size).toBe(4);
  expect(await drawing()).toEqual([]);

  await seedDemo(app, () => {});
  expect(await drawing()).toHaveLength(2);
});
