import { cronJob } from '#server/platform/jobs/jobs.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/work/queue.ts';
import { documentQueue } from './books/issue-document.ts';
import { reconcileAll } from './incoming/reconcile.ts';
import { eventQueues } from './incoming/webhooks.ts';
import { expirePurchases } from './payments/expire-orders.ts';
import { tokenQueues } from './payments/forget-tokens.ts';
import { attemptQueues, unsentQueue } from './payments/poll-attempts.ts';
import { expirePlans } from './plans/end-plan.ts';
import { sendNotices } from './plans/notices.ts';
import { renewDue } from './plans/renew.ts';
import { refundQueues } from './refunds/send-refunds.ts';

export const billingJobs: JobHandler[] = [
  cronJob('billing', reconcileAll, { match: '20 * * * *', pool: 'providers', timeoutSeconds: 1_800 }),
  cronJob('billing', expirePurchases, { match: '*/10 * * * *', pool: 'money', backfillMinutes: 60 }),
  // Where very many are due, the runs of the next minutes would take the place of mails and webhooks.
  cronJob('billing', renewDue, {
    match: '* * * * *',
    pool: 'providers',
    timeoutSeconds: 600,
    oneAtATime: true,
  }),
  cronJob('billing', sendNotices, { match: '*/15 * * * *', pool: 'money' }),
  cronJob('billing', expirePlans, { match: '*/5 * * * *', pool: 'money' }),
];

export const billingQueues: Queue[] = [
  ...eventQueues,
  ...attemptQueues,
  unsentQueue,
  ...refundQueues,
  ...tokenQueues,
  documentQueue,
];
