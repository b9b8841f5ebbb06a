import { expect } from 'vitest';
import { countWithoutPicture, demoJobs, drawStandIn } from '../server/demo/photos.ts';
import { seedDemo } from '../server/demo/seed.ts';
import type { TestApp } from './app.ts';
import { jobsOf } from './platform/jobs.ts';

/** Small pictures, drawn once for all who look alike: what portraits look like is shown by their own tests. */
export const standIns = { widths: [160], draw: drawStandIn };

/** The same where its operator wants few pictures. */
export const withFewPictures = (app: TestApp): TestApp => ({
  ...app,
  config: { ...app.config, demoPictures: 'few' },
});

class PowerCut extends Error {}

/** Seeds until the given moment, as a process does that is killed then. */
async function seedUntil(app: TestApp, moment: string, count: number): Promise<void> {
  const seeding = seedDemo(app, (done, _total, what) => {
    if (what.includes(moment) && done >= count) throw new PowerCut();
  });
  await expect(seeding).rejects.toThrow(PowerCut);
}

export const drawingJobs = ({ db }: TestApp) => jobsOf(db, demoJobs[0]?.kind.id ?? '');

/** The demo with few pictures, after a first start that was cut short three times on the way; and what is drawn then. */
export async function seedWithInterruptions(app: TestApp) {
  const few = withFewPictures(app);
  await seedUntil(few, 'brands', 1);
  await seedUntil(few, 'people', 1);
  await seedUntil(few, 'portraits', 40);
  await seedDemo(few, () => {});
  const undrawn = app.brands.all().map(({ id }) => countWithoutPicture(app.db, id));
  return {
    app,
    photos: await app.db.selectFrom('photo').select(['widths', 'thumbhash']).execute(),
    undrawn: await Promise.all(undrawn),
    drawing: await drawingJobs(app),
  };
}
