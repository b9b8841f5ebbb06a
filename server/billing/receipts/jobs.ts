import type { CronEntry, JobHandler } from '../../platform/jobs/jobs.ts';

export const receiptJobs: JobHandler[] = [];
export const receiptCron: CronEntry[] = [];
