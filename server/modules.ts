import type { AccountHandlers } from './accounts/account-handlers.ts';
import { accounts } from './accounts/module.ts';
import { readOwnFlow } from './accounts/verify-session.ts';
import { analytics } from './analytics/module.ts';
import { billingAccountHandlers } from './billing/account-handlers.ts';
import { billing } from './billing/module.ts';
import { brandsModule } from './brands/module.ts';
import type { PageReads } from './brands/pages/site-pages.ts';
import { companion } from './companion/module.ts';
import { countries } from './countries/module.ts';
import { creditAccountHandlers } from './credits/account-handlers.ts';
import { demo } from './demo/module.ts';
import { discoveryAccountHandlers } from './discovery/account-handlers.ts';
import { discovery } from './discovery/module.ts';
import { countAvailable } from './discovery/search/search-people.ts';
import { feed } from './feed/module.ts';
import { hostAccountHandlers } from './hosts/account-handlers.ts';
import { hosts } from './hosts/module.ts';
import { insightAccountHandlers } from './insight/account-handlers.ts';
import { insight } from './insight/module.ts';
import { readTrust } from './insight/trust.ts';
import { mails } from './mails/module.ts';
import { messagingAccountHandlers } from './messaging/account-handlers.ts';
import { messaging } from './messaging/module.ts';
import { moderationAccountHandlers } from './moderation/account-handlers.ts';
import { moderation } from './moderation/module.ts';
import { notificationAccountHandlers } from './notifications/account-handlers.ts';
import { notifications } from './notifications/module.ts';
import { cleanUpJob } from './platform/database/maintenance.ts';
import { cronQueue } from './platform/jobs/cron.ts';
import { jobQueues } from './platform/jobs/job-queues.ts';
import { core } from './platform/module.ts';
import type { Module } from './platform/module.ts';
import type { Queue } from './platform/work/queue.ts';
import { profileAccountHandlers } from './profiles/account-handlers.ts';
import { profiles } from './profiles/module.ts';
import { listReviews } from './profiles/reviews.ts';
import { retentionRows } from './retention/retention.ts';
import { staff } from './staff/module.ts';
import { supportAccountHandlers } from './support/account-handlers.ts';
import { support } from './support/module.ts';

/** What the pages of a brand show of rooms that stand above `brands/`. */
export const pageReads: PageReads = {
  readOwnFlow,
  countAvailable,
  listReviews,
  readTrust,
  listKept: retentionRows,
};

/** Everything the program is made of, in the order of dependence: each may use those before it. */
export const modules: readonly Module[] = [
  core,
  analytics,
  mails,
  countries,
  brandsModule(pageReads),
  accounts,
  profiles,
  notifications,
  discovery,
  messaging,
  companion,
  hosts,
  feed,
  billing,
  moderation,
  support,
  staff,
  insight,
  demo,
];

const handlers = [...modules.flatMap(({ jobs = [] }) => jobs), cleanUpJob(modules)];

/** What comes by the clock. */
export const cron = handlers.flatMap(({ cron: entry }) => entry ?? []);

/** All work that waits. */
export const queues: readonly Queue[] = [
  ...modules.flatMap(({ queues: own = [] }) => own),
  ...jobQueues(handlers),
  cronQueue(
    cron,
    handlers.map(({ kind }) => kind),
  ),
];

/** What the rooms above `accounts/` do when something happens to an account, in their order. */
export const accountHandlers: readonly AccountHandlers[] = [
  profileAccountHandlers,
  creditAccountHandlers,
  discoveryAccountHandlers,
  messagingAccountHandlers,
  hostAccountHandlers,
  billingAccountHandlers,
  notificationAccountHandlers,
  moderationAccountHandlers,
  supportAccountHandlers,
  insightAccountHandlers,
];
