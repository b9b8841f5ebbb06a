import type { Module } from '../platform/module.ts';
import { billingCron, billingJobs } from './jobs.ts';
import { addWebhooks } from './providers/webhooks.ts';
import { forgetOrigins } from './refunds/withdrawal.sql.ts';
import { billingRoutes } from './routes.ts';

export const billing: Module = {
  name: 'billing',
  routes: billingRoutes,
  jobs: billingJobs,
  cron: billingCron,
  cleanUp: forgetOrigins,
  addresses: { role: 'payment', add: addWebhooks },
};
