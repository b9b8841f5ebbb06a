import { z } from 'zod';
import type { App } from '../../app.ts';
import { DAY, MINUTE } from '../../platform/clock.ts';
import { enqueue, handle, jobKind } from '../../platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '../../platform/jobs/jobs.ts';
import { answerAsCompanion } from './answering.ts';
import { answerJob } from '../write-messages.sql.ts';
import { dayOf, deleteOldUse } from './budget.ts';
import { findForgotten } from './conversation.ts';

const nothing = z.object({});
const remember = jobKind('companion.remember', nothing, { maxAttempts: 1 });
const forgetUse = jobKind('companion.forget_use', nothing);

/** Two tries of a model, the pause after them, and some room. */
const ANSWER_SECONDS = 180;
const FORGOTTEN_AFTER = MINUTE;
const MOST_AT_ONCE = 500;
const USE_KEPT_DAYS = 60;

/** Run by a worker of their own: a slow model must not keep mails and the like waiting. */
export const answerJobs: JobHandler[] = [
  handle(answerJob, answerAsCompanion, { timeoutSeconds: ANSWER_SECONDS }),
];

export const companionJobs: JobHandler[] = [
  handle(remember, rememberForgotten),
  handle(forgetUse, (app) => deleteOldUse(app.db, dayOf(app.clock.now()) - USE_KEPT_DAYS)),
];

export const companionCron: CronEntry[] = [
  { task: remember.id, match: '* * * * *', payload: {}, maxAttempts: 1, backfillMinutes: 0 },
  { task: forgetUse.id, match: '23 3 * * *', payload: {}, maxAttempts: 3, backfillMinutes: DAY / MINUTE },
];

/** Whoever waits without a job gets one: it may have been lost, or have given up. */
async function rememberForgotten({ db, clock }: App): Promise<void> {
  const before = new Date(clock.now().getTime() - FORGOTTEN_AFTER);
  for (const conversation of await findForgotten(db, before, MOST_AT_ONCE)) {
    await enqueue(db, answerJob, conversation, { key: conversation.conversationId });
  }
}
