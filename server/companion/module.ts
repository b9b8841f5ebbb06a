/** Everything that the AI companion adds to the program. */

import { z } from 'zod';
import { answerJob } from '#server/messaging/write-messages.sql.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { handle, jobKind } from '#server/platform/jobs/jobs.ts';
import type { Module } from '#server/platform/module.ts';
import { answerAsCompanion, enqueueLostAnswers } from './answering.ts';
import { deleteOldUse } from './budget.ts';

const nothing = z.object({});
const enqueueLost = jobKind('companion.remember', nothing, { maxAttempts: 1 });
const deleteUse = jobKind('companion.forget_use', nothing);

/** Two tries of a model, the pause after them, and some room. */
const ANSWER_SECONDS = 180;

export const companion = {
  name: 'companion',
  jobs: [
    handle(answerJob, answerAsCompanion, { timeoutSeconds: ANSWER_SECONDS }),
    handle(enqueueLost, enqueueLostAnswers),
    handle(deleteUse, deleteOldUse),
  ],
  cron: [
    { task: enqueueLost.id, match: '* * * * *', payload: {}, maxAttempts: 1, backfillMinutes: 0 },
    { task: deleteUse.id, match: '23 3 * * *', payload: {}, maxAttempts: 3, backfillMinutes: DAY / MINUTE },
  ],
} satisfies Module;
