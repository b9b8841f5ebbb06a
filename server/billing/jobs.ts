import { z } from 'zod';
import type { App } from '#server/app.ts';
import { handle, jobKind } from '#server/platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/work/queue.ts';
import { documentQueue } from './books/issue-document.ts';
import { eventQueues } from './incoming/handle-webhook.ts';
import { reconcileAll } from './incoming/reconcile.ts';
import { expirePurchases } from './payments/expire-orders.ts';
import { tokenQueues } from './payments/forget-tokens.ts';
import { attemptQueues, unsentQueue } from './payments/poll-attempts.ts';
import { expirePlans } from './plans/end-plan.ts';
import { sendNotices } from './plans/notices.ts';
import { renewDue } from './plans/renew.ts';
import { refundQueues } from './refunds/send-refunds.ts';

const nothing = z.object({});
const purchasesDue = jobKind('billing.expire', nothing, { pool: 'money' });
const reconciliationDue = jobKind('billing.reconcile', nothing, { pool: 'providers' });
const renewalsDue = jobKind('subscriptions.renew', nothing, { pool: 'providers' });
const noticesDue = jobKind('subscriptions.notices', nothing, { pool: 'money' });
const plansDue = jobKind('subscriptions.expire', nothing, { pool: 'money' });

export const billingJobs: JobHandler[] = [
  handle(reconciliationDue, (app: App, _, info) => reconcileAll(app, info), { timeoutSeconds: 1_800 }),
  handle(purchasesDue, (app: App) => expirePurchases(app)),
  handle(renewalsDue, (app: App, _, info) => renewDue(app, info), { timeoutSeconds: 600 }),
  handle(noticesDue, (app: App, _, info) => sendNotices(app, info), { timeoutSeconds: 300 }),
  handle(plansDue, (app: App, _, info) => expirePlans(app, info), { timeoutSeconds: 300 }),
];

export const billingQueues: Queue[] = [
  ...eventQueues,
  ...attemptQueues,
  unsentQueue,
  ...refundQueues,
  ...tokenQueues,
  documentQueue,
];

const A_DAY = 24 * 60;

export const billingCron: CronEntry[] = [
  { task: reconciliationDue.id, match: '20 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: A_DAY },
  { task: purchasesDue.id, match: '*/10 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
  {
    task: renewalsDue.id,
    match: '* * * * *',
    payload: {},
    maxAttempts: 3,
    backfillMinutes: A_DAY,
    // Where very many are due, the runs of the next minutes would take the place of mails and webhooks.
    oneAtATime: true,
  },
  { task: noticesDue.id, match: '*/15 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: A_DAY },
  { task: plansDue.id, match: '*/5 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: A_DAY },
];
