import { sql } from 'kysely';
import { DAY } from '../clock.ts';
import { cronJob } from '../jobs/jobs.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';

/** As long as auditors may ask who did what. The database lets no one delete an entry before a year is over. */
export const AUDIT_KEPT = 730 * DAY;
/** As long as an operator may want to look into a job that was given up, and try it again. */
export const FAILED_JOBS_KEPT = 90 * DAY;

/** Deletes what has expired. */
export async function cleanUpPlatform({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await db.deleteFrom('rate_limit').where('expires_at', '<', now).execute();
  await db.deleteFrom('link_use').where('expires_at', '<', now).execute();
  await db.deleteFrom('audit').where('at', '<', ago(AUDIT_KEPT)).execute();
  await db.deleteFrom('job').where('work_failed_at', '<', ago(FAILED_JOBS_KEPT)).execute();
  await sql`delete from work_rate where minute < now() - interval '1 day'`.execute(db);
}

/** One job a night for all modules: a module that fails is tried again, with those that follow it. */
export function cleanUpJob(modules: readonly { cleanUp?(app: Platform): Promise<void> }[]): JobHandler {
  return cronJob('core', cleanUp, { match: '17 3 * * *' });

  async function cleanUp(app: Platform): Promise<void> {
    for (const module of modules) await module.cleanUp?.(app);
  }
}
