/** Everything that the AI companion adds to the program. */

import { tryCompanion as tryCompanionEndpoint } from '#contract/staff/house-profiles.ts';
import { bind } from '#server/bind.ts';
import { answerAsCompanionJob } from '#server/messaging/write-messages.sql.ts';
import { cronJob, handle } from '#server/platform/jobs/jobs.ts';
import type { Module } from '#server/platform/module.ts';
import { answerAsCompanion, enqueueLostAnswers } from './answering.ts';
import { deleteOldUse } from './budget.ts';
import { tryCompanion } from './try-out.ts';

/** Two tries of a model, the pause after them, and some room. */
const ANSWER_SECONDS = 180;

export const companion = {
  name: 'companion',
  routes: [bind(tryCompanionEndpoint, tryCompanion)],
  jobs: [
    handle(answerAsCompanionJob, answerAsCompanion, { timeoutSeconds: ANSWER_SECONDS }),
    cronJob('companion', enqueueLostAnswers, { match: '* * * * *', maxAttempts: 1, backfillMinutes: 0 }),
    cronJob('companion', deleteOldUse, { match: '23 3 * * *' }),
  ],
} satisfies Module;
