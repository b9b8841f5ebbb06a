import { z } from 'zod';
import type { App } from './app.ts';
import { DAY } from './clock.ts';
import { handle, jobKind } from './jobs.ts';
import type { CronEntry } from './jobs.ts';

const nothing = z.object({});
const tidy = jobKind('core.tidy', nothing);

const MAILS_KEPT = 90 * DAY;

/** Throws away what has run out: sessions, old mails. */
async function tidyUp({ db, clock }: App): Promise<void> {
  const now = clock.now();
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await db.deleteFrom('staff_session').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('mail')
    .where('created_at', '<', new Date(now.getTime() - MAILS_KEPT))
    .execute();
}

export const maintenanceJobs = [handle(tidy, tidyUp)];
export const maintenanceCron: CronEntry[] = [
  { task: tidy.id, match: '17 3 * * *', payload: {}, maxAttempts: 3, backfillMinutes: 24 * 60 },
];
