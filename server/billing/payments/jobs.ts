import { z } from 'zod';
import { handle, jobKind } from '../../platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '../../platform/jobs/jobs.ts';
import { pollAttempts } from './poll-attempts.ts';
import { expirePurchases } from './orders.ts';
import {
  forgetCard,
  forgetCardAtProvider,
  forgetToken,
  forgetTokenAtProvider,
} from './forget-payment-method.ts';
import { webhookStored, handleParkedWebhooks, handleStoredWebhook } from './handle-webhook.ts';
import { reconcileAll } from './reconcile.ts';

const nothing = z.object({});
const poll = jobKind('billing.poll_attempts', nothing);
const parkedWebhooksDue = jobKind('billing.parked_webhooks_due', nothing);
const expire = jobKind('billing.expire', nothing);
const compare = jobKind('billing.reconcile', nothing);

export const billingJobs: JobHandler[] = [
  handle(webhookStored, (app, payload) => handleStoredWebhook(app, payload)),
  handle(poll, (app, _, info) => pollAttempts(app, info), { timeoutSeconds: 300 }),
  handle(parkedWebhooksDue, (app, _, info) => handleParkedWebhooks(app, info), { timeoutSeconds: 300 }),
  handle(compare, (app, _, info) => reconcileAll(app, info), { timeoutSeconds: 1_800 }),
  handle(expire, (app) => expirePurchases(app)),
  handle(forgetCard, (app, payload) => forgetCardAtProvider(app, payload)),
  handle(forgetToken, (app, payload) => forgetTokenAtProvider(app, payload)),
];

export const billingCron: CronEntry[] = [
  { task: poll.id, match: '* * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
  { task: parkedWebhooksDue.id, match: '*/2 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
  { task: compare.id, match: '20 5 * * *', payload: {}, maxAttempts: 5, backfillMinutes: 24 * 60 },
  { task: expire.id, match: '*/10 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 },
];
