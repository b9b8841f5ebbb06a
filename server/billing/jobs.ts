import { z } from 'zod';
import { handle, jobKind } from '../platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '../platform/jobs/jobs.ts';
import { removeTokens } from './payments/forget-tokens.ts';
import { handleWebhooks, wakeForWebhooks, webhooksStored } from './payments/handle-webhook.ts';
import { expirePurchases } from './payments/orders.ts';
import { pollAttempts } from './payments/poll-attempts.ts';
import { reconcileAll } from './payments/reconcile.ts';
import { documentsDue, issueDueDocuments } from './receipts/issue-document.ts';
import { pollRefunds, runSendRefund } from './refunds/send-refunds.ts';
import { sendRefund } from './refunds/start-refund.ts';
import { expirePlans } from './subscriptions/end-plan.ts';
import { sendNotices } from './subscriptions/notices.ts';
import { renewDue } from './subscriptions/renew.ts';

const nothing = z.object({});
const attemptsDue = jobKind('billing.poll_attempts', nothing);
const webhooksDue = jobKind('billing.webhooks_due', nothing);
const purchasesDue = jobKind('billing.expire', nothing);
const tokensDue = jobKind('billing.remove_tokens', nothing);
const reconciliationDue = jobKind('billing.reconcile', nothing);
const renewalsDue = jobKind('subscriptions.renew', nothing);
const noticesDue = jobKind('subscriptions.notices', nothing);
const plansDue = jobKind('subscriptions.expire', nothing);
const refundsDue = jobKind('refunds.poll', nothing);

export const billingJobs: JobHandler[] = [
  handle(webhooksStored, handleWebhooks, { timeoutSeconds: 110 }),
  handle(webhooksDue, (app) => wakeForWebhooks(app)),
  handle(documentsDue, (app, _, info) => issueDueDocuments(app, info), { timeoutSeconds: 110 }),
  handle(attemptsDue, (app, _, info) => pollAttempts(app, info), { timeoutSeconds: 300 }),
  handle(reconciliationDue, (app, _, info) => reconcileAll(app, info), { timeoutSeconds: 1_800 }),
  handle(purchasesDue, (app) => expirePurchases(app)),
  handle(tokensDue, (app, _, info) => removeTokens(app, info), { timeoutSeconds: 300 }),
  handle(renewalsDue, (app, _, info) => renewDue(app, info), { timeoutSeconds: 600 }),
  handle(noticesDue, (app, _, info) => sendNotices(app, info), { timeoutSeconds: 300 }),
  handle(plansDue, (app, _, info) => expirePlans(app, info), { timeoutSeconds: 300 }),
  handle(sendRefund, runSendRefund),
  handle(refundsDue, (app, _, info) => pollRefunds(app, info), { timeoutSeconds: 300 }),
];

const A_DAY = 24 * 60;

export const billingCron: CronEntry[] = [
  { task: attemptsDue.id, match: '* * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
  { task: webhooksDue.id, match: '* * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
  { task: reconciliationDue.id, match: '20 5 * * *', payload: {}, maxAttempts: 5, backfillMinutes: A_DAY },
  { task: purchasesDue.id, match: '*/10 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
  {
    task: tokensDue.id,
    match: '* * * * *',
    payload: {},
    maxAttempts: 3,
    backfillMinutes: 60,
    oneAtATime: true,
  },
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
  { task: refundsDue.id, match: '*/2 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
  { task: documentsDue.id, match: '* * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
];
