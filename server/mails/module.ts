/** The mails of the product: their words, the queue in which they wait, and who sends them. */

import { DAY } from '#server/platform/clock.ts';
import type { Module } from '#server/platform/module.ts';
import { mailQueues } from './mail-queues.ts';
import { addMailPreviews } from './previews.ts';

export const MAILS_KEPT = 90 * DAY;
/** By then another person may have the address. */
export const BOUNCES_KEPT = 365 * DAY;

export const mails: Module = {
  name: 'mails',
  queues: mailQueues,
  addresses: { role: 'web', add: addMailPreviews },
  async cleanUp({ db, clock }) {
    const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
    await db.deleteFrom('mail').where('created_at', '<', ago(MAILS_KEPT)).execute();
    await db.deleteFrom('undeliverable_address').where('created_at', '<', ago(BOUNCES_KEPT)).execute();
  },
};
