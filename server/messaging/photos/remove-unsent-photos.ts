import type { App } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { enqueueDrop } from './photo-files.ts';
import { deleteUnsent } from './queries.ts';

const KEPT_FOR = DAY;
const AT_ONCE = 200;

/** Removes what was uploaded and never sent. */
export async function removeUnsentPhotos(
  { db, clock }: App,
  { signal }: Pick<JobInfo, 'signal'>,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_FOR);
  while (!signal.aborted) {
    const removed = await transact(db, async (tx) => {
      const rows = await deleteUnsent(tx, before, AT_ONCE);
      for (const [brandId, photos] of Map.groupBy(rows, ({ brand_id }) => brand_id)) {
        await enqueueDrop(
          tx,
          brandId,
          photos.map(({ id }) => id),
        );
      }
      return rows.length;
    });
    if (removed < AT_ONCE) return;
  }
}
