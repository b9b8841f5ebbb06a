/** What hosts did long ago is forgotten: their answers in the statistics, their shifts, replies that waited to be sent. */

import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';

/** As long as figures of a year are compared with those of the year before. What was said is kept with the conversation. */
export const HOST_WORK_KEPT = 400 * DAY;
/** Replies that were sent, taken back or returned. */
export const SCHEDULED_KEPT = 30 * DAY;

export async function deleteOldHostWork({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  // What supervisors thought of an answer goes with it.
  await db.deleteFrom('host_reply').where('at', '<', ago(HOST_WORK_KEPT)).execute();
  await db.deleteFrom('shift').where('ends_at', '<', ago(HOST_WORK_KEPT)).execute();
  await db
    .deleteFrom('scheduled_reply')
    .where('status', '<>', 'waiting')
    .where('send_at', '<', ago(SCHEDULED_KEPT))
    .execute();
}
