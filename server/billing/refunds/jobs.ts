import { z } from 'zod';
import { handle, jobKind } from '../../platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '../../platform/jobs/jobs.ts';
import { askRefunds } from './ask-refunds.ts';
import { runSendRefund, sendRefund } from './send-refund.ts';

const ask = jobKind('refunds.ask', z.object({}));

export const refundJobs: JobHandler[] = [
  handle(sendRefund, runSendRefund),
  handle(ask, (app, _, info) => askRefunds(app, info), { timeoutSeconds: 300 }),
];

export const refundCron: CronEntry[] = [
  { task: ask.id, match: '*/2 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
];
