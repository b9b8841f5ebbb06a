import type { App } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { exportFile } from './export-files.ts';
import { failExportsBefore, findOldExports, markExpired } from './queries.ts';

const AT_ONCE = 100;
/** Far longer than all attempts together: whoever was to make it was killed in the last one. */
const MAKING_AT_MOST = DAY;

/** Throws away the copies that have run out. The file goes first: what is marked as expired is gone. */
export async function expireExports(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  const { db, storage, clock } = app;
  const now = clock.now();
  await failExportsBefore(db, new Date(now.getTime() - MAKING_AT_MOST));
  for (;;) {
    const old = await findOldExports(db, now, AT_ONCE);
    for (const key of old) {
      if (signal.aborted) return;
      await storage.remove(exportFile(key));
      await markExpired(db, key);
    }
    if (old.length < AT_ONCE) return;
  }
}
