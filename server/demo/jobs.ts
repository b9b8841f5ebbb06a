import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { enqueue, handle, jobKind } from '../platform/jobs/jobs.ts';
import type { JobInfo } from '../platform/jobs/jobs.ts';
import { demoBrand } from './brand.ts';
import { drawPicture, listMissingPictures } from './photos.ts';

/** A run is short, so that stopping the server never waits for it. */
const PICTURES_A_RUN = 8;

const drawPhotos = jobKind('demo.draw_photos', z.object({ brandId: z.uuid() }));
type DrawPhotos = z.output<typeof drawPhotos.payload>;

/** The brands take turns, so that drawing never holds more than one worker. */
export function enqueueDrawing(db: DbOrTx, brandId: string): Promise<void> {
  return enqueue(db, drawPhotos, { brandId }, { key: brandId, queue: 'demo', priority: 10 });
}

/** Draws the pictures nobody has to wait for, a few at a time, until none is missing. */
async function drawSomePhotos(
  app: App,
  { brandId }: DrawPhotos,
  { signal }: Pick<JobInfo, 'signal'>,
): Promise<void> {
  const brand = app.brands.byId(brandId);
  if (!brand) return;
  const missing = await listMissingPictures(app.db, brandId);
  for (const picture of missing.slice(0, PICTURES_A_RUN)) {
    if (signal.aborted) return;
    const startedAt = performance.now();
    await drawPicture(app, demoBrand(brand), picture);
    // Half of the time belongs to the people who use the site meanwhile.
    await pause(performance.now() - startedAt);
  }
  if (missing.length > PICTURES_A_RUN) await enqueueDrawing(app.db, brandId);
}

export const demoJobs = [handle(drawPhotos, drawSomePhotos)];
