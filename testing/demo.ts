import { expect } from 'vitest';
import { drawStandIn } from '../server/demo/photos.ts';
import { seedDemo } from '../server/demo/seed.ts';
import type { TestApp } from './app.ts';

/** Small pictures, drawn once for all who look alike: what portraits look like is shown by their own tests. */
export const standIns = { widths: [24], draw: drawStandIn };

class PowerCut extends Error {}

/** Seeds until the given moment, as a process does that is killed then. */
async function seedUntil(app: TestApp, moment: string, count: number): Promise<void> {
  const seeding = seedDemo(
    app,
    (done, _total, what) => {
      if (what.includes(moment) && done >= count) throw new PowerCut();
    },
    standIns,
  );
  await expect(seeding).rejects.toThrow(PowerCut);
}

/** The demo after a first start that was cut short three times on the way. */
export async function seedWithInterruptions({ app }: { app: TestApp }): Promise<TestApp> {
  await seedUntil(app, 'brands', 1);
  await seedUntil(app, 'people', 1);
  await seedUntil(app, 'portraits', 40);
  await seedDemo(app, () => {}, standIns);
  return app;
}
