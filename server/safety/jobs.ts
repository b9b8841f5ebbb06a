import type { JobHandler } from '../core/jobs.ts';

export const safetyJobs: JobHandler[] = [];
