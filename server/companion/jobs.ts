import type { CronEntry, JobHandler } from '../core/jobs.ts';

export const companionJobs: JobHandler[] = [];
export const companionCron: CronEntry[] = [];
