import { z } from 'zod';
import { handle, jobKind } from '../platform/jobs/jobs.ts';
import type { JobHandler, CronEntry } from '../platform/jobs/jobs.ts';
import { mailReset, sendReset } from './own-password.ts';
import { eraseDueAccounts } from './privacy/erase-accounts.ts';
import { expireExports, exportJobs } from './privacy/exports.ts';

export const accountJobs: JobHandler[] = [handle(sendReset, mailReset)];

const nothing = z.object({});
const erase = jobKind('privacy.erase', nothing);
const expire = jobKind('privacy.expire_exports', nothing);

export const privacyJobs: JobHandler[] = [
  ...exportJobs,
  handle(erase, (app, _, info) => eraseDueAccounts(app, info), { timeoutSeconds: 300 }),
  handle(expire, (app, _, info) => expireExports(app, info), { timeoutSeconds: 300 }),
];

const aDay = 24 * 60;
export const privacyCron: CronEntry[] = [
  { task: erase.id, match: '7 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: aDay },
  { task: expire.id, match: '37 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: aDay },
];
