import { handle } from '../platform/jobs/jobs.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { mailReset, sendReset } from './send-reset.ts';

export const accountJobs: JobHandler[] = [handle(sendReset, mailReset)];
