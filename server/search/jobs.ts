import type { CronEntry, JobHandler } from '../core/jobs.ts';

export const searchJobs: JobHandler[] = [];
export const searchCron: CronEntry[] = [];
