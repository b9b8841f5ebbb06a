import { z } from 'zod';
import { handle, jobKind } from '../../platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '../../platform/jobs/jobs.ts';
import { expirePlans } from './end-plan.ts';
import { sendNotices } from './notices.ts';
import { renewDue } from './renew.ts';

const nothing = z.object({});
const renew = jobKind('subscriptions.renew', nothing);
const notices = jobKind('subscriptions.notices', nothing);
const expire = jobKind('subscriptions.expire', nothing);

export const subscriptionJobs: JobHandler[] = [
  handle(renew, (app, _, info) => renewDue(app, info), { timeoutSeconds: 600 }),
  handle(notices, (app, _, info) => sendNotices(app, info), { timeoutSeconds: 300 }),
  handle(expire, (app, _, info) => expirePlans(app, info), { timeoutSeconds: 300 }),
];

const aDay = 24 * 60;
export const subscriptionCron: CronEntry[] = [
  {
    task: renew.id,
    match: '* * * * *',
    payload: {},
    maxAttempts: 3,
    backfillMinutes: aDay,
    // Where very many are due, the runs of the next minutes would take the place of mails and webhooks.
    oneAtATime: true,
  },
  { task: notices.id, match: '*/15 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: aDay },
  { task: expire.id, match: '*/5 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: aDay },
];
