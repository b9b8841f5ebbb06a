import { z } from 'zod';
import { DAY, MINUTE } from '../platform/clock.ts';
import { handle, jobKind } from '../platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '../platform/jobs/jobs.ts';
import type { Module } from '../platform/module.ts';
import { answerAsCompanion, enqueueLostAnswers } from './companion/answering.ts';
import { deleteOldUse } from './companion/budget.ts';
import { removeFiles, removeFilesWithoutRow, removeUnsentPhotos } from './photos/files.ts';
import { notifyOfVerdict, photoDecided } from './photos/viewing.ts';
import { chatEvents, chatRoutes } from './routes.ts';
import { answerJob } from './write-messages.sql.ts';

const nothing = z.object({});
const removeUnsent = jobKind('chat.remove_unsent_photos', nothing);
const enqueueLost = jobKind('companion.remember', nothing, { maxAttempts: 1 });
const deleteUse = jobKind('companion.forget_use', nothing);

/** Two tries of a model, the pause after them, and some room. */
const ANSWER_SECONDS = 180;

const A_DAY = DAY / MINUTE;

/** Run by a worker of their own: a slow model must not keep mails and the like waiting. */
export const answerJobs: JobHandler[] = [
  handle(answerJob, answerAsCompanion, { timeoutSeconds: ANSWER_SECONDS }),
];

export const chatJobs: JobHandler[] = [
  handle(removeFiles, removeFilesWithoutRow),
  handle(photoDecided, notifyOfVerdict),
  handle(removeUnsent, (app, _, info) => removeUnsentPhotos(app, info), { timeoutSeconds: 300 }),
  handle(enqueueLost, enqueueLostAnswers),
  handle(deleteUse, deleteOldUse),
];

const chatCron: CronEntry[] = [
  { task: removeUnsent.id, match: '17 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: A_DAY },
  { task: enqueueLost.id, match: '* * * * *', payload: {}, maxAttempts: 1, backfillMinutes: 0 },
  { task: deleteUse.id, match: '23 3 * * *', payload: {}, maxAttempts: 3, backfillMinutes: A_DAY },
];

export const messaging: Module = {
  name: 'messaging',
  routes: chatRoutes,
  events: chatEvents,
  jobs: chatJobs,
  slowJobs: answerJobs,
  cron: chatCron,
};
