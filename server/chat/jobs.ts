import type { CronEntry, JobHandler } from '../core/jobs.ts';

export const chatJobs: JobHandler[] = [];
export const chatCron: CronEntry[] = [];
