import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { HOUR, DAY } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';

const AT_ONCE = 200;

export const removeFilesWithoutRowJob = jobKind(
  'messaging.removeFilesWithoutRow',
  z.object({ brandId: z.uuid(), photoIds: z.array(z.uuid()).min(1).max(AT_ONCE) }),
);
type Photos = z.output<typeof removeFilesWithoutRowJob.payload>;

/** Longer than storing a photo takes. */
const SETTLED_AFTER = HOUR;

/** Not where `/media` looks: who may see it is asked each time. */
export function chatPhotoKey(brandId: string, photoId: string): string {
  return `chat/${brandId}/${photoId}.webp`;
}

/** Removes the files of photos that have no row: wherever a process was killed, no file stays without an owner. */
export async function removeFilesWithoutRow(
  { db, storage }: App,
  { brandId, photoIds }: Photos,
): Promise<void> {
  const existing = await findExistingPhotos(db, brandId, photoIds);
  for (const photoId of photoIds) {
    if (!existing.has(photoId)) await storage.remove(chatPhotoKey(brandId, photoId));
  }
}

/** To be called in the transaction that deletes the rows. */
export async function enqueueFileRemoval(
  tx: Tx,
  brandId: string,
  photoIds: readonly string[],
): Promise<void> {
  for (let first = 0; first < photoIds.length; first += AT_ONCE)
    await enqueue(tx, removeFilesWithoutRowJob, {
      brandId,
      photoIds: photoIds.slice(first, first + AT_ONCE),
    });
}

/** To be called before a file is stored whose row is yet to come. */
export function enqueueFileCheck(db: DbOrTx, brandId: string, photoId: string): Promise<void> {
  const runAt = new Date(Date.now() + SETTLED_AFTER);
  return enqueue(db, removeFilesWithoutRowJob, { brandId, photoIds: [photoId] }, { runAt });
}

/**
 * Sees to it that the files of what a member sent or got go with the rows. To be called where the profile is erased.
 */
export async function enqueueFileRemovalOfProfile(tx: Tx, brandId: string, profileId: string): Promise<void> {
  await enqueueFileRemoval(tx, brandId, await readPhotosBetween(tx, brandId, profileId));
}

/** A copy of a member's data holds this many, of some hundred kilobytes each. */
const MOST_LISTED = 300;

/** What an account sent to others, newest first, and where the files are. */
export async function listSentPhotos(db: DbOrTx, brandId: string, accountId: string) {
  const rows = await readSentPhotos(db, brandId, accountId, MOST_LISTED);
  return rows.map(({ id, to_id, status, width, height, created_at }) => {
    const key = chatPhotoKey(brandId, id);
    return { to_id, status, width, height, created_at, key };
  });
}

export const UNSENT_KEPT = DAY;
const REMOVED_AT_ONCE = 200;

/** Removes what was uploaded and never sent. */
export async function removeUnsentPhotos(
  { db, clock }: App,
  { signal }: Pick<JobInfo, 'signal'>,
): Promise<void> {
  const before = new Date(clock.now().getTime() - UNSENT_KEPT);
  while (!signal.aborted) {
    const removed = await transact(db, async (tx) => {
      const rows = await deleteUnsent(tx, before, REMOVED_AT_ONCE);
      for (const [brandId, photos] of Map.groupBy(rows, ({ brand_id }) => brand_id)) {
        await enqueueFileRemoval(
          tx,
          brandId,
          photos.map(({ id }) => id),
        );
      }
      return rows.length;
    });
    if (removed < REMOVED_AT_ONCE) return;
  }
}

/** Those uploaded before then and never sent. Once they are deleted they can no longer be sent. */
async function deleteUnsent(tx: Tx, before: Date, limit: number) {
  const { rows } = await sql<{ brand_id: string; id: string }>`
    with old as (
      select brand_id, id from chat_photo
      where not sent and created_at < ${before}::timestamptz
      order by created_at limit ${limit}::int
      for update skip locked
    )
    delete from chat_photo gone using old where gone.brand_id = old.brand_id and gone.id = old.id
    returning gone.brand_id, gone.id`.execute(tx);
  return rows;
}

async function findExistingPhotos(
  db: DbOrTx,
  brandId: string,
  photoIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('chat_photo')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', 'in', photoIds)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** All that a member sent or got. */
async function readPhotosBetween(tx: Tx, brandId: string, profileId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('chat_photo')
    .select('id')
    .where('brand_id', '=', brandId)
    .where(({ or, eb }) => or([eb('from_id', '=', profileId), eb('to_id', '=', profileId)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** What an account sent, newest first. */
function readSentPhotos(db: DbOrTx, brandId: string, accountId: string, limit: number) {
  return db
    .selectFrom('profile as p')
    .innerJoin('chat_photo as o', (join) =>
      join.onRef('o.brand_id', '=', 'p.brand_id').onRef('o.from_id', '=', 'p.id'),
    )
    .select(['o.id', 'o.to_id', 'o.status', 'o.width', 'o.height', 'o.created_at'])
    .where('p.brand_id', '=', brandId)
    .where('p.account_id', '=', accountId)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();
}

/** A photo that moderation has seen elsewhere. One that is there already stays as it is. */
export async function insertApprovedPhoto(
  db: DbOrTx,
  row: Omit<Insertable<DB['chat_photo']>, 'status'>,
): Promise<void> {
  await db
    .insertInto('chat_photo')
    .values({ ...row, status: 'approved' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
