import { z } from 'zod';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { handle, jobKind } from '#server/platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/work/queue.ts';
import { tokenQueues } from './payments/forget-tokens.ts';
import { eventQueues } from './payments/handle-webhook.ts';
import { expirePurchases } from './payments/orders.ts';
import { attemptQueues, unsentQueue } from './payments/poll-attempts.ts';
import { reconcileAll } from './payments/reconcile.ts';
import { queueOf } from './providers/gate.ts';
import { documentsDue, issueDueDocuments } from './receipts/issue-document.ts';
import { pollRefunds, runSendRefund } from './refunds/send-refunds.ts';
import { sendRefund } from './refunds/start-refund.ts';
import { expirePlans } from './subscriptions/end-plan.ts';
import { sendNotices } from './subscriptions/notices.ts';
import { renewDue } from './subscriptions/renew.ts';

const nothing = z.object({});
/** Of one provider; of all where none is named. */
const ofProvider = z.object({ provider: providerName.optional() });
const purchasesDue = jobKind('billing.expire', nothing, { pool: 'money' });
const reconciliationDue = jobKind('billing.reconcile', nothing, { pool: 'providers' });
const renewalsDue = jobKind('subscriptions.renew', nothing, { pool: 'providers' });
const noticesDue = jobKind('subscriptions.notices', nothing, { pool: 'money' });
const plansDue = jobKind('subscriptions.expire', nothing, { pool: 'money' });
const refundsDue = jobKind('refunds.poll', ofProvider, { pool: 'providers' });

export const billingJobs: JobHandler[] = [
  handle(documentsDue, (app: App, _, info) => issueDueDocuments(app, info), { timeoutSeconds: 110 }),
  handle(reconciliationDue, (app: App, _, info) => reconcileAll(app, info), { timeoutSeconds: 1_800 }),
  handle(purchasesDue, (app: App) => expirePurchases(app)),
  handle(renewalsDue, (app: App, _, info) => renewDue(app, info), { timeoutSeconds: 600 }),
  handle(noticesDue, (app: App, _, info) => sendNotices(app, info), { timeoutSeconds: 300 }),
  handle(plansDue, (app: App, _, info) => expirePlans(app, info), { timeoutSeconds: 300 }),
  handle(sendRefund, runSendRefund),
  handle(refundsDue, pollRefunds, { timeoutSeconds: 300 }),
];

export const billingQueues: Queue[] = [...eventQueues, ...attemptQueues, unsentQueue, ...tokenQueues];

const A_DAY = 24 * 60;

/** Each provider is asked by a job of its own, so that one that hangs does not delay the others. */
function ofItsOwn(provider: ProviderName, { task, match }: Pick<CronEntry, 'task' | 'match'>): CronEntry {
  return {
    task,
    match,
    name: `${task}:${provider}`,
    line: queueOf(provider),
    payload: { provider },
    maxAttempts: 3,
    backfillMinutes: 60,
  };
}

export const billingCron: CronEntry[] = [
  ...providerName.options.flatMap((provider) => [
    ofItsOwn(provider, { task: refundsDue.id, match: '*/2 * * * *' }),
  ]),
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
  { task: documentsDue.id, match: '* * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
];
