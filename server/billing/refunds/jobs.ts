import { z } from 'zod';
import { handle, jobKind } from '../../platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '../../platform/jobs/jobs.ts';
import { pollRefunds, runSendRefund } from './send-refunds.ts';
import { sendRefund } from './start-refund.ts';

const poll = jobKind('refunds.poll', z.object({}));

export const refundJobs: JobHandler[] = [
  handle(sendRefund, runSendRefund),
  handle(poll, (app, _, info) => pollRefunds(app, info), { timeoutSeconds: 300 }),
];

export const refundCron: CronEntry[] = [
  { task: poll.id, match: '*/2 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
];
