import type { Module } from '../platform/module.ts';
import { billingCron, billingJobs } from './payments/jobs.ts';
import { billingRoutes } from './payments/routes.ts';
import { addWebhooks } from './providers/webhooks.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { refundCron, refundJobs } from './refunds/jobs.ts';
import { refundRoutes } from './refunds/routes.ts';
import { forgetOrigins } from './refunds/withdrawal.sql.ts';
import { subscriptionCron, subscriptionJobs } from './subscriptions/jobs.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';

export const billing: Module = {
  name: 'billing',
  routes: [...billingRoutes, ...subscriptionRoutes, ...refundRoutes, ...receiptRoutes],
  jobs: [...billingJobs, ...subscriptionJobs, ...refundJobs],
  cron: [...billingCron, ...subscriptionCron, ...refundCron],
  cleanUp: forgetOrigins,
  addresses: { role: 'payment', add: addWebhooks },
};
