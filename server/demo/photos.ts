import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { blurredKey, photoKey } from '#server/brands/photo-address.ts';
import { createLoadCache } from '#server/platform/coalesce.ts';
import type { Database, DbOrTx } from '#server/platform/database/database.ts';
import { enqueue, handle, jobKind } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { demoId, demoBrand } from './brand.ts';
import type { DemoBrand } from './brand.ts';
import { AGES_IN } from './people.ts';
import type { PortraitPerson, PortraitPicture } from './portraits/draw-portrait.ts';
import { seeded } from './portraits/seeded.ts';
import { deletePhotos, readDemoPhotos, readSitters, savePhoto } from './queries.ts';

/** The drawn pictures of the demo's people. */

/** The large one takes as long as the rest of a first picture, so it follows in the background. */
export const FIRST_WIDTHS: readonly number[] = [160, 480];
/** Where few pictures do. */
export const FEW_WIDTHS: readonly number[] = [160];
const ALL_WIDTHS: readonly number[] = [160, 480, 960];

/** So many of each brand have theirs before the site is served: those who are met first. The job draws the others within a minute. */
export const FIRST_PEOPLE = 100;

/** As many as there are threads to draw with: Node's pool has four unless set otherwise. */
const CONCURRENCY = 4;

interface Sitter {
  id: string;
  gender: 'female' | 'male';
  age: number;
}

interface Picture {
  sitter: Sitter;
  position: number;
  /** Sizes that are there already. */
  drawn: readonly number[];
}

type Draw = (person: PortraitPerson, position: number, widths: readonly number[]) => Promise<PortraitPicture>;

/** What draws is read when there is something to draw, which is once in the life of a demo and never elsewhere. */
const drawPortrait: Draw = async (...wanted) =>
  (await import('./portraits/draw-portrait.ts')).drawPortrait(...wanted);

/** Draws the first picture of those who have none. */
export async function drawFirstPictures(
  app: App,
  brand: DemoBrand,
  { sitters, widths, draw }: { sitters: readonly Sitter[]; widths: readonly number[]; draw?: Draw },
  onDrawn: () => void,
): Promise<void> {
  const limit = pLimit(CONCURRENCY);
  try {
    await limit.map(sitters, async (sitter) => {
      await drawPicture(app, brand, { sitter, position: 0, drawn: [] }, widths, draw);
      onDrawn();
    });
  } finally {
    limit.clearQueue();
  }
}

/** Those first whom a visitor meets first. */
export async function sittersWithoutPicture(db: Database, brandId: string): Promise<Sitter[]> {
  const photos = await readDemoPhotos(db, brandId);
  const pictured = new Set(
    photos.filter(({ position }) => position === 0).map(({ profile_id }) => profile_id),
  );
  return (await sittersOf(db, brandId)).filter(({ id }) => !pictured.has(id));
}

/** The age is that of the seeding, so that a person's later pictures show the same face. */
async function sittersOf(db: Database, brandId: string): Promise<Sitter[]> {
  const rows = await readSitters(db, brandId);
  return rows.map(({ id, gender, birth_year }) => ({ id, gender, age: AGES_IN - birth_year }));
}

/** What is left: the first pictures of those who have none, then those in full size, a second, for some a third. */
export async function listMissingPictures(db: Database, brandId: string): Promise<Picture[]> {
  const photos = await readDemoPhotos(db, brandId);
  const widthsOf = new Map(photos.map(({ id, widths }) => [id, widths]));
  const taken = new Set(photos.map(({ profile_id, position }) => `${profile_id} ${position}`));
  // A place that holds no picture of ours holds the member's own.
  const isOwn = (id: string, position: number) =>
    taken.has(`${id} ${position}`) && !widthsOf.has(photoId(id, position));
  return (await sittersOf(db, brandId))
    .filter(({ id }) => !isOwn(id, 0))
    .flatMap((sitter) =>
      Array.from({ length: picturesOf(sitter.id) }, (_, position) => {
        const drawn = widthsOf.get(photoId(sitter.id, position)) ?? [];
        return { sitter, position, drawn };
      }),
    )
    .filter(
      ({ sitter, position, drawn }) =>
        !isOwn(sitter.id, position) && ALL_WIDTHS.some((width) => !drawn.includes(width)),
    )
    .toSorted((first, second) => turnOf(first) - turnOf(second));
}

const isFirst = ({ position, drawn }: Picture) => position === 0 && drawn.length === 0;
const turnOf = (picture: Picture) => (isFirst(picture) ? -1 : picture.position);

/** The files come first: a row never speaks of a picture that is not there. */
async function drawPicture(
  { db, storage, clock, config }: App,
  { id: brandId, style }: DemoBrand,
  { sitter, position, drawn }: Picture,
  widths: readonly number[],
  draw: Draw = config.demoPictures === 'few' ? drawStandIn : drawPortrait,
): Promise<void> {
  const id = photoId(sitter.id, position);
  const missing = widths.filter((width) => !drawn.includes(width));
  const person = { seed: sitter.id, gender: sitter.gender, age: sitter.age, style };
  const { width, height, thumbhash, files, blurred } = await draw(person, position, missing);
  for (const file of files) await storage.put(photoKey(brandId, id, file.width), file.data, 'image/webp');
  // It comes with the first sizes; where some are drawn already, the row knows another.
  const blurId = randomUUID();
  if (drawn.length === 0) await storage.put(blurredKey(brandId, blurId), blurred, 'image/webp');
  await savePhoto(db, {
    brand_id: brandId,
    id,
    profile_id: sitter.id,
    position,
    status: 'approved',
    width,
    height,
    widths: [...drawn, ...missing].toSorted((first, second) => first - second),
    thumbhash,
    blur_id: blurId,
    created_at: clock.now(),
  });
}

/** One for all of a gender and a style. */
const standIns = createLoadCache<PortraitPicture>({ max: 100 });

/** Where few pictures do, many people share one. */
export const drawStandIn: Draw = (person, position, widths) => {
  const kind = `${person.gender} ${person.style}`;
  return standIns(`${kind} ${widths.join()}`, () =>
    drawPortrait({ ...person, seed: kind }, position, widths),
  );
};

/** Pictures whose files are not in the storage, because it is another one than it was, are to be drawn again. */
export async function forgetLostPictures({ db, storage }: App, brandId: string): Promise<void> {
  const lost: string[] = [];
  for (const { id, blur_id, profile_id, position, widths } of await readDemoPhotos(db, brandId)) {
    if (id !== photoId(profile_id, position)) continue;
    for (const key of [photoKey(brandId, id, widths[0] ?? 0), blurredKey(brandId, blur_id)]) {
      const file = await storage.get(key);
      if (file) file.stream.destroy();
      else lost.push(id);
    }
  }
  if (lost.length > 0) await deletePhotos(db, brandId, lost);
}

function photoId(profileId: string, position: number): string {
  return demoId(`${profileId} photo ${position}`, position);
}

function picturesOf(profileId: string): number {
  return seeded(profileId).chance('third picture', 0.4) ? 3 : 2;
}

/** A run is short, so that stopping the server never waits for it. */
const PICTURES_A_RUN = 8;

const drawSomePhotosJob = jobKind('demo.drawSomePhotos', z.object({ brandId: z.uuid() }), { priority: 10 });
type DrawPhotos = z.output<typeof drawSomePhotosJob.payload>;

/** The brands take turns, so that drawing never holds more than one worker. */
export function enqueueDrawing(db: DbOrTx, brandId: string): Promise<void> {
  return enqueue(db, drawSomePhotosJob, { brandId }, { key: brandId, line: 'demo', priority: 10 });
}

/** Draws the pictures that no request waits for, a few at a time, until none is missing. */
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
    await drawPicture(app, demoBrand(brand), picture, isFirst(picture) ? FIRST_WIDTHS : ALL_WIDTHS);
    // Half of the time belongs to the people who use the site meanwhile.
    await pause(performance.now() - startedAt);
  }
  if (missing.length > PICTURES_A_RUN) await enqueueDrawing(app.db, brandId);
}

export const demoJobs = [handle(drawSomePhotosJob, drawSomePhotos)];
