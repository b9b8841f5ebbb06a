import type { CronEntry, JobHandler } from '../core/jobs.ts';

export const receiptJobs: JobHandler[] = [];
export const receiptCron: CronEntry[] = [];
